import { TooManyRequestsException } from '../errors/exceptions.js';

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

interface Waiting {
  begin: () => void;
  refuse: (error: Error) => void;
}

/** What waits for a place, by key; the key whose turn is next comes first. */
class Lane {
  private readonly byKey = new Map<string, Waiting[]>();
  private count = 0;

  constructor(private readonly limits: WaitingLimits) {}

  /** Throws 429 when enough waits already. */
  wait(key: string): Promise<void> {
    const own = this.byKey.get(key) ?? [];
    if (own.length >= this.limits.perKey) throw this.refusal();
    if (this.count >= this.limits.inAll) this.makeRoomFor(own.length);
    return new Promise((begin, refuse) => {
      own.push({ begin, refuse });
      this.byKey.set(key, own);
      this.count += 1;
    });
  }

  /** What has waited longest with the key whose turn it is. */
  next(): Waiting | undefined {
    for (const [key, waiting] of this.byKey) {
      const first = waiting.shift()!;
      this.count -= 1;
      this.byKey.delete(key);
      if (waiting.length > 0) this.byKey.set(key, waiting);
      return first;
    }
    return undefined;
  }

  /** Refuses the latest work of the key with the most, unless that would only make another one wait as much. */
  private makeRoomFor(own: number): void {
    const [most] = [...this.byKey.values()].toSorted((one, other) => other.length - one.length);
    if (!most || most.length <= own + 1) throw this.refusal();
    most.pop()!.refuse(this.refusal());
    this.count -= 1;
  }

  private refusal(): TooManyRequestsException {
    return new TooManyRequestsException(this.limits.refusal, 1);
  }
}

/**
 * Runs expensive work, at most `atOnce` pieces at a time. Others wait: those of callers who are known before those of
 * strangers, who never have all places, and of each kind keys take turns, so that nobody waits for all that somebody else has sent. What comes when
 * enough waits already is refused with 429, so that no number of requests uses up memory or threads.
 */
export class LimitedWork {
  private running = 0;
  private runningForStrangers = 0;
  private readonly known: Lane;
  private readonly strangers: Lane;

  constructor(
    private readonly atOnce: number,
    limits: WaitingLimits,
  ) {
    this.known = new Lane(limits);
    this.strangers = new Lane(limits);
  }

  async run<T>({ key, isKnown }: Turn, work: () => Promise<T>): Promise<T> {
    if (this.hasPlace(isKnown)) this.count(isKnown, 1);
    else await (isKnown ? this.known : this.strangers).wait(key);
    try {
      return await work();
    } finally {
      this.count(isKnown, -1);
      this.passOn();
    }
  }

  /** One place is kept free of strangers, if there are several. */
  private hasPlace(isKnown: boolean): boolean {
    if (this.running >= this.atOnce) return false;
    return isKnown || this.runningForStrangers < Math.max(1, this.atOnce - 1);
  }

  private count(isKnown: boolean, change: 1 | -1): void {
    this.running += change;
    if (!isKnown) this.runningForStrangers += change;
  }

  /** Gives free places to what waits, before they are seen by work that comes later. */
  private passOn(): void {
    for (const isKnown of [true, false]) {
      const lane = isKnown ? this.known : this.strangers;
      for (let next = this.nextIn(lane, isKnown); next; next = this.nextIn(lane, isKnown)) {
        this.count(isKnown, 1);
        next.begin();
      }
    }
  }

  private nextIn(lane: Lane, isKnown: boolean): Waiting | undefined {
    return this.hasPlace(isKnown) ? lane.next() : undefined;
  }
}
