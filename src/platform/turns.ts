/**
 * Lets those who want to change the same thing do so one after the other, as far as they are in this process. It makes
 * nothing correct, because there are other processes; it keeps many from losing to each other again and again.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Does the work when all who came before with the same key are done, whether they succeeded or not. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(key) ?? Promise.resolve()).then(work);
    const done = turn.catch(() => undefined);
    this.last.set(key, done);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === done) this.last.delete(key);
    }
  }
}
