/** A kind of notice, with a unique name. A notice is plain data of the type that the owner of the channel declares. */
export class NoticeChannel<Notice extends object> {
  /** For the compiler only. */
  declare readonly notice: Notice;

  constructor(readonly name: string) {}
}

/** Receives the notices of one channel. */
export interface NoticeSubscriber<Notice extends object> {
  /** At least one notice, in the order in which each process published them. */
  onNotices(notices: readonly Notice[]): void;
  /** The connection was interrupted, so that notices may have been missed. */
  onInterruption(): void;
}

/**
 * Notifies all processes of events in one of them. Notices are not stored: a process that is not subscribed at that moment
 * never receives them, so nothing may depend on a notice alone.
 */
export abstract class PubSub {
  /** Never fails and never waits; an outage is logged once. */
  abstract publish<Notice extends object>(channel: NoticeChannel<Notice>, notice: Notice): void;

  /** Resolves when `subscriber` receives the notices of all processes, or after a second without Redis. */
  abstract subscribe<Notice extends object>(
    channel: NoticeChannel<Notice>,
    subscriber: NoticeSubscriber<Notice>,
  ): Promise<void>;

  /** Ends all subscriptions and closes the connections. */
  abstract close(): Promise<void>;
}

/** A notice with the name of its channel. */
export type NamedNotice = readonly [channel: string, notice: object];

/** The subscribers of this process. */
export class Subscribers {
  private readonly byChannel = new Map<string, NoticeSubscriber<object>[]>();

  add<Notice extends object>({ name }: NoticeChannel<Notice>, subscriber: NoticeSubscriber<Notice>): void {
    const others = this.byChannel.get(name) ?? [];
    this.byChannel.set(name, [...others, subscriber]);
  }

  /** Each subscriber receives all notices of its channel in one call. */
  onNotices(notices: readonly NamedNotice[]): void {
    for (const [name, subscribers] of this.byChannel) {
      const own = notices.filter(([channel]) => channel === name).map(([, notice]) => notice);
      if (own.length > 0) subscribers.forEach((subscriber) => subscriber.onNotices(own));
    }
  }

  onInterruption(): void {
    for (const subscribers of this.byChannel.values()) subscribers.forEach((subscriber) => subscriber.onInterruption());
  }

  clear(): void {
    this.byChannel.clear();
  }
}

/** {@link PubSub} of a single-process deployment. */
export class LocalPubSub extends PubSub {
  private readonly subscribers = new Subscribers();

  publish<Notice extends object>({ name }: NoticeChannel<Notice>, notice: Notice): void {
    this.subscribers.onNotices([[name, notice]]);
  }

  subscribe<Notice extends object>(
    channel: NoticeChannel<Notice>,
    subscriber: NoticeSubscriber<Notice>,
  ): Promise<void> {
    this.subscribers.add(channel, subscriber);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.subscribers.clear();
    return Promise.resolve();
  }
}
