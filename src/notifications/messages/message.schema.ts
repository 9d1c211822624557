import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Channel } from '#libs/channels.js';
import type { StoredTrace } from '../../platform/tracing/trace-context.js';
import type { SmsSegments } from '#libs/providers/kit/sms-segments.js';
import type { DeliveryStatus } from '#libs/providers/webhooks/read-events.js';
import type { SendAttempt } from './sending-progress.js';
import type { Severity } from '../../workflows/workflow.schema.js';
import { EnvironmentRecord } from '../../platform/persistence/environment-record.js';

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
  /** Data that an older client has sent when it completed the action. */
  payload?: Record<string, unknown>;
}

/** The state that is restored when a snooze is ended on request (behaviour A9). */
interface StateBeforeSnooze {
  read: boolean;
  readAt?: Date;
  archived: boolean;
  archivedAt?: Date;
}

export type ActionType = 'primary' | 'secondary';

/** A copy of the workflow's fields that a message shows, so that messages of a deleted workflow stay readable. */
export interface MessageWorkflow {
  id: Types.ObjectId;
  identifier: string;
  name: string;
  critical: boolean;
  tags: string[];
  severity: Severity;
}

/** The result of sending (behaviour S3). */
export type MessageStatus = 'sent' | 'error' | 'warning';

/** What the provider has reported about a sent message. */
export interface DeliveryReport {
  /** A repeated report is stored once. */
  eventId: string;
  status: DeliveryStatus;
  at: Date;
  /** The provider's own text. */
  response?: string;
}

/** When something was noted for the first time, and how often it was. */
interface Noted {
  at: Date;
  count: number;
}

/** What addresses in an email say of it (behaviour CS84). */
export interface Engagement {
  opened?: Noted;
  clicked?: Noted;
  /** What programs did, such as scanners and prefetching proxies; `by`: which of them came last. It counts for nothing. */
  automated?: Noted & { by: string };
}

/**
 * An in-app message is stored within this time after its `createdAt`: one that takes longer is created again, so to speak
 * (see `MessagesService.insertNew`). A change of a whole inbox leaves newer messages out of what it stores later, and so
 * never changes one that has arrived after it (behaviour A13).
 */
export const ARRIVAL_MS = 10_000;

/**
 * What one step delivered to one target. Its `_id` is derived from run and step, so that a step that runs twice writes
 * one message (behaviour D7).
 */
@Schema({ collection: 'messages', timestamps: false, minimize: false })
export class Message extends EnvironmentRecord {
  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  runId: Types.ObjectId;

  @Prop({ required: true })
  stepId: string;

  @Prop({ required: true })
  transactionId: string;

  /** The trace of its trigger, if that is recorded: webhooks about the sending continue it (behaviour TR2). */
  @Prop({ type: Object })
  trace?: StoredTrace;

  @Prop({ type: String, required: true })
  channel: Channel;

  @Prop({ type: Object, required: true })
  workflow: MessageWorkflow;

  /** Absent means sent: in-app messages are delivered as soon as they are stored. */
  @Prop({ type: String })
  status?: MessageStatus;

  /** Name of the error, from a closed list. */
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

  /** The attempts to send it with a provider, and their results; absent for in-app messages. */
  @Prop({ type: [Object], default: undefined })
  attempts?: SendAttempt[];

  /** How a text message was sent, which decides what it costs (behaviour M2). */
  @Prop({ type: Object })
  sms?: SmsSegments;

  /** When sending was given up; it can be sent again (behaviour S1). */
  @Prop()
  deadAt?: Date;

  /** How often it was sent again after it had been given up. */
  @Prop()
  replays?: number;

  /** Reports of the provider, in the order of arrival. */
  @Prop({ type: [Object], default: undefined })
  reports?: DeliveryReport[];

  @Prop({ type: Object })
  engagement?: Engagement;

  /** A later step of its run waits for what becomes of it (behaviour CS72). */
  @Prop()
  awaited?: true;

  @Prop()
  subject?: string;

  /** May be empty when there is a subject. Only stored for in-app messages (behaviour S9). */
  @Prop({ type: String })
  body: string;

  @Prop()
  avatar?: string;

  @Prop({ type: Object })
  actions?: Partial<Record<ActionType, MessageAction>>;

  /** The action that was completed last. */
  @Prop({ type: String })
  lastCompleted?: ActionType;

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

  /**
   * The message is hidden until then. While it is, the fields above contain the state it wakes up with, unread and not
   * archived, so that it is shown and counted correctly from that time on, even before the end of the snooze is stored.
   */
  @Prop()
  snoozedUntil?: Date;

  /** Set together with `snoozedUntil`. */
  @Prop({ type: Object })
  beforeSnooze?: StateBeforeSnooze;

  /**
   * Pending changes of the inbox up to this `order` are not about this message any more: it was changed by itself while they
   * were pending, or was snoozed until then.
   */
  @Prop()
  settledUpTo?: Date;

  /** The `order` of the last pending change that was stored with this message. */
  @Prop()
  carriedUpTo?: Date;

  /** One entry per delivery; the end of a snooze is another one, added when it is stored. */
  @Prop({ type: [Date], required: true })
  deliveredAt: Date[];

  @Prop({ required: true })
  createdAt: Date;

  /** The message is deleted at this time (behaviour N1). */
  @Prop({ required: true })
  expiresAt: Date;
}

export const MessageSchema = SchemaFactory.createForClass(Message);
const inbox = { environmentId: 1, subscriberId: 1, channel: 1 } as const;
const newestFirst = { createdAt: -1, _id: -1 } as const;
// The inbox: newest first, either not archived or archived.
MessageSchema.index({ ...inbox, archived: 1, ...newestFirst });
// New messages, to find and count them among many old ones.
MessageSchema.index({ ...inbox, archived: 1, read: 1, ...newestFirst }, { partialFilterExpression: { read: false } });
MessageSchema.index({ ...inbox, archived: 1, seen: 1, ...newestFirst }, { partialFilterExpression: { seen: false } });
// Snoozed messages of one subscriber, and all those whose snooze has ended: few messages are snoozed at any time.
const snoozed = { partialFilterExpression: { snoozedUntil: { $exists: true } } };
export const SNOOZED_INDEX = { ...inbox, snoozedUntil: 1 } as const;
MessageSchema.index(SNOOZED_INDEX, snoozed);
MessageSchema.index({ snoozedUntil: 1 }, snoozed);
// Those that pending changes of an inbox are not about.
export const SETTLED_INDEX = { ...inbox, settledUpTo: 1 } as const;
MessageSchema.index(SETTLED_INDEX, { partialFilterExpression: { settledUpTo: { $exists: true } } });
// Messages of any channel: in the environment, to one subscriber, by one trigger.
MessageSchema.index({ environmentId: 1, ...newestFirst });
export const SUBSCRIBER_INDEX = { environmentId: 1, subscriberId: 1, ...newestFirst } as const;
MessageSchema.index(SUBSCRIBER_INDEX);
MessageSchema.index({ environmentId: 1, transactionId: 1, ...newestFirst });
// Finds the message of a provider's report.
MessageSchema.index(
  { environmentId: 1, providerMessageId: 1 },
  { partialFilterExpression: { providerMessageId: { $exists: true } } },
);
// Messages that were given up, latest first: few are.
MessageSchema.index(
  { environmentId: 1, deadAt: -1, _id: -1 },
  { partialFilterExpression: { deadAt: { $exists: true } } },
);
// The bundles of an inbox. Few messages belong to one.
MessageSchema.index(
  { environmentId: 1, subscriberId: 1, 'data.bundleSegment': 1 },
  { partialFilterExpression: { 'data.bundleSegment': { $exists: true } } },
);
MessageSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
