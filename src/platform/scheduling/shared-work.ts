interface Running<T> {
  result: Promise<T>;
  /** Callers that have not left. */
  waiting: number;
  readonly end: AbortController;
}

/**
 * Work with a key that runs once for all who ask for it at the same time. A caller leaves when its signal aborts; when the last
 * one has left, the signal of the work aborts.
 */
export class SharedWork<T> {
  private readonly running = new Map<string, Running<T>>();

  /** Joins the work with this key, or begins it. */
  join(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const joined = this.running.get(key) ?? this.begin(key, work);
    joined.waiting += 1;
    const leave = (): void => {
      joined.waiting -= 1;
      if (joined.waiting === 0) this.end(key, joined);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return joined.result.finally(() => signal.removeEventListener('abort', leave));
  }

  /** Tells all work to end. */
  endAll(): void {
    for (const [key, one] of this.running) this.end(key, one);
  }

  private begin(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const end = new AbortController();
    const begun: Running<T> = { waiting: 0, end, result: work(end.signal).finally(() => this.forget(key, begun)) };
    this.running.set(key, begun);
    return begun;
  }

  /** Callers that come later begin it again. */
  private end(key: string, one: Running<T>): void {
    this.forget(key, one);
    one.end.abort();
  }

  private forget(key: string, one: Running<T>): void {
    if (this.running.get(key) === one) this.running.delete(key);
  }
}
