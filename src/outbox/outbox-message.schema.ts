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

/** An attachment by its name and size; its content is not kept. */
export type KeptFile = Pick<AttachedFile, 'name' | 'mime' | 'size'>;

/** An email as it would have left. */
export type KeptEmail = Omit<EmailContent, 'attachments'> & { attachments?: KeptFile[] };

/** A message as it would have left. */
export type KeptContent = KeptEmail | SmsContent | PushContent | ChatContent | ToolContent;

/** A message that has landed in the outbox instead of leaving. */
@Schema({ collection: 'outbox', timestamps: false, minimize: false, versionKey: false })
export class OutboxMessage {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** Whom it was for; absent when that is not known. */
  @Prop({ type: Types.ObjectId })
  subscriberId?: Types.ObjectId;

  /** The same for every attempt, so that a message that is handed over twice is kept once. */
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

  /** The record of the message, without its content. Several devices share one. */
  @Prop({ required: true })
  messageId: string;

  /** The run it comes from; absent when it is not known whom the message was for. */
  @Prop({ type: Types.ObjectId })
  runId?: Types.ObjectId;

  /** Everybody it goes to, as the provider would be told: addresses, a number, a device, a place in a chat. */
  @Prop({ type: [String], required: true })
  recipients: string[];

  /** The subject, the title, or the first line. */
  @Prop({ type: String })
  subject: string;

  /** The beginning of its text. */
  @Prop({ type: String })
  preview: string;

  /** Not read with the others unless it is asked for: emails are long. */
  @Prop({ type: Object, required: true, select: false })
  content: KeptContent;

  @Prop({ required: true })
  createdAt: Date;

  /** The message goes at this time. */
  @Prop({ required: true })
  expiresAt: Date;
}

/** A message without its content. */
export type OutboxEntry = Omit<OutboxMessage, 'content'>;

export const OutboxMessageSchema = SchemaFactory.createForClass(OutboxMessage);
OutboxMessageSchema.index({ environmentId: 1, key: 1 }, { unique: true });
const newestFirst = { createdAt: -1, _id: -1 } as const;
// The list, of all, of a channel, to a recipient, of a trigger.
OutboxMessageSchema.index({ environmentId: 1, ...newestFirst });
OutboxMessageSchema.index({ environmentId: 1, channel: 1, ...newestFirst });
OutboxMessageSchema.index({ environmentId: 1, recipients: 1, ...newestFirst });
OutboxMessageSchema.index({ environmentId: 1, transactionId: 1, ...newestFirst });
// What a deleted subscriber leaves.
OutboxMessageSchema.index({ environmentId: 1, subscriberId: 1 });
OutboxMessageSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
