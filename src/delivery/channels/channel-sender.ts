import type { ChatContent, EmailContent, PushContent, SmsContent, ToolContent } from '#libs/providers/kit/content.js';
import type { SendResult } from '#libs/providers/kit/send-result.js';
import type { AttachmentInfo } from '../../events/attachments/attachment.schema.js';
import type { Integration } from '../../integrations/integration.schema.js';

/** An email, rendered; its attachments are fetched when it is sent. */
export type OutgoingEmail = Omit<EmailContent, 'attachments'> & { attachments?: AttachmentInfo[] };

/** A message for one address, rendered. */
export type OutgoingContent = OutgoingEmail | SmsContent | PushContent | ChatContent | ToolContent;

/** A message on its way to a provider. */
export interface OutgoingMessage {
  /** Of the message, in hexadecimal; the same for every attempt and every address. */
  id: string;
  /** The same for every attempt at one address, so that a provider can recognize a repetition (behaviour S2). */
  key: string;
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

/** Hands messages to the provider of their integration. It may be asked twice for one message. */
export abstract class ChannelSender {
  abstract send(message: OutgoingMessage): Promise<SendResult>;
}
