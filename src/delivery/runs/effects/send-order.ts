/** What is sent of one event to one recipient on one channel. */
interface Group {
  event: string;
  /** Resolves when the group before has been sent, or has had its time; absent when there was none. */
  turn?: Promise<void>;
  open: Set<Promise<unknown>>;
}

/**
 * The order of what is sent to one recipient on one channel in this process: what is sent of an event begins when what was begun
 * of the event before has ended (behaviour S13). Messages of one event are sent at the same time.
 */
export class SendOrder {
  private readonly last = new Map<string, Group>();

  /** `patienceMs`: a slow provider delays the next message by no more than that. */
  constructor(
    private readonly patienceMs: number,
    private readonly timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
  ) {}

  run<Result>(line: string, event: string, send: () => Promise<Result>): Promise<Result> {
    const before = this.last.get(line);
    const group = before?.event === event ? before : this.next(line, event, before);
    const sent = group.turn ? group.turn.then(send) : send();
    group.open.add(sent);
    const end = () => {
      group.open.delete(sent);
      if (group.open.size === 0 && this.last.get(line) === group) this.last.delete(line);
    };
    sent.then(end, end);
    return sent;
  }

  private next(line: string, event: string, before: Group | undefined): Group {
    const group: Group = { event, open: new Set(), ...(before && { turn: this.ended([...before.open]) }) };
    this.last.set(line, group);
    return group;
  }

  private ended(open: Promise<unknown>[]): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.timers.setTimeout(resolve, this.patienceMs);
      void Promise.allSettled(open)
        .finally(() => this.timers.clearTimeout(timer))
        .then(() => resolve());
    });
  }
}
