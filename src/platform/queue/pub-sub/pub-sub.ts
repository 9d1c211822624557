/**
 * One kind of notices, by a name of its own. What is in a notice is plain data, as its owner says it in the type.
 */
export class NoticeChannel<Notice extends object> {
  /** Only the compiler looks at it. */
  declare readonly notice: Notice;

  constructor(readonly name: string) {}
}

/** Who gets notices of one channel. */
export interface NoticeSubscriber<Notice extends object> {
  /** At least one, in the order in which each process has published them. */
  onNotices(notices: readonly Notice[]): void;
  /** Notices may have been missed, because the way they come was interrupted. */
  onInterruption(): void;
}

/**
 * Tells all processes what has happened in one of them. Nothing is kept: who is not subscribed at that moment never gets
 * it, so that whatever depends on a notice is found in another way later on.
 */
export abstract class PubSub {
  /** Never fails and waits for nobody; an outage is logged once. */
  abstract publish<Notice extends object>(channel: NoticeChannel<Notice>, notice: Notice): void;

  /** Resolves when `subscriber` gets what any process publishes, or after a second without Redis. */
  abstract subscribe<Notice extends object>(
    channel: NoticeChannel<Notice>,
    subscriber: NoticeSubscriber<Notice>,
  ): Promise<void>;

  /** Ends all subscriptions and lets go of the connections. */
  abstract close(): Promise<void>;
}
