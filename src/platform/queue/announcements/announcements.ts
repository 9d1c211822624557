/** What has happened in inboxes of one environment, to those they belong to, and to those who may look in. Ids are hexadecimal; whoever hears of it reads the rest. */
export interface InboxNotice {
  readonly environmentId: string;
  /** Subscribers (internal ids) with the messages that are new in their inboxes. */
  readonly received?: readonly (readonly [subscriberId: string, messageId: string])[];
  /** Subscribers (internal ids) whose messages were changed. */
  readonly changed?: readonly string[];
  /** Subscribers (internal ids) who were deleted; `all` when their environment was. */
  readonly gone?: readonly string[] | 'all';
  /** API keys of the environment or secrets of its applications work no longer. */
  readonly credentials?: 'withdrawn';
}

/** Hears of what happens in inboxes. */
export interface InboxHearer {
  hear(notices: readonly InboxNotice[]): void;
  /** Announcements may have been missed, because the way they come was interrupted. */
  missedSome(): void;
}

/**
 * Tells all processes what has happened in inboxes. Nothing is kept: who does not hear at that moment never will, and
 * what is lost is shown the next time somebody looks.
 */
export abstract class Announcements {
  /** Never fails and waits for nobody; an outage is logged once. */
  abstract announce(notice: InboxNotice): void;

  /** From now on `hearer` is told, as are others, what any process announces. Resolves when it is, or after a second without Redis. */
  abstract listen(hearer: InboxHearer): Promise<void>;

  /** Ends the listening and lets go of the connections. */
  abstract close(): Promise<void>;
}
