/**
 * Gathers calls that are made in one turn of the event loop and answers them together: runs are executed one by one,
 * and yet a chunk of them costs a few commands.
 */
export class Coalescer<Request, Result> {
  private waiting: { request: Request; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];

  /** `answer` gives one result per request, in their order. */
  constructor(private readonly answer: (requests: Request[]) => Promise<Result[]>) {}

  ask(request: Request): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => void this.answerAll());
      this.waiting.push({ request, resolve, reject });
    });
  }

  private async answerAll(): Promise<void> {
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
