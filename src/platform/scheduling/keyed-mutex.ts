/**
 * Serializes work with the same key within this process. Correctness must not depend on it, because there may be other
 * processes; it only avoids repeated conflicts between requests.
 */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` when all earlier work with the same key has finished, whether it succeeded or not. */
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
