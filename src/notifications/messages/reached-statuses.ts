import { AWAITED_STATUSES, type AwaitedStatus } from '../../workflows/steps/awaited.js';
import { stepDetailStatus } from './message-event.js';
import { shownState } from './message-state.js';
import type { Message } from './message.schema.js';

/** The fields of a message that say what has become of it, but for its reports. */
export const REACHED = {
  channel: 1,
  status: 1,
  seen: 1,
  read: 1,
  readAt: 1,
  archived: 1,
  archivedAt: 1,
  snoozedUntil: 1,
  beforeSnooze: 1,
  deliveredAt: 1,
  lastCompleted: 1,
} as const;

type Shown = Pick<
  Message,
  'read' | 'archived' | 'snoozedUntil' | 'beforeSnooze' | 'deliveredAt' | 'readAt' | 'archivedAt'
>;
/** A message, as far as it decides. Those of an inbox need their state, others their reports. */
export type Reached = Pick<Message, 'channel' | 'status' | 'seen' | 'lastCompleted'> & {
  reports?: readonly Pick<NonNullable<Message['reports']>[number], 'status'>[];
} & Shown;

/**
 * What has become of a message (behaviour CS71). A notification of an inbox is delivered when it is stored, and opened when it
 * is read. For other messages their reports decide: one that was clicked was opened, and what was opened was delivered, seen
 * and read. Bounced is what could not be sent, or not be delivered.
 */
export function reachedStatuses(message: Reached, now: Date): AwaitedStatus[] {
  const reached = message.channel === 'in_app' ? ofInbox(message, now) : ofReports(message);
  return AWAITED_STATUSES.filter((status) => reached[status]);
}

function ofInbox(message: Reached, now: Date): Record<AwaitedStatus, boolean> {
  const { read } = shownState(message, now);
  const clicked = message.lastCompleted !== undefined;
  return { delivered: true, opened: read, clicked, bounced: false, seen: message.seen, read };
}

function ofReports({ status, reports = [] }: Reached): Record<AwaitedStatus, boolean> {
  const has = (one: string) => reports.some((report) => report.status === one);
  const clicked = has('clicked');
  const opened = clicked || has('opened');
  const delivered = opened || has('delivered');
  const bounced = status === 'error' || reports.some((report) => stepDetailStatus(report.status) === 'Failed');
  return { delivered, opened, clicked, bounced, seen: opened, read: opened };
}
