import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { TriggerContext } from '../../contexts/trigger-context.js';
import { declareSealed, type SealedField } from '../../platform/crypto/sealed-fields.js';
import type { JobPriority } from '../../platform/queue/job-queue.js';
import type { SubscriberProfile } from '../../subscribers/profiles/subscriber-profile.js';
import { sealedChannels } from '../../subscribers/subscriber.schema.js';
import type { Severity, Workflow } from '../../workflows/workflow.schema.js';
import type { Counters, EventProblem, Expansion } from './expansion.js';
import type { StoredTrace } from '../../platform/tracing/trace-context.js';
import { EnvironmentRecord } from '../../platform/persistence/environment-record.js';

/** A subscriber named in `to`, with the fields that the trigger includes. */
interface SubscriberRecipient<Profile = SubscriberProfile> {
  kind: 'subscriber';
  profile: Profile;
}

/** All subscribers of a topic, except `exclude`. */
export interface TopicRecipient {
  kind: 'topic';
  topicKey: string;
  exclude: string[];
}

export type Recipient<Profile = SubscriberProfile> = SubscriberRecipient<Profile> | TopicRecipient;

/** Changes of a trigger to one step. */
interface StepOverrides {
  /** Request bodies by provider id. */
  providers?: Record<string, Record<string, unknown>>;
  /** The layout of the step's email; null: none. */
  layoutId?: string | null;
}

/** Changes of a trigger to the notifications it causes. */
export interface TriggerOverrides {
  steps?: Record<string, StepOverrides>;
  /** `layoutId`: for all email steps; a step's own wins. */
  channels?: { email?: { layoutId?: string | null } };
  /** Request bodies by provider id, for all steps. */
  providers?: Record<string, Record<string, unknown>>;
  /** Replaces the severity of the workflow (behaviour A11). */
  severity?: Severity;
  /** Older forms: by channel, by provider id, or by kind of step. */
  email?: Record<string, unknown>;
  push?: Record<string, unknown>;
  sms?: Record<string, unknown>;
  chat?: Record<string, unknown>;
  /** Older form of `channels.email.layoutId`. */
  layoutIdentifier?: string;
  [other: string]: unknown;
}

/** An attachment as it is stored in its event. */
export interface AttachmentInfo {
  id: Types.ObjectId;
  name: string;
  mime?: string;
  /** Size of the content in bytes. */
  size: number;
}

/** The tenant that a trigger names, with the name and data that it gives for this event alone. */
export interface EventTenant {
  identifier: string;
  name?: string;
  data?: Record<string, unknown>;
}

/** Fields that a call of the legacy API adds to its event: the caller, and the response. */
export interface EventLegacy {
  /** Internal id of the application. */
  applicationId: Types.ObjectId;
  /** Identifier of the notification type. */
  type: string;
  /** Number of the user. */
  appUser: number;
  text: string;
  /** Empty when there is none, like `bundleSegment`. */
  link: string;
  bundleSegment: string;
  createdAt: Date;
}

/** The application that a trigger names, and the workflow as the application defined it then (behaviour CF9). */
export interface EventBridge {
  url: string;
  workflow: Workflow;
}

/** An event of the application that names a trigger. */
export interface EventArrival {
  name: string;
  at: Date;
  payload?: Record<string, unknown>;
}

/** Whether an event is for the recipients it names, or for every subscriber of the environment. */
export type EventKind = 'single' | 'broadcast';

/** Set while an event is to be delivered and no worker has claimed it. */
export interface Waiting {
  priority: JobPriority;
  /** The event of an environment that has waited longest is next. */
  since: Date;
}

/**
 * One accepted trigger. Its payload is stored here once, however many recipients it has. While `sweepAt` is set, not
 * every recipient has a run yet: a worker may be processing it, or the sweeper queues the event again at that time.
 */
@Schema({ collection: 'events', timestamps: { createdAt: true, updatedAt: false }, minimize: false })
export class Event extends EnvironmentRecord {
  @Prop({ type: String, required: true })
  kind: EventKind;

  @Prop({ required: true })
  transactionId: string;

  /** Only for a test of a workflow (behaviour CK20). */
  @Prop()
  test?: boolean;

  @Prop({ type: Types.ObjectId, required: true })
  workflowId: Types.ObjectId;

  /** As sent, with the defaults of the workflow's schema, without attachments. */
  @Prop({ type: Object, required: true })
  payload: Record<string, unknown>;

  /** The attachments that came with the payload; their content is stored separately (behaviour E4). */
  @Prop({ type: [Object] })
  attachments?: AttachmentInfo[];

  @Prop({ type: Object })
  overrides?: TriggerOverrides;

  @Prop({ type: Object })
  actor?: SubscriberProfile;

  @Prop({ type: Object })
  tenant?: EventTenant;

  @Prop({ type: Object })
  context?: TriggerContext;

  /** Present when the legacy API was called. */
  @Prop({ type: Object })
  legacy?: EventLegacy;

  /** Present when the trigger names the application that has the workflow. */
  @Prop({ type: Object })
  bridge?: EventBridge;

  /** From then on its messages are too late, as the trigger says (behaviour EX1). */
  @Prop()
  validUntil?: Date;

  /** Empty for a broadcast. */
  @Prop({ type: [Object], required: true })
  recipients: Recipient[];

  /** How far the recipients have been turned into runs. */
  @Prop({ type: Object, required: true })
  expansion: Expansion;

  /** The outcomes of the recipients so far. */
  @Prop({ type: Object, required: true })
  counters: Counters;

  /** Tokens of counts that were added recently, so that none is added twice. */
  @Prop({ type: [String] })
  countedBy?: string[];

  /** Events of the application about this trigger, for waits that begin later (behaviour CS74). */
  @Prop({ type: [Object], default: undefined })
  arrivals?: EventArrival[];

  /** Problems with single recipients, such as a topic that does not exist. */
  @Prop({ type: [Object] })
  problems?: EventProblem[];

  /** From this time on the event sends nothing (behaviour T17). */
  @Prop()
  cancelledAt?: Date;

  /** Everything that the cancellation had to stop has been stopped. */
  @Prop()
  cancellationEnded?: boolean;

  /** The trace in which it was accepted, and is delivered (behaviour TR2). */
  @Prop({ type: Object })
  trace?: StoredTrace;

  @Prop({ type: Object })
  waiting?: Waiting;

  /** Number of times that the delivery of a chunk has failed. */
  @Prop()
  failures?: number;

  @Prop()
  sweepAt?: Date;

  /** Number of times that the sweeper has queued the event again. */
  @Prop({ required: true })
  sweeps: number;

  /** The event is deleted at this time; then its transaction id may be used again (behaviour D5). */
  @Prop({ required: true })
  expiresAt: Date;

  createdAt: Date;
}

export const EventSchema = SchemaFactory.createForClass(Event);
// Behaviour D1 to D3: of all triggers with one transaction id, the first to be stored wins.
EventSchema.index({ environmentId: 1, transactionId: 1 }, { unique: true });
// The list of triggers.
EventSchema.index({ environmentId: 1, createdAt: -1, _id: -1 });
EventSchema.index({ environmentId: 1, workflowId: 1, createdAt: -1, _id: -1 });
EventSchema.index({ sweepAt: 1 }, { sparse: true });
// The events that an environment has to deliver next. The index is small: few events wait at any time.
EventSchema.index(
  { environmentId: 1, 'waiting.priority': 1, 'waiting.since': 1 },
  { partialFilterExpression: { 'waiting.since': { $exists: true } } },
);
// For the deletion of subscribers (behaviour R17): where an event names them other than as recipients. Few events have
// these fields.
EventSchema.index({ 'actor.subscriberId': 1 }, { sparse: true });
EventSchema.index({ 'recipients.exclude': 1 }, { sparse: true });
EventSchema.index({ 'problems.subscriberId': 1 }, { sparse: true });
EventSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

// Credentials that a trigger includes for the subscribers it names.
declareSealed(EventSchema, {
  fields: ['environmentId', 'actor', 'recipients'],
  find: ({ environmentId, actor, recipients }) => [
    ...(actor ? sealedOf(environmentId, actor, 'actor') : []),
    ...recipients.flatMap((one, index) =>
      one.kind === 'subscriber' ? sealedOf(environmentId, one.profile, `recipients.${index}.profile`) : [],
    ),
  ],
});

/** Behaviour Z5: an event with many recipients does not delay others. */
export function priorityOf({ kind, expansion }: Pick<Event, 'kind' | 'expansion'>): JobPriority {
  return kind === 'broadcast' || expansion.chunk > 0 ? 'low' : 'normal';
}

function sealedOf(
  environmentId: Types.ObjectId,
  { subscriberId, channels }: SubscriberProfile,
  path: string,
): SealedField[] {
  return sealedChannels({ environmentId, subscriberId }, channels, `${path}.channels`);
}
