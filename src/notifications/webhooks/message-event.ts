import type { WebhookEvent, WebhookEventType } from '../../outbound-webhooks/recording/webhook-event.js';
import type { DeliveryReport, Message } from '../messages/message.schema.js';
import { shownState } from '../messages/shown-state.js';
import type { BulkChange } from '../messages/bulk-changes.js';
import type { StateChange } from '../messages/state-changes.js';

/** The types of events that are about messages. */
export type MessageEventType = Extract<WebhookEventType, `message.${string}`>;

/** What can be done to a notification, as far as webhooks are told of it. */
export type PublishedChange = StateChange | BulkChange | 'snooze' | 'unsnooze';

/** The event of each change; nobody is told when a notification becomes unseen. */
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

/** What has happened to a message. */
export interface MessageHappening {
  message: Message;
  type: MessageEventType;
  at: Date;
  /** What tells it from others of its type about this message. */
  occurrence?: string;
  report?: DeliveryReport;
}

/** How sending went; undefined for what is not known yet. */
export function outcomeEvent({ status }: Pick<Message, 'status'>): MessageEventType | undefined {
  if (status === undefined || status === 'sent') return 'message.sent';
  return status === 'error' || status === 'warning' ? 'message.failed' : undefined;
}

/** `subscriberId`: the caller's own, unless the subscriber is gone. */
export function toMessageEvent(
  { message, type, at, occurrence, report }: MessageHappening,
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
