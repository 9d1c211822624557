interface Waiting<Item, Result> {
  items: Item[];
  handedOver: Promise<Result>;
}

/**
 * Hands things over in one exchange at a time: those that come while one is under way go together with the next. One
 * exchange of many costs little more than one of a few, and what comes alone does not wait.
 */
export class Gathered<Item, Result = void> {
  private running: Promise<unknown> | undefined;
  private waiting: Waiting<Item, Result> | undefined;

  constructor(private readonly exchange: (items: Item[]) => Promise<Result>) {}

  /** The result of the exchange that the items were part of. When it fails, all who had items in it are told. */
  add(items: readonly Item[]): Promise<Result> {
    if (!this.running) return this.start([...items]);
    if (this.waiting) {
      this.waiting.items.push(...items);
      return this.waiting.handedOver;
    }
    const gathered = [...items];
    const handedOver = this.running.then(() => {
      this.waiting = undefined;
      return this.start(gathered);
    });
    this.waiting = { items: gathered, handedOver };
    return handedOver;
  }

  private start(items: Item[]): Promise<Result> {
    const exchange = this.exchange(items);
    const end = (): void => {
      // Whoever waits for this exchange goes next, and takes its place.
      if (this.running === running && !this.waiting) this.running = undefined;
    };
    const running: Promise<unknown> = exchange.then(end, end);
    this.running = running;
    return exchange;
  }
}
