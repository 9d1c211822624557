import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedMongoStartError } from '../../store-error.js';
import { NO_PAGE, PageKind, readMeta, readPage, type Meta } from './data-file-layout.js';
import { DATA_FILE } from '../environment.js';

/** How long the check may take, in milliseconds; beyond it leaves of a large file are not looked into. */
const BUDGET = 250;

/**
 * Checks the data file before it is mapped into memory, where a damaged page would end the process. The file is only
 * read. Looked at are the meta pages, every branch page and, as far as the time allows, the leaves; a file that is too
 * short for its pages is always noticed.
 */
export function checkDataFile(dataDir: string): void {
  const path = join(dataDir, DATA_FILE);
  const file = openSync(path, 'r');
  try {
    const problem = new DataFileCheck(file).run();
    if (problem === undefined) return;
    throw new EmbeddedMongoStartError(
      'DAMAGED_DATA',
      `The data file ${path} is damaged (${problem}). Nothing was changed. Restore the folder from a backup, or start with an empty one.`,
    );
  } finally {
    closeSync(file);
  }
}

class DataFileCheck {
  private readonly size: number;
  private readonly until = performance.now() + BUDGET;
  private page = Buffer.alloc(0);

  constructor(private readonly file: number) {
    this.size = fstatSync(file).size;
  }

  /** What is wrong, or undefined. */
  run(): string | undefined {
    const meta = this.newestMeta();
    if (!meta) return 'its beginning is not readable';
    this.page = Buffer.alloc(meta.pageSize);
    // Pages given back inside the last transaction need not have been written; then each reference has to be checked.
    const isShort = this.size < (meta.lastPage + 1) * meta.pageSize;
    const roots = meta.roots.filter((root) => root !== NO_PAGE);
    return this.walk(roots, meta.pageSize, isShort);
  }

  private newestMeta(): Meta | undefined {
    const first = this.metaAt(0);
    const second = this.metaAt(first?.pageSize ?? 4096);
    if (!first || !second) return first ?? second;
    return first.transaction > second.transaction ? first : second;
  }

  private metaAt(offset: number): Meta | undefined {
    const page = Buffer.alloc(512);
    return readSync(this.file, page, 0, page.length, offset) === page.length ? readMeta(page) : undefined;
  }

  private walk(roots: readonly number[], pageSize: number, everything: boolean): string | undefined {
    const pending = [...roots];
    const leaves: number[] = [];
    for (let number = pending.pop(); number !== undefined; number = pending.pop() ?? leaves.pop()) {
      if ((number + 1) * pageSize > this.size) return `it is cut short: page ${number} is missing`;
      const isLate = performance.now() > this.until;
      if (isLate && !everything && pending.length === 0) return undefined;
      readSync(this.file, this.page, 0, pageSize, number * pageSize);
      const links = readPage(this.page, number);
      if (!links) return `page ${number} is broken`;
      for (const overflow of links.overflow) {
        if ((overflow + 1) * pageSize > this.size) return `it is cut short: page ${overflow} is missing`;
      }
      pending.push(...links.tables.filter((table) => table !== NO_PAGE));
      if (links.kind !== PageKind.Branch) continue;
      for (const child of links.children) {
        if ((child + 1) * pageSize > this.size) return `it is cut short: page ${child} is missing`;
      }
      // Children of one branch are all branches or all leaves: branches are followed first.
      leaves.push(...links.children);
    }
    return undefined;
  }
}
