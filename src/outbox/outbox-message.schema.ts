import type {
  AttachedFile,
  ChatContent,
  EmailContent,
  PushContent,
  SendingChannel,
  SmsContent,
  ToolContent,
} from '#libs/providers/kit/content.js';
import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/** Name, type and size of an attachment; its content is not kept. */
type KeptFile = Pick<AttachedFile, 'name' | 'mime' | 'size'>;

/** An email as it would have been sent. */
export type KeptEmail = Omit<EmailContent, 'attachments'> & { attachments?: KeptFile[] };

/** A message as it would have been sent. */
export type KeptContent = KeptEmail | SmsContent | PushContent | ChatContent | ToolContent;

/** A message that was kept in the outbox instead of being sent. */
@Schema({ collection: 'outbox', timestamps: false, minimize: false, versionKey: false })
export class OutboxMessage extends EnvironmentRecord {
  /** The recipient; absent when unknown. */
  @Prop({ type: Types.ObjectId })
  subscriberId?: Types.ObjectId;

  /** The same for every attempt, so that a message that is passed twice is kept once. */
  @Prop({ required: true })
  key: string;

  @Prop({ type: String, required: true })
  channel: SendingChannel;

  @Prop({ required: true })
  providerId: string;

  @Prop({ type: Types.ObjectId, required: true })
  integrationId: Types.ObjectId;

  @Prop({ required: true })
  transactionId: string;

  /** The record of the message, which has no content. Several devices share one. */
  @Prop({ required: true })
  messageId: string;

  /** The run it comes from; absent when the recipient is unknown. */
  @Prop({ type: Types.ObjectId })
  runId?: Types.ObjectId;

  /** All destinations, as the provider would get them: addresses, a number, a device, a place in a chat. */
  @Prop({ type: [String], required: true })
  recipients: string[];

  /** The subject, the title, or the first line. */
  @Prop({ type: String })
  subject: string;

  /** The beginning of its text. */
  @Prop({ type: String })
  preview: string;

  /** Only selected on request: emails are long. */
  @Prop({ type: Object, required: true, select: false })
  content: KeptContent;

  @Prop({ required: true })
  createdAt: Date;

  /** The message is deleted at this time. */
  @Prop({ required: true })
  expiresAt: Date;
}

/** A message without its content. */
export type OutboxEntry = Omit<OutboxMessage, 'content'>;

export const OutboxMessageSchema = SchemaFactory.createForClass(OutboxMessage);
OutboxMessageSchema.index({ environmentId: 1, key: 1 }, { unique: true });
const newestFirst = { createdAt: -1, _id: -1 } as const;
// The list: all, by channel, by recipient, by trigger.
OutboxMessageSchema.index({ environmentId: 1, ...newestFirst });
OutboxMessageSchema.index({ environmentId: 1, channel: 1, ...newestFirst });
OutboxMessageSchema.index({ environmentId: 1, recipients: 1, ...newestFirst });
OutboxMessageSchema.index({ environmentId: 1, transactionId: 1, ...newestFirst });
// Messages of a deleted subscriber.
OutboxMessageSchema.index({ environmentId: 1, subscriberId: 1 });
OutboxMessageSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
