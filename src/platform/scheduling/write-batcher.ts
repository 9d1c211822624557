interface Waiting<Item, Result> {
  items: Item[];
  written: Promise<Result>;
}

/**
 * Writes one batch of items at a time: items added during a write form the next batch. A large batch costs little more
 * than a small one, and a single item does not wait.
 */
export class WriteBatcher<Item, Result = void> {
  private running: Promise<unknown> | undefined;
  private waiting: Waiting<Item, Result> | undefined;

  constructor(private readonly write: (items: Item[]) => Promise<Result>) {}

  /** The result of the batch that the items were part of. When it fails, every caller's promise rejects. */
  add(items: readonly Item[]): Promise<Result> {
    if (!this.running) return this.start([...items]);
    if (this.waiting) {
      this.waiting.items.push(...items);
      return this.waiting.written;
    }
    const batch = [...items];
    const written = this.running.then(() => {
      this.waiting = undefined;
      return this.start(batch);
    });
    this.waiting = { items: batch, written };
    return written;
  }

  private start(items: Item[]): Promise<Result> {
    const write = this.write(items);
    const end = (): void => {
      // A waiting batch is written next, and becomes the running one.
      if (this.running === running && !this.waiting) this.running = undefined;
    };
    const running: Promise<unknown> = write.then(end, end);
    this.running = running;
    return write;
  }
}
