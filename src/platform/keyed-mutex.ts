/**
 * Runs work on the same thing one after the other within this process. It makes nothing correct, because there are other
 * processes; it keeps requests from conflicting again and again.
 */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` when all that came before with the same key has ended, whether it succeeded or not. */
  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const running = (this.last.get(key) ?? Promise.resolve()).then(work);
    const ended = running.catch(() => undefined);
    this.last.set(key, ended);
    try {
      return await running;
    } finally {
      if (this.last.get(key) === ended) this.last.delete(key);
    }
  }
}
