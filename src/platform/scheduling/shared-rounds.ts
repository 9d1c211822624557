/** Milliseconds for which an owner counts as active after it has requested work. */
const ACTIVE_MS = 1000;
/** Milliseconds after which waiting work begins in any case: what is in progress may hang, and nothing may wait for that. */
const MAX_WAIT_MS = 250;

interface Owner {
  /** Pieces of work in progress. */
  running: number;
  /** Pieces that were begun in this round. */
  begun: number;
  /** Whether the pause after a round is in progress. */
  pausing: boolean;
  /** Begin the work that waits, in its order. */
  readonly waiting: Set<() => void>;
  /** When its work was last requested, in milliseconds. */
  activeAt: number;
}

/** How owners share. */
interface Limits {
  /** Pieces of work that begin together in a round. */
  readonly pieces: number;
  /** Pieces that an owner may request at a time without pauses. */
  readonly piecesWithoutPause: number;
  /** Milliseconds between two rounds. */
  readonly pauseMs: number;
}

/**
 * While several owners are active, each one's work is done in rounds: what is requested during a round, or in the pause after
 * it, begins together when both are over. So the work of an owner that asks for much at a time shares commands of the store,
 * and between its rounds the others find the process free. One that asks for few pieces at a time has no pauses, and one
 * that is alone has no rounds.
 */
export class SharedRounds {
  /** In the order of their last activity. */
  private readonly owners = new Map<string, Owner>();

  constructor(
    private readonly limits: Limits,
    private readonly now: () => number = () => performance.now(),
    private readonly timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
  ) {}

  /** Does the work when its owner may begin it. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const owner = this.activate(name);
    if (owner.waiting.size === 0 && this.mayBegin(owner)) this.begin(owner);
    else await this.turn(owner);
    try {
      return await work();
    } finally {
      this.end(owner);
    }
  }

  /** Whether others are active, too. */
  isShared(name: string): boolean {
    return this.hasOthers(this.owners.get(name));
  }

  private activate(name: string): Owner {
    const idle = { running: 0, begun: 0, pausing: false, waiting: new Set<() => void>(), activeAt: 0 };
    const owner = this.owners.get(name) ?? idle;
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
        this.begin(owner);
        resolve();
      };
      const timer = this.timers.setTimeout(begin, MAX_WAIT_MS);
      owner.waiting.add(begin);
    });
  }

  private begin(owner: Owner): void {
    owner.running += 1;
    owner.begun += 1;
  }

  private end(owner: Owner): void {
    owner.running -= 1;
    if (owner.running === 0) this.endRound(owner);
    else if (!this.hasOthers(owner)) this.beginWaiting(owner);
  }

  private endRound(owner: Owner): void {
    const pieces = owner.begun + owner.waiting.size;
    owner.begun = 0;
    if (pieces <= this.limits.piecesWithoutPause || !this.hasOthers(owner)) return this.beginWaiting(owner);
    owner.pausing = true;
    this.timers.setTimeout(() => {
      owner.pausing = false;
      if (this.mayBegin(owner)) this.beginWaiting(owner);
    }, this.limits.pauseMs);
  }

  /** The next round; for an owner that is alone, all that waits. */
  private beginWaiting(owner: Owner): void {
    const limit = this.hasOthers(owner) ? this.limits.pieces : Infinity;
    for (const begin of owner.waiting) {
      if (owner.begun >= limit) return;
      begin();
    }
  }

  private mayBegin(owner: Owner): boolean {
    return (owner.running === 0 && !owner.pausing) || !this.hasOthers(owner);
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
