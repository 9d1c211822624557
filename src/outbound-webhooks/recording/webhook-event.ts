import type { Types } from 'mongoose';
import { derivedId } from '../../platform/ids.js';
import type { StoredTrace } from '../../platform/tracing/trace-context.js';
import { currentTrace } from '../../platform/tracing/tracing.js';
import type { WebhookDelivery } from './webhook-delivery.schema.js';

/**
 * The types of events with their descriptions: requests accept these, and `GET /v1/webhooks/event-types` lists them.
 */
export const WEBHOOK_EVENT_TYPES = {
  'message.sent': 'A message was sent: handed to its provider, which accepted it, or put into an inbox.',
  'message.delivered': 'A provider has confirmed that a message was delivered.',
  'message.opened': 'A message was opened for the first time, as its provider or tracking says.',
  'message.clicked': 'A link of a message was followed for the first time, as its provider or tracking says.',
  'message.complained': 'A provider has reported that the recipient of a message has marked it as spam.',
  'message.failed': 'A message could not be sent, or a provider has reported that it did not arrive.',
  'message.suppressed': 'A step has sent nothing, because its address is on the suppression list.',
  'message.received': 'Somebody has sent a text message to a number of an integration; also keywords, such as STOP.',
  'message.seen': 'A notification was marked as seen.',
  'message.read': 'A notification was marked as read, or one of its buttons was used for the first time.',
  'message.unread': 'A notification was marked as unread.',
  'message.archived': 'A notification was put into the archive.',
  'message.unarchived': 'A notification was taken out of the archive.',
  'message.snoozed': 'A notification was hidden until a later time.',
  'message.unsnoozed': 'A snoozed notification is shown again.',
  'preference.updated': 'A subscriber, or the API for a subscriber, has changed preferences.',
  'workflow.created': 'A workflow was created.',
  'workflow.updated': 'A workflow was changed.',
  'workflow.published': 'A workflow was brought here from another environment or from files, new or changed.',
  'workflow.deleted': 'A workflow was deleted.',
  'push_token.removed': 'A device token was removed, because its provider says that the device no longer exists.',
  'integration.refused':
    'A provider refuses the account of an integration: somebody has to act. Sent once, until it recovers.',
} as const;

export type WebhookEventType = keyof typeof WEBHOOK_EVENT_TYPES;

/** All types, in the order in which they are shown. */
export const ALL_EVENT_TYPES = Object.keys(WEBHOOK_EVENT_TYPES) as WebhookEventType[];

/** The event that is sent to test an endpoint, whatever types it listens to. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** A message as events show it: its origin and state, without its content. */
interface MessageEventData {
  messageId: string;
  /** The caller's own id; missing when the subscriber was deleted meanwhile. */
  subscriberId?: string;
  transactionId: string;
  /** The identifier that triggers name. */
  workflowId: string;
  stepId: string;
  channel: string;
  providerId?: string;
  integrationId?: string;
  providerMessageId?: string;
  contextKeys: string[];
  tags: string[];
  severity: string;
  seen: boolean;
  read: boolean;
  archived: boolean;
  snoozedUntil?: string;
  createdAt: string;
  /** Of `message.failed`: why, as a name of a closed list and in words. */
  error?: { id?: string; text?: string };
  /** Of what a provider has reported. */
  report?: { status: string; at: string; response?: string };
}

/** A step without a message, and the entry of the suppression list that has stopped it. */
interface SuppressedEventData {
  subscriberId: string;
  transactionId: string;
  workflowId: string;
  stepId: string;
  channel: string;
  /** The reason of the entry, and when it was added. */
  reason: string;
  since: string;
}

/** A text message that somebody has sent. */
interface ReceivedEventData {
  channel: 'sms';
  integrationId: string;
  identifier: string;
  providerId: string;
  /** The provider's own id of the message. */
  providerMessageId: string;
  /** Who has sent it, and the number it was sent to. */
  from: string;
  to: string;
  text: string;
  /** The keyword that it is. */
  keyword?: string;
  /** The subscribers with that number, at most 50. `subscriberId` is the only one, where there is one. */
  subscriberIds: string[];
  subscriberId?: string;
  receivedAt: string;
}

/** Preferences of a subscriber after the change. */
export interface PreferenceEventData {
  subscriberId: string;
  contextKeys: string[];
  level: 'global' | 'workflow';
  /** With the level `workflow`: the identifier that triggers name. */
  workflowId?: string;
  enabled: boolean;
  channels: object;
  /** With the level `global`, when one is set. */
  schedule?: object;
  /** With the level `global`, where everything is paused. */
  pausedUntil?: Date;
}

/** A workflow, without its steps. */
interface WorkflowEventData {
  _id: string;
  workflowId: string;
  name: string;
  active: boolean;
  tags: string[];
  version: number;
}

/** The subscriber and the integration of a removed token. */
interface PushTokenEventData {
  subscriberId: string;
  integrationId: string;
  providerId: string;
}

/** An integration whose provider refuses the account, and the provider's words. */
interface IntegrationEventData {
  integrationId: string;
  identifier: string;
  channel: string;
  providerId: string;
  error: string;
  statusCode?: number;
}

/** `data` by type. */
type WebhookEventData = Record<
  Exclude<Extract<WebhookEventType, `message.${string}`>, 'message.received' | 'message.suppressed'>,
  MessageEventData
> &
  Record<Extract<WebhookEventType, `workflow.${string}`>, WorkflowEventData> & {
    'message.received': ReceivedEventData;
    'message.suppressed': SuppressedEventData;
    'preference.updated': PreferenceEventData;
    'push_token.removed': PushTokenEventData;
    'integration.refused': IntegrationEventData;
  };

interface EventOf<Type extends WebhookEventType> {
  type: Type;
  /**
   * Subject of the event. The id is derived from it, the type and `occurrence`: an event recorded twice is sent
   * once.
   */
  origin: { id: Types.ObjectId; occurrence?: string };
  at: Date;
  /** Internal id of the subscriber it is about: deliveries of the event are deleted with the subscriber. */
  person?: Types.ObjectId;
  /** The trace that requests to endpoints continue. Default: that of the request which has caused the event. */
  trace?: StoredTrace;
  data: WebhookEventData[Type];
}

/** Something that has happened. */
export type WebhookEvent = { [Type in WebhookEventType]: EventOf<Type> }[WebhookEventType];

/** An event as it is sent: its id is not part of the body but a header. */
interface SentEvent {
  id: Types.ObjectId;
  type: string;
  at: Date;
  data: object;
  person?: Types.ObjectId;
  trace?: StoredTrace;
}

/** When the delivery is recorded, and when it expires. */
export interface DeliveryTimes {
  now: Date;
  expiresAt: Date;
}

/** Returns the delivery of an event to an endpoint, due immediately. */
export function newDelivery(
  { id, type, at, data, person, trace = currentTrace() }: SentEvent,
  endpoint: { _id: Types.ObjectId; environmentId: Types.ObjectId },
  { now, expiresAt }: DeliveryTimes,
): WebhookDelivery {
  return {
    _id: derivedId(id, endpoint._id),
    environmentId: endpoint.environmentId,
    endpointId: endpoint._id,
    ...(person && { subscriberId: person }),
    ...(trace && { trace }),
    eventId: `evt_${id}`,
    eventType: type,
    body: JSON.stringify({ type, timestamp: at.toISOString(), data }),
    status: 'pending',
    failures: 0,
    attempts: [],
    wakeAt: now,
    createdAt: now,
    expiresAt,
  };
}
