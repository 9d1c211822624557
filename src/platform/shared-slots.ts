/** Milliseconds for which an owner counts as active after it has requested work. */
const ACTIVE_MS = 1000;
/** Milliseconds after which waiting work begins in any case: what is in progress may hang, and nothing may wait for that. */
const MAX_WAIT_MS = 250;

interface Owner {
  running: number;
  /** Begin the work that waits, in its order. */
  readonly waiting: Set<() => void>;
  /** When its work was last requested, in milliseconds. */
  activeAt: number;
}

/**
 * Limits how much work of one owner is in progress while others are active, so that their work competes with a few pieces
 * of it and not with all. An owner that is alone is not limited: pieces that are in progress together share commands of
 * the store.
 */
export class SharedSlots {
  /** In the order of their last activity. */
  private readonly owners = new Map<string, Owner>();

  /** @param limit Pieces of work that one of several owners may have in progress. */
  constructor(
    private readonly limit: number,
    private readonly now: () => number = () => performance.now(),
    private readonly timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
  ) {}

  /** Does the work when its owner may begin it. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const owner = this.activate(name);
    if (owner.waiting.size === 0 && this.mayBegin(owner)) owner.running += 1;
    else await this.turn(owner);
    try {
      return await work();
    } finally {
      owner.running -= 1;
      this.beginWaiting(owner);
    }
  }

  private activate(name: string): Owner {
    const owner = this.owners.get(name) ?? { running: 0, waiting: new Set(), activeAt: 0 };
    owner.activeAt = this.now();
    this.owners.delete(name);
    this.owners.set(name, owner);
    return owner;
  }

  private turn(owner: Owner): Promise<void> {
    return new Promise((resolve) => {
      const begin = (): void => {
        this.timers.clearTimeout(timer);
        owner.waiting.delete(begin);
        owner.running += 1;
        resolve();
      };
      const timer = this.timers.setTimeout(begin, MAX_WAIT_MS);
      owner.waiting.add(begin);
    });
  }

  /** All that waits begins when its owner is alone again. */
  private beginWaiting(owner: Owner): void {
    for (const begin of owner.waiting) {
      if (!this.mayBegin(owner)) return;
      begin();
    }
  }

  /** Whether others are active, too. */
  isShared(name: string): boolean {
    return this.hasOthers(this.owners.get(name));
  }

  private mayBegin(owner: Owner): boolean {
    return owner.running < this.limit || !this.hasOthers(owner);
  }

  /** Whether others are active; those that are not are forgotten. */
  private hasOthers(owner: Owner | undefined): boolean {
    const since = this.now() - ACTIVE_MS;
    for (const [name, other] of this.owners) {
      if (other === owner) continue;
      if (other.running > 0 || other.activeAt > since) return true;
      this.owners.delete(name);
    }
    return false;
  }
}
