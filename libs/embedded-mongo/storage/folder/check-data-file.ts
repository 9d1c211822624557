import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedMongoStartError } from '../../errors.js';
import { DATA_FILE } from '../environment.js';

/** How long the check may take, in milliseconds; after that, the remaining leaves of a large file are not checked. */
const BUDGET = 250;

/**
 * Checks the data file before it is mapped into memory, where a damaged page would crash the process. The file is only
 * read. Checks the meta pages, every branch page and, as far as time allows, the leaves. Always detects a file that is too
 * short.
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

  /** Returns the problem, or undefined. */
  run(): string | undefined {
    const meta = this.newestMeta();
    if (!meta) return 'its beginning is not readable';
    this.page = Buffer.alloc(meta.pageSize);
    // Pages that were freed in the last transaction may never have been written; then every reference must be checked.
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
      // The children of a branch are either all branches or all leaves: branches are visited first.
      leaves.push(...links.children);
    }
    return undefined;
  }
}

/*
 * The layout of LMDB's file, as far as the check needs it. All pages have one size and a header with the page's own number.
 * Two meta pages stand at the start, then trees of branch and leaf pages. Numbers are little-endian, as on all machines for
 * which the LMDB packages are built. This is the layout of the LMDB version in the `lmdb` package (data version 2).
 */

const HEADER = 24;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;

const PageKind = { Branch: 0x01, Leaf: 0x02, Overflow: 0x04, Meta: 0x08 } as const;

/** Root of an empty tree. */
const NO_PAGE = Number(0xffffffffffffffffn);

/** The state of the file as a meta page describes it. */
interface Meta {
  readonly pageSize: number;
  /** Number of the last page in use. */
  readonly lastPage: number;
  readonly transaction: number;
  /** Roots of the trees of free pages and of named tables. */
  readonly roots: readonly number[];
}

/** Reads a meta page; undefined if it is not one. */
function readMeta(page: Buffer): Meta | undefined {
  if (page.length < HEADER + 136 || (page.readUInt16LE(18) & PageKind.Meta) === 0) return undefined;
  if (page.readUInt32LE(HEADER) !== MAGIC || page.readUInt32LE(HEADER + 4) !== DATA_VERSION) return undefined;
  const pageSize = page.readUInt32LE(48);
  if (pageSize < 512 || pageSize > 65536 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  return {
    pageSize,
    lastPage: number64(page, 144),
    transaction: number64(page, 152),
    roots: [number64(page, 88), number64(page, 136)],
  };
}

/** The references in a page. */
interface PageLinks {
  readonly kind: number;
  /** Pages of the same tree below it. */
  readonly children: readonly number[];
  /** Pages with values too large for a leaf. */
  readonly overflow: readonly number[];
  /** Roots of the named tables in it. */
  readonly tables: readonly number[];
}

const BIG_VALUE = 0x01;
const TABLE = 0x02;
const NODE_HEADER = 8;

/** Reads a branch or leaf page; undefined if its structure is broken or its number is not the expected one. */
function readPage(page: Buffer, expected: number): PageLinks | undefined {
  const kind = page.readUInt16LE(18) & 0x0f;
  if (number64(page, 0) !== expected || (kind !== PageKind.Branch && kind !== PageKind.Leaf)) return undefined;
  const lower = page.readUInt16LE(20);
  const upper = page.readUInt16LE(22);
  const space = page.length - HEADER;
  if (lower % 2 !== 0 || lower > upper || upper > space) return undefined;
  const children: number[] = [];
  const overflow: number[] = [];
  const tables: number[] = [];
  for (let i = 0; i < lower / 2; i++) {
    const offset = page.readUInt16LE(HEADER + i * 2);
    const node = HEADER + offset;
    if (offset < upper || node + NODE_HEADER > page.length) return undefined;
    const low = page.readUInt32LE(node);
    const flags = page.readUInt16LE(node + 4);
    const value = node + NODE_HEADER + page.readUInt16LE(node + 6);
    if (kind === PageKind.Branch) {
      children.push(low + flags * 2 ** 32);
      continue;
    }
    const size = flags & BIG_VALUE ? 8 : low;
    if (value + size > page.length) return undefined;
    if (flags & BIG_VALUE) overflow.push(number64(page, value));
    if (flags & TABLE && size >= 48) tables.push(number64(page, value + 40));
  }
  return { kind, children, overflow, tables };
}

function number64(bytes: Buffer, offset: number): number {
  return Number(bytes.readBigUInt64LE(offset));
}
