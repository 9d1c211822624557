import { TooManyRequestsException } from '../errors/exceptions.js';
import { groupBy } from '../values/group-by.js';

/** Whose work it is. */
export interface Turn {
  /** Work with the same key waits in its order; keys take turns. */
  key: string;
  /** Goes before all work of strangers. */
  isKnown: boolean;
}

/** How much may wait, and what is said to the rest. */
interface WaitingLimits {
  readonly perKey: number;
  readonly inAll: number;
  /** The message of the 429. */
  readonly refusal: string;
}

interface Waiting extends Turn {
  begin: () => void;
  refuse: (error: Error) => void;
}

/**
 * Runs expensive work, at most `atOnce` pieces at a time. Known callers go before strangers, who never have all places. Among
 * each kind keys take turns, so that a key with much work delays only itself. The limits of what waits hold for each kind.
 * Work above them is refused with 429, so that no number of requests uses up memory or threads.
 */
export class LimitedWork {
  private running = 0;
  private runningForStrangers = 0;
  /** The key whose turn is next comes first. */
  private waiting: Waiting[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly limits: WaitingLimits,
  ) {}

  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (this.hasPlace(turn)) this.count(turn, 1);
    else await this.wait(turn);
    try {
      return await work();
    } finally {
      this.count(turn, -1);
      this.passOn();
    }
  }

  /** One place is kept free of strangers, if there are several. */
  private hasPlace({ isKnown }: Turn): boolean {
    if (this.running >= this.atOnce) return false;
    return isKnown || this.runningForStrangers < Math.max(1, this.atOnce - 1);
  }

  private count({ isKnown }: Turn, change: 1 | -1): void {
    this.running += change;
    if (!isKnown) this.runningForStrangers += change;
  }

  private wait(turn: Turn): Promise<void> {
    const ofKind = this.waiting.filter(({ isKnown }) => isKnown === turn.isKnown);
    const own = ofKind.filter(({ key }) => key === turn.key).length;
    if (own >= this.limits.perKey) throw this.refusal();
    if (ofKind.length >= this.limits.inAll) this.makeRoom(ofKind, own);
    return new Promise((begin, refuse) => this.waiting.push({ ...turn, begin, refuse }));
  }

  /** Refuses the latest work of the key with the most, unless that would only make another one wait as much. */
  private makeRoom(ofKind: readonly Waiting[], own: number): void {
    const groups = [...groupBy(ofKind, ({ key }) => key).values()];
    const [most = []] = groups.toSorted((one, other) => other.length - one.length);
    if (most.length <= own + 1) throw this.refusal();
    const latest = most.at(-1)!;
    this.waiting.splice(this.waiting.indexOf(latest), 1);
    latest.refuse(this.refusal());
  }

  /** Gives free places to what waits, before they are seen by work that comes later. */
  private passOn(): void {
    for (let next = this.next(); next; next = this.next()) {
      this.count(next, 1);
      next.begin();
    }
  }

  /** What has waited longest with the key whose turn it is. */
  private next(): Waiting | undefined {
    const first = this.waiting.find(({ isKnown }) => isKnown) ?? this.waiting[0];
    if (!first || !this.hasPlace(first)) return undefined;
    const isSame = ({ key, isKnown }: Waiting) => key === first.key && isKnown === first.isKnown;
    const others = this.waiting.filter((one) => !isSame(one));
    this.waiting = [...others, ...this.waiting.filter((one) => isSame(one) && one !== first)];
    return first;
  }

  private refusal(): TooManyRequestsException {
    return new TooManyRequestsException(this.limits.refusal, 1);
  }
}
