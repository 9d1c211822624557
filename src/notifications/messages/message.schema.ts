import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Channel } from '../../integrations/integration.schema.js';
import type { Severity } from '../../workflows/severity.js';

export type RedirectTarget = '_self' | '_blank' | '_parent' | '_top' | '_unfencedTop';

export interface Redirect {
  url: string;
  target: RedirectTarget;
}

/** A button of an in-app message. */
export interface MessageAction {
  label: string;
  redirect?: Redirect;
  completed: boolean;
}

export type ActionType = 'primary' | 'secondary';

/** What the message shows of the workflow it came from; kept, so that a deleted workflow leaves its messages readable. */
export interface MessageWorkflow {
  id: Types.ObjectId;
  identifier: string;
  name: string;
  critical: boolean;
  tags: string[];
  severity: Severity;
}

/** How sending went (behaviour S3). */
export type MessageStatus = 'sent' | 'error' | 'warning';

/**
 * What one step delivered to one target. Its `_id` follows from run and step, so that a step that runs twice writes
 * one message (behaviour D7).
 */
@Schema({ collection: 'messages', timestamps: false, minimize: false })
export class Message {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  runId: Types.ObjectId;

  @Prop({ required: true })
  stepId: string;

  @Prop({ required: true })
  transactionId: string;

  @Prop({ type: String, required: true })
  channel: Channel;

  @Prop({ type: Object, required: true })
  workflow: MessageWorkflow;

  /** Absent means sent: in-app messages are there as soon as they are stored. */
  @Prop({ type: String })
  status?: MessageStatus;

  /** What went wrong, as a name of a closed list and in words. */
  @Prop()
  errorId?: string;

  @Prop()
  errorText?: string;

  @Prop()
  providerId?: string;

  @Prop({ type: Types.ObjectId })
  integrationId?: Types.ObjectId;

  /** The provider's own id of the message, by which its later reports are matched (behaviour S8). */
  @Prop()
  providerMessageId?: string;

  @Prop()
  subject?: string;

  /** May be empty when there is a subject. Of channels other than in-app it is not stored (behaviour S9). */
  @Prop({ type: String })
  body: string;

  @Prop()
  avatar?: string;

  @Prop({ type: Object })
  actions?: Partial<Record<ActionType, MessageAction>>;

  @Prop({ type: Object })
  redirect?: Redirect;

  @Prop({ type: Object })
  data?: Record<string, unknown>;

  @Prop({ type: [String], required: true })
  tags: string[];

  @Prop({ type: String, required: true })
  severity: Severity;

  @Prop({ type: [String], required: true })
  contextKeys: string[];

  @Prop({ required: true })
  seen: boolean;

  @Prop({ required: true })
  read: boolean;

  @Prop({ required: true })
  archived: boolean;

  @Prop()
  firstSeenAt?: Date;

  @Prop()
  lastSeenAt?: Date;

  @Prop()
  readAt?: Date;

  @Prop()
  archivedAt?: Date;

  /** One entry per delivery. */
  @Prop({ type: [Date], required: true })
  deliveredAt: Date[];

  @Prop({ required: true })
  createdAt: Date;

  /** The message goes at this time (behaviour N1). */
  @Prop({ required: true })
  expiresAt: Date;
}

export const MessageSchema = SchemaFactory.createForClass(Message);
// The inbox: newest first, with or without the archived ones.
MessageSchema.index({ environmentId: 1, subscriberId: 1, channel: 1, createdAt: -1, _id: -1 });
MessageSchema.index({ environmentId: 1, subscriberId: 1, channel: 1, archived: 1, createdAt: -1, _id: -1 });
// The bundles of an inbox. Few messages belong to one.
MessageSchema.index(
  { environmentId: 1, subscriberId: 1, 'data.bundleSegment': 1 },
  { partialFilterExpression: { 'data.bundleSegment': { $exists: true } } },
);
MessageSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
