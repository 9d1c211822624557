import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { declareSealed, type SealedField } from '../platform/crypto/sealed-fields.js';
import { sealedChannels } from '../subscribers/subscriber.schema.js';
import type { SubscriberProfile } from '../subscribers/subscriber-profile.js';
import type { AttachmentInfo } from './attachments/attachment.schema.js';
import type { JobPriority } from '../platform/queue/turn.js';
import type { EventLegacy } from './event-legacy.js';
import type { EventTenant } from './event-tenant.js';
import type { EventProblem } from './expansion/event-problem.js';
import type { Counters, Expansion } from './expansion/expansion.js';
import type { Recipient } from './recipients.js';
import type { TriggerContext } from '../contexts/trigger-context.js';
import type { TriggerOverrides } from './trigger-overrides.js';

/** Whether an event is for the recipients it names, or for every subscriber of the environment. */
export type EventKind = 'single' | 'broadcast';

/** An event that is to be delivered and that no worker has taken yet. */
export interface Waiting {
  priority: JobPriority;
  /** Of an environment's events the one that has waited longest is next. */
  since: Date;
}

/**
 * One accepted trigger. Its payload is stored here once, however many recipients it has. While `sweepAt` is set, not
 * every recipient has a run yet: a worker may be at it, or the sweeper hands the event out again at that time.
 */
@Schema({ collection: 'events', timestamps: { createdAt: true, updatedAt: false }, minimize: false })
export class Event {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ type: String, required: true })
  kind: EventKind;

  @Prop({ required: true })
  transactionId: string;

  @Prop({ type: Types.ObjectId, required: true })
  workflowId: Types.ObjectId;

  /** As sent, with the defaults of the workflow's schema, without attachments. */
  @Prop({ type: Object, required: true })
  payload: Record<string, unknown>;

  /** The attachments that came with the payload; their content is stored apart (behaviour E4). */
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

  /** Who is named; empty for a broadcast. */
  @Prop({ type: [Object], required: true })
  recipients: Recipient[];

  /** How far the recipients have been turned into runs. */
  @Prop({ type: Object, required: true })
  expansion: Expansion;

  /** What has become of the recipients so far. */
  @Prop({ type: Object, required: true })
  counters: Counters;

  /** Marks of runs that were added to the counters a moment ago, so that none is added twice. */
  @Prop({ type: [String] })
  countedBy?: string[];

  /** What went wrong with single recipients, such as a topic nobody has created. */
  @Prop({ type: [Object] })
  problems?: EventProblem[];

  /** Nobody gets anything of this event from this time on (behaviour T17). */
  @Prop()
  cancelledAt?: Date;

  /** Everything that the cancellation had to stop is stopped. */
  @Prop()
  cancellationEnded?: boolean;

  @Prop({ type: Object })
  waiting?: Waiting;

  /** How often delivering a chunk of it has failed. */
  @Prop()
  failures?: number;

  @Prop()
  sweepAt?: Date;

  /** How often the sweeper has handed the event out again. */
  @Prop({ required: true })
  sweeps: number;

  /** The event, and with it the memory of its transaction id, goes at this time (behaviour D5). */
  @Prop({ required: true })
  expiresAt: Date;

  createdAt: Date;
}

export const EventSchema = SchemaFactory.createForClass(Event);
// Behaviour D1 to D3: of all triggers that carry one transaction id, the first to be stored wins.
EventSchema.index({ environmentId: 1, transactionId: 1 }, { unique: true });
EventSchema.index({ sweepAt: 1 }, { sparse: true });
// What an environment has to deliver next: few events wait at any time, and the others are not in it.
EventSchema.index(
  { environmentId: 1, 'waiting.priority': 1, 'waiting.since': 1 },
  { partialFilterExpression: { 'waiting.since': { $exists: true } } },
);
// Where a person is named besides the recipients, for whoever deletes the person (behaviour R17). Few events have these.
EventSchema.index({ 'actor.subscriberId': 1 }, { sparse: true });
EventSchema.index({ 'recipients.exclude': 1 }, { sparse: true });
EventSchema.index({ 'problems.subscriberId': 1 }, { sparse: true });
EventSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

// Credentials that a trigger brings along for the people it names.
declareSealed(EventSchema, {
  fields: ['environmentId', 'actor', 'recipients'],
  find: ({ environmentId, actor, recipients }) => [
    ...(actor ? sealedOf(environmentId, actor, 'actor') : []),
    ...recipients.flatMap((one, index) =>
      one.kind === 'subscriber' ? sealedOf(environmentId, one.profile, `recipients.${index}.profile`) : [],
    ),
  ],
});

/** Behaviour Z5: an event that is going through many recipients does not get in the way of others. */
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
