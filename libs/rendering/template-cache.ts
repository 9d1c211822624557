import { createHash } from 'node:crypto';

/** Texts up to this length are their own key; longer ones are known by their hash, which keeps the map's keys short. */
const longestPlainKey = 512;

interface Entry<T> {
  value: T;
  length: number;
}

/** Keeps what was made from the most recently used texts, bounded by their number and by their total length. */
export class TemplateCache<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private totalLength = 0;

  /**
   * @param maxEntries Most texts kept.
   * @param maxLength Most characters kept, over all texts; a text longer than that is never kept.
   */
  constructor(
    private readonly maxEntries: number,
    private readonly maxLength: number,
  ) {}

  /** How many texts are kept now. */
  get size(): number {
    return this.entries.size;
  }

  /** What was made from this text, made now if it is not kept. Nothing is kept of a text whose making throws. */
  getOrMake(text: string, make: (text: string) => T): T {
    const key = keyOf(text);
    const known = this.entries.get(key);
    if (known) {
      // A map keeps the order of insertion, so inserting again makes this entry the youngest.
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.value;
    }
    const value = make(text);
    this.entries.set(key, { value, length: text.length });
    this.totalLength += text.length;
    this.dropOldest();
    return value;
  }

  private dropOldest(): void {
    for (const [key, entry] of this.entries) {
      if (this.entries.size <= this.maxEntries && this.totalLength <= this.maxLength) {
        return;
      }
      this.entries.delete(key);
      this.totalLength -= entry.length;
    }
  }
}

/** The prefix keeps a short text that looks like a hash from being taken for one. */
function keyOf(text: string): string {
  return text.length <= longestPlainKey
    ? `=${text}`
    : `#${createHash('sha256').update(text).digest('base64')}${text.length}`;
}
