import type { DeliveryStatus } from '#libs/providers/webhooks/read-events.js';
import type { WebhookEvent, WebhookEventType } from '../../outbound-webhooks/recording/webhook-event.js';
import type { BulkChange } from './bulk-changes.js';
import { shownState, type StateChange } from './message-state.js';
import type { DeliveryReport, Message } from './message.schema.js';

/** The types of events that are about messages of workflows. */
export type MessageEventType = Exclude<
  Extract<WebhookEventType, `message.${string}`>,
  'message.received' | 'message.suppressed'
>;

/** Changes of a notification that may have a webhook event. */
export type PublishedChange = StateChange | BulkChange | 'snooze' | 'unsnooze';

/** The event of each change; there is none for `unseen`. */
export const EVENT_OF_CHANGE: Readonly<Record<PublishedChange, MessageEventType | undefined>> = {
  seen: 'message.seen',
  unseen: undefined,
  read: 'message.read',
  unread: 'message.unread',
  archive: 'message.archived',
  'archive-read': 'message.archived',
  unarchive: 'message.unarchived',
  snooze: 'message.snoozed',
  unsnooze: 'message.unsnoozed',
};

/** Something that has happened to a message, to be published as an event. */
export interface MessageEventInput {
  message: Message;
  type: MessageEventType;
  at: Date;
  /** Distinguishes it from other events of the same type about this message. */
  occurrence?: string;
  report?: DeliveryReport;
}

/** The event of the result of sending; undefined while the result is unknown. */
export function outcomeEvent({ status }: Pick<Message, 'status'>): MessageEventType | undefined {
  if (status === undefined || status === 'sent') return 'message.sent';
  return status === 'error' || status === 'warning' ? 'message.failed' : undefined;
}

/** How a provider's report is shown in a step's history. */
export function stepDetailStatus(status: DeliveryStatus): 'Success' | 'Warning' | 'Failed' {
  switch (status) {
    case 'rejected':
    case 'bounced':
    case 'dropped':
    case 'blocked':
    case 'failed':
    case 'undelivered':
      return 'Failed';
    case 'deferred':
    case 'delayed':
    case 'spam':
    case 'complaint':
    case 'unsubscribed':
      return 'Warning';
    case 'created':
    case 'accepted':
    case 'queued':
    case 'sending':
    case 'sent':
    case 'delivered':
    case 'opened':
    case 'clicked':
    case 'dismissed':
      return 'Success';
    default:
      return status satisfies never;
  }
}

/** When a message was sent, or sent again after it had been given up. */
export function sendingOf(
  { createdAt, replays, attempts }: Pick<Message, 'createdAt' | 'replays' | 'attempts'>,
  now: Date,
): { at: Date; occurrence?: string } {
  const at = attempts?.at(-1)?.at ?? now;
  return replays === undefined ? { at: createdAt } : { at, occurrence: at.toISOString() };
}

/** Whether a change is published: one to the state that the message already had leaves its dates as they were. */
export function isNews(
  type: MessageEventType,
  { firstSeenAt, readAt, archivedAt }: Pick<Message, 'firstSeenAt' | 'readAt' | 'archivedAt'>,
  now: Date,
): boolean {
  switch (type) {
    case 'message.seen':
      return firstSeenAt?.getTime() === now.getTime();
    case 'message.read':
      return readAt?.getTime() === now.getTime();
    case 'message.archived':
      return archivedAt?.getTime() === now.getTime();
    default:
      return true;
  }
}

/** The event of a provider's report, if it has one. */
export function eventOfReport({ status }: Pick<DeliveryReport, 'status'>): MessageEventType | undefined {
  if (status === 'delivered' || status === 'opened' || status === 'clicked') return `message.${status}`;
  if (status === 'spam' || status === 'complaint') return 'message.complained';
  return stepDetailStatus(status) === 'Failed' ? 'message.failed' : undefined;
}

/** Events that are part of what a trigger leads to; the others are caused by later requests. */
const OF_TRIGGER: readonly MessageEventType[] = ['message.sent', 'message.delivered', 'message.failed'];

/**
 * The webhook event of something that has happened to a message, with the state that the message has now.
 * `subscriberId`: the caller's own id; undefined for a deleted subscriber.
 */
export function toMessageEvent(
  { message, type, at, occurrence, report }: MessageEventInput,
  subscriberId: string | undefined,
  now: Date,
): WebhookEvent {
  const { _id, providerId, integrationId, providerMessageId, errorId, errorText, createdAt } = message;
  const { read, archived, snoozedUntil } = shownState(message, now);
  const isKnownError = type === 'message.failed' && (errorId !== undefined || errorText !== undefined);
  return {
    type,
    origin: { id: _id, ...(occurrence !== undefined && { occurrence }) },
    at,
    person: message.subscriberId,
    ...(OF_TRIGGER.includes(type) && { trace: message.trace }),
    data: {
      messageId: _id.toHexString(),
      ...(subscriberId !== undefined && { subscriberId }),
      transactionId: message.transactionId,
      workflowId: message.workflow.identifier,
      stepId: message.stepId,
      channel: message.channel,
      ...(providerId && { providerId }),
      ...(integrationId && { integrationId: integrationId.toHexString() }),
      ...(providerMessageId && { providerMessageId }),
      contextKeys: message.contextKeys,
      tags: message.tags,
      severity: message.severity,
      seen: message.seen,
      read,
      archived,
      ...(snoozedUntil && { snoozedUntil: snoozedUntil.toISOString() }),
      createdAt: createdAt.toISOString(),
      ...(isKnownError && { error: { ...(errorId && { id: errorId }), ...(errorText && { text: errorText }) } }),
      ...(report && { report: toReport(report) }),
    },
  };
}

function toReport({ status, at, response }: DeliveryReport) {
  return { status, at: at.toISOString(), ...(response !== undefined && { response }) };
}
