import type { Types } from 'mongoose';
import type { WebhookEventType } from './event-types.js';

/** A message as events show it: where it comes from and how it stands, without its content. */
export interface MessageEventData {
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

/** What a subscriber has chosen, as it stands after the change. */
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
}

/** A workflow, without its steps. */
export interface WorkflowEventData {
  _id: string;
  workflowId: string;
  name: string;
  active: boolean;
  tags: string[];
  version: number;
}

/** Whose token went, and which integration it belonged to. */
export interface PushTokenEventData {
  subscriberId: string;
  integrationId: string;
  providerId: string;
}

/** `data` by type. */
export type WebhookEventData = Record<Extract<WebhookEventType, `message.${string}`>, MessageEventData> &
  Record<Extract<WebhookEventType, `workflow.${string}`>, WorkflowEventData> & {
    'preference.updated': PreferenceEventData;
    'push_token.removed': PushTokenEventData;
  };

interface EventOf<Type extends WebhookEventType> {
  type: Type;
  /** What it is about. With the type and `occurrence` it makes the id: what is recorded twice is sent once. */
  origin: { id: Types.ObjectId; occurrence?: string };
  at: Date;
  /** Internal id of the subscriber it is about: with the subscriber, what is stored of the event is deleted. */
  person?: Types.ObjectId;
  data: WebhookEventData[Type];
}

/** Something that has happened. */
export type WebhookEvent = { [Type in WebhookEventType]: EventOf<Type> }[WebhookEventType];
