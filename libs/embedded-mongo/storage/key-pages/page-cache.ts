import type { IndexDefinition } from '../../indexes/index-definition.js';
import type { Environment } from '../environment.js';
import { KeyPages } from './key-pages.js';

/** Most bytes that pages may take; what does not fit is read from the disk each time. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Milliseconds without a search after which all pages are freed. */
const IDLE_MS = 10 * 60_000;

/** The pages of the indexes of a store. They are never older than the last commit that was acknowledged. */
export class PageCache {
  private readonly pages = new Map<number, KeyPages>();
  /** Entries that the transaction in progress has changed, and the indexes of such that had no pages yet. */
  private changes: { pages: KeyPages; key: Buffer }[] = [];
  private readonly changedIndexes = new Set<number>();
  private bytes = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly maxBytes = MAX_BYTES,
  ) {}

  /** The pages of an index. */
  of(index: IndexDefinition): KeyPages {
    this.idle = this.idle?.refresh() ?? setTimeout(() => this.clear(), IDLE_MS).unref();
    let pages = this.pages.get(index.id);
    if (!pages) {
      pages = new KeyPages(this.environment.entries, index, index.fields.length, {
        isFull: () => this.bytes >= this.maxBytes,
        changed: (bytes) => (this.bytes += bytes),
      });
      this.pages.set(index.id, pages);
    }
    return pages;
  }

  /** The transaction in progress adds or removes this entry, with its key as stored. */
  changed(indexId: number, key: Buffer): void {
    const pages = this.pages.get(indexId);
    if (pages) this.changes.push({ pages, key });
    else this.changedIndexes.add(indexId);
  }

  /** Forgets what the last transaction has changed: called when it has ended, before its writes are acknowledged. */
  settle(): void {
    // Pages must not be read again from a snapshot that was taken before the commit.
    if (this.changes.length + this.changedIndexes.size > 0) this.environment.root.resetReadTxn();
    for (const { pages, key } of this.changes) pages.changed(key);
    // Their first pages may have been read before the commit.
    for (const indexId of this.changedIndexes) this.pages.get(indexId)?.clear();
    this.changes = [];
    this.changedIndexes.clear();
  }

  /** Frees the memory. */
  clear(): void {
    clearTimeout(this.idle);
    this.idle = undefined;
    for (const pages of this.pages.values()) pages.clear();
  }
}
