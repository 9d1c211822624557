import type { AttachmentInfo } from '../../events/attachments/attachment.schema.js';
import type { Integration } from '../../integrations/integration.schema.js';

/** An email, rendered. */
export interface EmailContent {
  channel: 'email';
  to: string[];
  subject: string;
  html: string;
  text: string;
  /** Sender; when absent the integration's own. */
  from?: string;
  senderName?: string;
  cc?: string[];
  bcc?: string[];
  replyTo?: string;
  headers?: Record<string, unknown>;
  attachments?: AttachmentInfo[];
}

/** A text message, rendered. */
export interface SmsContent {
  channel: 'sms';
  to: string;
  from?: string;
  body: string;
}

/** A push notification for one device, rendered. */
export interface PushContent {
  channel: 'push';
  token: string;
  title: string;
  body: string;
  data?: Record<string, unknown>;
}

/** A chat message, rendered. */
export interface ChatContent {
  channel: 'chat';
  webhookUrl: string;
  body: string;
}

export type OutgoingContent = EmailContent | SmsContent | PushContent | ChatContent;

/** A message on its way to a provider. */
export interface OutgoingMessage {
  /** The same for every attempt, so that a provider that supports it can recognize a repetition (behaviour S2). */
  id: string;
  environmentId: string;
  /** The subscriber's internal id; with a message the deletion of the person finds it. */
  subscriberId?: string;
  transactionId: string;
  /** The event, for its attachments. */
  eventId: string;
  integration: Integration;
  content: OutgoingContent;
  /** What the trigger wants to have changed in the request to the provider (behaviour E2). */
  overrides: Record<string, unknown>;
}

/** What the provider answered. */
export type SendResult = { ok: true; providerMessageId?: string } | { ok: false; error: string };

/** Hands messages to the provider of their integration. It may be asked twice for one message. */
export abstract class ChannelSender {
  abstract send(message: OutgoingMessage): Promise<SendResult>;
}
