import type { Logger } from '../logging/logger.js';

/** How the notices of a channel travel to other processes, where they are more than plain data. */
interface NoticeForm<Notice extends object> {
  /** Returns the plain data of a notice. */
  toPlain(notice: Notice): object;
  fromPlain(plain: object): Notice;
}

/** A kind of notice, with a unique name. Within one process a notice is handed over as it is. */
export class NoticeChannel<Notice extends object> {
  constructor(
    readonly name: string,
    readonly form: NoticeForm<Notice> = { toPlain: (notice) => notice, fromPlain: (plain) => plain as Notice },
  ) {}
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

/** A notice as plain data, with the name of its channel. */
export type PlainNotice = readonly [channel: string, notice: object];

/** The subscribers of this process. One that fails is logged, and does not affect the others or the publisher. */
export class Subscribers {
  private readonly all: { channel: NoticeChannel<object>; subscriber: NoticeSubscriber<object> }[] = [];

  constructor(private readonly logger: Logger) {}

  add<Notice extends object>(channel: NoticeChannel<Notice>, subscriber: NoticeSubscriber<Notice>): void {
    this.all.push({ channel, subscriber });
  }

  onNotice<Notice extends object>({ name }: NoticeChannel<Notice>, notice: Notice): void {
    for (const { channel, subscriber } of this.all) {
      if (channel.name === name) this.guard(() => subscriber.onNotices([notice]));
    }
  }

  /** Each subscriber receives all notices of its channel in one call. */
  onPlainNotices(notices: readonly PlainNotice[]): void {
    for (const { channel, subscriber } of this.all) {
      const own = notices.filter(([name]) => name === channel.name);
      if (own.length === 0) continue;
      this.guard(() => subscriber.onNotices(own.map(([, plain]) => channel.form.fromPlain(plain))));
    }
  }

  onInterruption(): void {
    for (const { subscriber } of this.all) this.guard(() => subscriber.onInterruption());
  }

  private guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.logger.warn(
        { err: error },
        'A notice could not be handled; clients see what it was about when they next fetch',
      );
    }
  }

  clear(): void {
    this.all.length = 0;
  }
}

/** {@link PubSub} of a single-process deployment. */
export class LocalPubSub extends PubSub {
  private readonly subscribers: Subscribers;

  constructor(logger: Logger) {
    super();
    this.subscribers = new Subscribers(logger);
  }

  publish<Notice extends object>(channel: NoticeChannel<Notice>, notice: Notice): void {
    this.subscribers.onNotice(channel, notice);
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
