import type { Key } from '../ids.js';

interface Slots {
  taken: number;
  readonly waiting: (() => void)[];
}

/** Frees a slot, once however often it is called. */
export type Release = () => void;

/**
 * Limits the work that is in progress in this process, for each key and in all. What finds no slot waits for one, oldest
 * first ({@link run}, {@link take}), or is refused ({@link tryTake}).
 */
export class KeyedSemaphore {
  private readonly slots = new Map<string, Slots>();
  private taken = 0;

  constructor(
    private readonly perKey: number,
    private readonly inAll = Infinity,
  ) {}

  /** Does the work in a slot of its key. Begins it at once when one is free. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const release = this.tryTake(key) ?? (await this.wait(key));
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** For work that ends elsewhere than in a promise. */
  async take(key: Key): Promise<Release> {
    return this.tryTake(key) ?? this.wait(key);
  }

  /** Returns undefined when all slots are taken. */
  tryTake(key: Key): Release | undefined {
    const own = this.slotsOf(key);
    return this.isFree(own) ? this.occupy(String(key), own) : undefined;
  }

  /** Whether all slots of the key are taken. */
  isFull(key: Key): boolean {
    return !this.isFree(this.slotsOf(key));
  }

  private slotsOf(key: Key): Slots {
    return this.slots.get(String(key)) ?? { taken: 0, waiting: [] };
  }

  private isFree({ taken }: Slots): boolean {
    return taken < this.perKey && this.taken < this.inAll;
  }

  private wait(name: Key): Promise<Release> {
    const key = String(name);
    const own = this.slotsOf(key);
    this.slots.set(key, own);
    return new Promise((resolve) => own.waiting.push(() => resolve(this.occupy(key, own))));
  }

  private occupy(key: string, own: Slots): Release {
    // At the end: keys take turns where they wait for the limit in all.
    this.slots.delete(key);
    this.slots.set(key, own);
    own.taken += 1;
    this.taken += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      own.taken -= 1;
      this.taken -= 1;
      this.passOn(key, own);
    };
  }

  /** Hands a free slot to what waits, before work that comes later can take it. */
  private passOn(key: string, own: Slots): void {
    if (own.taken === 0 && own.waiting.length === 0) this.slots.delete(key);
    const candidates = this.inAll === Infinity ? [own] : this.slots.values();
    for (const one of candidates) {
      if (one.waiting.length > 0 && this.isFree(one)) return one.waiting.shift()!();
    }
  }
}

/**
 * Runs work with the same key one after the other within this process. Correctness must not depend on it, because there may be
 * other processes; it only avoids repeated conflicts between requests.
 */
export class KeyedMutex extends KeyedSemaphore {
  constructor() {
    super(1);
  }
}
