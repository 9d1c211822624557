/** Owners that are remembered although nothing of theirs waits. */
const MAX_IDLE_OWNERS = 1000;

interface Owner<Item> {
  waiting: Item[];
  /** What the owner has used. */
  used: number;
}

/**
 * What waits for a share of something, by owner. The owner that has used least goes first, in its own order of arrival,
 * so that whoever brings much waits behind its own, not before others. Nobody saves up: an owner that comes back begins
 * where those are who wait.
 */
export class FairQueue<Item> {
  private readonly owners = new Map<string, Owner<Item>>();
  /** What the owner had used that was last served; as long as nobody waits, what any has used. */
  private floor = 0;
  /** The most that any has used. */
  private highest = 0;
  private count = 0;

  /** How much waits. */
  get size(): number {
    return this.count;
  }

  add(name: string, item: Item): void {
    const owner = this.ownerOf(name);
    if (owner.waiting.length === 0) owner.used = Math.max(owner.used, this.floor);
    owner.waiting.push(item);
    this.count += 1;
  }

  /** Takes out whose turn it is; undefined when nothing waits. */
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

  /** Notes what an owner has used of what is shared. */
  charge(name: string, amount: number): void {
    const owner = this.ownerOf(name);
    owner.used += amount;
    this.highest = Math.max(this.highest, owner.used);
    // What nobody else wanted is held against nobody.
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
