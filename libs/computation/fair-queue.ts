/** How many owners are remembered; above it, those without waiting items are forgotten. */
const MAX_IDLE_OWNERS = 1000;

interface Owner<Item> {
  waiting: Item[];
  /** How much the owner has used. */
  used: number;
}

/**
 * A queue in which owners share a resource fairly. The owner that has used least is served first; its own items are
 * served in order of arrival. An owner that adds many items delays only itself. Credit does not accumulate: an owner
 * that returns after a pause starts at the level of those that are waiting.
 */
export class FairQueue<Item> {
  private readonly owners = new Map<string, Owner<Item>>();
  /** Usage of the owner served last; while nothing waits, the highest usage of all. */
  private floor = 0;
  /** Highest usage of any owner. */
  private highest = 0;
  private count = 0;

  /** Number of waiting items. */
  get size(): number {
    return this.count;
  }

  add(name: string, item: Item): void {
    const owner = this.ownerOf(name);
    if (owner.waiting.length === 0) owner.used = Math.max(owner.used, this.floor);
    owner.waiting.push(item);
    this.count += 1;
  }

  /** Removes and returns the next item; undefined when none waits. */
  take(): Item | undefined {
    let next: Owner<Item> | undefined;
    for (const owner of this.owners.values()) {
      if (owner.waiting.length > 0 && (!next || owner.used < next.used)) next = owner;
    }
    if (!next) return undefined;
    this.floor = Math.max(this.floor, next.used);
    this.count -= 1;
    return next.waiting.shift();
  }

  /** Records how much of the resource an owner has used. */
  charge(name: string, amount: number): void {
    const owner = this.ownerOf(name);
    owner.used += amount;
    this.highest = Math.max(this.highest, owner.used);
    // Usage while no item was waiting does not count against its owner.
    if (this.count === 0) this.floor = this.highest;
  }

  private ownerOf(name: string): Owner<Item> {
    const known = this.owners.get(name);
    if (known) return known;
    if (this.owners.size >= MAX_IDLE_OWNERS) this.forgetIdle();
    const owner = { waiting: [], used: this.floor };
    this.owners.set(name, owner);
    return owner;
  }

  private forgetIdle(): void {
    for (const [name, { waiting, used }] of this.owners) {
      if (waiting.length === 0 && used <= this.floor) this.owners.delete(name);
    }
  }
}
