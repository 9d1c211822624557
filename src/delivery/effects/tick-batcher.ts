/**
 * Turns of the event loop that calls wait for others at most: a tenth of a second or so, because between two slices of
 * such work up to sixteen turns belong to whatever else is to be done.
 */
const MAX_TURNS = 320;

/**
 * Collects calls and makes them together: runs are executed one by one, and yet a chunk of them costs a few commands.
 * Calls are collected in one turn of the event loop, and in the next ones as long as more are likely to come.
 */
export class TickBatcher<Request, Result> {
  private waiting: { request: Request; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];

  /**
   * `answer` gives one result per request, in their order. `isMoreToCome`: whether runs wait for a later turn of the event
   * loop that may call, too.
   */
  constructor(
    private readonly answer: (requests: Request[]) => Promise<Result[]>,
    private readonly isMoreToCome: () => boolean,
  ) {}

  ask(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) this.flushSoon(MAX_TURNS);
      this.waiting.push({ request, resolve, reject });
    });
  }

  private flushSoon(turns: number): void {
    setImmediate(() => {
      if (turns > 0 && this.isMoreToCome()) this.flushSoon(turns - 1);
      else void this.flushAll();
    });
  }

  private async flushAll(): Promise<void> {
    const calls = this.waiting;
    this.waiting = [];
    try {
      const results = await this.answer(calls.map(({ request }) => request));
      calls.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
}
