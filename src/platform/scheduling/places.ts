/**
 * A bounded number of places for work in progress, for each key and in all. Unlike {@link KeyedSlots} nobody waits for one:
 * what finds none is told so.
 */
export class Places {
  private readonly taken = new Map<string, number>();
  private all = 0;

  constructor(
    private readonly perKey: number,
    private readonly inAll = Infinity,
  ) {}

  /** Takes a place. Returns what frees it again, once however often it is called; undefined when all are taken. */
  take(key: string): (() => void) | undefined {
    const taken = this.taken.get(key) ?? 0;
    if (taken >= this.perKey || this.all >= this.inAll) return undefined;
    this.taken.set(key, taken + 1);
    this.all += 1;
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.free(key);
    };
  }

  private free(key: string): void {
    const left = this.taken.get(key)! - 1;
    if (left > 0) this.taken.set(key, left);
    else this.taken.delete(key);
    this.all -= 1;
  }
}
