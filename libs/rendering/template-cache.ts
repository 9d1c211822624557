import { createHash } from 'node:crypto';

/** Texts up to this length are their own key; longer ones use their hash, to keep the map's keys short. */
const MAX_PLAIN_KEY_LENGTH = 512;

interface Entry<T> {
  value: T;
  length: number;
}

/** A least-recently-used cache of values computed from texts, limited by their number and their total length. */
export class TemplateCache<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private totalLength = 0;

  /**
   * @param maxEntries Maximum number of texts.
   * @param maxLength Maximum length of all texts together, in characters; a longer text is never cached.
   */
  constructor(
    private readonly maxEntries: number,
    private readonly maxLength: number,
  ) {}

  /** The number of cached texts. */
  get size(): number {
    return this.entries.size;
  }

  /** Returns the cached value for this text, or computes it. Nothing is cached if that throws. */
  getOrMake(text: string, make: (text: string) => T): T {
    const key = keyOf(text);
    const known = this.entries.get(key);
    if (known) {
      // A map keeps insertion order, so inserting again makes this the most recently used entry.
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

/** The prefix distinguishes a short text that looks like a hash from a hash. */
function keyOf(text: string): string {
  return text.length <= MAX_PLAIN_KEY_LENGTH
    ? `=${text}`
    : `#${createHash('sha256').update(text).digest('base64')}${text.length}`;
}
