/** Unread notifications by severity. */
export class SeverityCountsDto {
  /** Of severity `high`. */
  high: number;

  /** Of severity `medium`. */
  medium: number;

  /** Of severity `low`. */
  low: number;

  /** Without a severity. */
  none: number;
}

/** How many notifications are unread. */
export class UnreadCountDto {
  /** All of them. */
  total: number;

  /** The same, by severity. */
  severity: SeverityCountsDto;
}

/** An open session. */
export class SessionDto {
  /** What the widget shows from now on, as `Authorization: Bearer <token>` and to the socket. */
  token: string;

  /** How many notifications of these contexts are unread. */
  unreadCount: UnreadCountDto;

  /** Deprecated, use `unreadCount`: all unread notifications. */
  totalUnreadCount: number;

  /** Whether the widget leaves out the mark of its maker; always true. */
  removeNovuBranding: boolean;

  /** Whether the widget says that it is not in production: in environments of type `dev`. */
  isDevelopmentMode: boolean;

  /** Hours for which a notification can be snoozed at most. */
  maxSnoozeDurationHours: number;

  /**
   * The contexts of the session, each `type:id`.
   * @example ["tenant:acme"]
   */
  contextKeys: string[];
}
