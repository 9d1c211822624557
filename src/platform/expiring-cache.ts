import type { Clock } from './clock.js';
import type { Key } from './ids.js';

interface Entry<Value> {
  readonly value: Value;
  /** Its value, for all who wait for it: a promise for each of them costs more than finding the entry. */
  readonly found: Promise<Value>;
  /** When it expires, in milliseconds. */
  readonly until: number;
}

/** Caches up to `capacity` values for `seconds` each, none for zero seconds; the oldest are evicted first. */
export class ExpiringCache<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  /** What callers wait for, so that all who miss the same value at the same time cost one load. */
  private readonly loads = new Map<string, { result?: Promise<Value | undefined> }>();
  /** Incremented by each deletion, so that values whose load began before the deletion are not cached after it. */
  private deletions = 0;

  constructor(
    private readonly clock: Clock,
    private readonly seconds: number,
    private readonly capacity: number,
  ) {}

  get(key: Key): Value | undefined {
    return this.find(String(key))?.value;
  }

  private find(key: string): Entry<Value> | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    if (entry.until > this.clock.now().getTime()) return entry;
    this.entries.delete(key);
    return undefined;
  }

  set(name: Key, value: Value): void {
    if (this.seconds === 0) return;
    const key = String(name);
    this.entries.delete(key);
    if (this.entries.size >= this.capacity) this.deleteOldest();
    const until = this.clock.now().getTime() + this.seconds * 1000;
    this.entries.set(key, { value, found: Promise.resolve(value), until });
  }

  /**
   * The cached value, else the result of `load`, which is then cached unless it is `undefined`. A load that is in progress
   * is shared, also when it fails, unless the value was deleted since it began.
   */
  getOrLoad<Found extends Value | undefined>(name: Key, load: () => Promise<Found>): Promise<Value | Found> {
    const key = String(name);
    const known = this.find(key);
    if (known) return known.found;
    if (this.seconds === 0) return load();
    return (this.loads.get(key)?.result as Promise<Found> | undefined) ?? this.load(key, load);
  }

  private load<Found extends Value | undefined>(key: string, load: () => Promise<Found>): Promise<Found> {
    const current: { result?: Promise<Found> } = {};
    const isCurrent = (): boolean => this.loads.get(key) === current;
    this.loads.set(key, current);
    current.result = load()
      .then((found) => {
        if (found !== undefined && isCurrent()) this.set(key, found);
        return found;
      })
      .finally(() => {
        if (isCurrent()) this.loads.delete(key);
      });
    return current.result;
  }

  /**
   * The cached values of these names, whose keys `keyOf` returns, and for the others those that one call of `loadMissing`
   * finds, which are then cached.
   */
  async getMany(
    names: Iterable<string>,
    keyOf: (name: string) => string,
    loadMissing: (missing: string[]) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<Map<string, Value>> {
    const values = new Map<string, Value>();
    const missing = new Set<string>();
    for (const name of names) {
      const known = this.get(keyOf(name));
      if (known === undefined) missing.add(name);
      else values.set(name, known);
    }
    if (missing.size === 0) return values;
    const { deletions } = this;
    for (const [name, value] of await loadMissing([...missing])) {
      if (deletions === this.deletions) this.set(keyOf(name), value);
      values.set(name, value);
    }
    return values;
  }

  /** Removes the value; one that is being loaded now is not cached. */
  delete(key: Key): void {
    this.deletions += 1;
    this.loads.delete(String(key));
    this.entries.delete(String(key));
  }

  /** Removes all values; those that are being loaded now are not cached. */
  clear(): void {
    this.deletions += 1;
    this.loads.clear();
    this.entries.clear();
  }

  private deleteOldest(): void {
    const oldest = this.entries.keys().next();
    if (!oldest.done) this.entries.delete(oldest.value);
  }
}
