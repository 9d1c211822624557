/**
 * Batches that may be in their first moments at the same time: one of an environment with much to deliver, one of the
 * others.
 */
const FRESH_BATCHES = 2;
/**
 * Milliseconds for which the next turns wait for a batch. Most batches have been stored by then; others wait for
 * providers.
 */
const FRESH_MS = 25;

interface WaitingTurn<Turn> {
  turn: Turn;
  resolve: (ended: Promise<void>) => void;
}

/**
 * Puts turns together into batches: what arrives while a batch is being delivered forms the next one, so that the
 * batches are as large as the load, and a lone turn does not wait. An environment whose turns are not part of a fresh
 * batch does not wait for those of others.
 */
export class TurnBatches<Turn extends { readonly environmentId: string }> {
  private waiting: WaitingTurn<Turn>[] = [];
  /** The environments of each batch that is fresh. */
  private readonly fresh = new Set<ReadonlySet<string>>();

  /**
   * `deliver` returns one promise per turn, in their order, which resolves when its events have been delivered. A batch
   * has at most `limit` turns.
   */
  constructor(
    private readonly deliver: (turns: Turn[]) => Promise<void>[],
    private readonly limit: number,
    private readonly timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
  ) {}

  /** Resolves or rejects when the turn has ended. */
  add(turn: Turn): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ turn, resolve });
      // Turns that arrive together begin together.
      if (this.waiting.length === 1) setImmediate(() => this.beginNext());
    });
  }

  private beginNext(): void {
    if (this.fresh.size >= FRESH_BATCHES) return;
    const isFresh = ({ turn }: WaitingTurn<Turn>) => [...this.fresh].some((batch) => batch.has(turn.environmentId));
    const beginning = this.waiting.filter((one) => !isFresh(one)).slice(0, this.limit);
    if (beginning.length === 0) return;
    const begun = new Set(beginning);
    this.waiting = this.waiting.filter((one) => !begun.has(one));
    const ended = this.deliver(beginning.map(({ turn }) => turn));
    beginning.forEach(({ resolve }, index) => resolve(ended[index]!));
    this.keepFresh(new Set(beginning.map(({ turn }) => turn.environmentId)), ended);
    // Environments that had no place in this batch.
    this.beginNext();
  }

  private keepFresh(environmentIds: ReadonlySet<string>, ended: Promise<void>[]): void {
    this.fresh.add(environmentIds);
    const end = () => {
      this.timers.clearTimeout(timer);
      if (this.fresh.delete(environmentIds)) this.beginNext();
    };
    const timer = this.timers.setTimeout(end, FRESH_MS);
    void Promise.allSettled(ended).then(end);
  }
}
