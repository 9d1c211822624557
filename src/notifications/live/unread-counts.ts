import type { Severity } from '../../workflows/severity.js';

/** What the badge of an inbox shows: messages that are not read, by severity, and those not seen. */
export interface InboxCounts {
  readonly unread: { readonly total: number; readonly severity: Readonly<Record<Severity, number>> };
  readonly unseen: number;
}

/** Some unread messages that have the same severity, and were either seen or not. */
export interface CountedMessages {
  readonly severity: Severity;
  readonly seen: boolean;
  readonly count: number;
}

/** A message that is not seen is never read, so that the unread ones are all that is needed. */
export function sumCounts(unread: readonly CountedMessages[]): InboxCounts {
  const severity: Record<Severity, number> = { high: 0, medium: 0, low: 0, none: 0 };
  let total = 0;
  let unseen = 0;
  for (const group of unread) {
    severity[group.severity] += group.count;
    total += group.count;
    if (!group.seen) unseen += group.count;
  }
  return { unread: { total, severity }, unseen };
}
