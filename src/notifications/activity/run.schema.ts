import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Severity } from '../../workflows/severity.js';
import type { Replay, SendingProgress } from './sending-progress.js';
import type { StepCauseDto } from './activity.dto.js';
import type { StepReason } from './step-reasons.js';

/** How a step of a run stands. Everything but `pending` and `delayed` is final (behaviour P3). */
export type StepStatus = 'pending' | 'delayed' | 'completed' | 'skipped' | 'failed' | 'canceled' | 'merged';

/** One line of a step's story. */
export interface StepDetail {
  at: Date;
  status: 'Success' | 'Warning' | 'Failed' | 'Pending' | 'Queued';
  detail: string;
  /** Particulars, such as the message of a template error. Never rendered content, never a secret. */
  raw?: string;
}

/** What has become of one step for one recipient. */
export interface RunStep {
  id: Types.ObjectId;
  stepId: string;
  name: string;
  type: string;
  status: StepStatus;
  /** Absent while the step is pending. */
  reason?: StepReason;
  /** What decided, where something did: the layer of a preference, or the place in a condition. */
  decidedBy?: string;
  /** Why it decided so. */
  cause?: StepCauseDto;
  /** The messages it has delivered, one for each target. */
  messageIds?: Types.ObjectId[];
  /** The provider it was delivered through. */
  providerId?: string;
  details: StepDetail[];
}

/** Everything but `running` and `waiting` is final (behaviour P3). */
export const RUN_STATUSES = ['running', 'waiting', 'completed', 'failed', 'canceled', 'merged', 'skipped'] as const;

export type RunStatus = (typeof RUN_STATUSES)[number];

/** The digest window a run has opened or joined. */
export interface DigestMembership {
  group: string;
  window: Types.ObjectId;
}

/** What the current step of a run waits for. */
export interface RunWait {
  until: Date;
  /** How often the end was moved because it lay outside the recipient's hours (behaviour Q8). */
  extensions: number;
  /** When it began. */
  since: Date;
  /** Messages of the step that a provider has not taken yet (behaviour S1). */
  sending?: SendingProgress;
}

/** The mark of runs that ended together and are still to be added to the counters of their events. */
export interface RunCounting {
  token: string;
  /** Whoever ended them has died if the mark is still there then. */
  until: Date;
}

/** A topic a recipient was reached through. */
export interface RunTopic {
  id: string;
  key: string;
}

/**
 * What one event did for one subscriber: the activity that the API shows as a "notification". Its `_id` follows
 * from event and subscriber, so that an event that is delivered twice has one run for each (behaviour P1, D7).
 *
 * While there is something to do later, `wakeAt` says when: the end of a wait, or, while a worker is at the run, the end
 * of the worker's lease. A worker writes only what still carries its `claim`.
 */
@Schema({ collection: 'runs', timestamps: false, minimize: false })
export class Run {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  eventId: Types.ObjectId;

  @Prop({ required: true })
  transactionId: string;

  @Prop({ type: Types.ObjectId, required: true })
  subscriberId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  workflowId: Types.ObjectId;

  /** The version of the workflow that its latest step was executed with (behaviour P8). */
  @Prop({ required: true })
  workflowVersion: number;

  /** The release of the workflow that it began with, and goes on with; absent for 0. */
  @Prop()
  workflowRelease?: number;

  @Prop({ type: String, required: true })
  status: RunStatus;

  /** One entry per step of the workflow as it was at the trigger, in order. */
  @Prop({ type: [Object], required: true })
  steps: RunStep[];

  /** The step to go on with; as many as there are steps when all have ended. */
  @Prop({ required: true })
  stepIndex: number;

  @Prop()
  wakeAt?: Date;

  /** The worker that is at the run. */
  @Prop()
  claim?: string;

  @Prop({ type: Object })
  wait?: RunWait;

  /** Results of ended steps for `steps.<stepId>` (behaviour P9), while later steps may still read them. */
  @Prop({ type: Object })
  results?: Record<string, Record<string, unknown>>;

  /** The digest window of the step that waits, or that the run was merged into. */
  @Prop({ type: Object })
  digest?: DigestMembership;

  /** The windows of digest steps that have ended, by step id; their events are read when a later step needs them. */
  @Prop({ type: Object })
  digested?: Record<string, Types.ObjectId>;

  /** The run whose digest has taken this event in. */
  @Prop({ type: Types.ObjectId })
  mergedInto?: Types.ObjectId;

  /** It was merged into another run, and counted so, before it went on in that one's place. */
  @Prop()
  reopened?: boolean;

  /** It ended after a wait and was added to the event's counters by then. */
  @Prop()
  counted?: boolean;

  @Prop({ type: Object })
  counting?: RunCounting;

  /** What is sent once more, step by step, the first of them now; no other step is touched. */
  @Prop({ type: [Object], default: undefined })
  replays?: Replay[];

  /** What the run had come to, and was counted as, before something of it was sent once more. */
  @Prop({ type: String })
  replayedFrom?: RunStatus;

  /** Names the last time that something of the run was sent once more: of several who want to at once one sets it. */
  @Prop({ type: Types.ObjectId })
  replayId?: Types.ObjectId;

  @Prop({ type: [Object] })
  topics?: RunTopic[];

  @Prop({ type: [String], required: true })
  tags: string[];

  @Prop({ type: String, required: true })
  severity: Severity;

  @Prop({ required: true })
  critical: boolean;

  @Prop({ type: [String], required: true })
  contextKeys: string[];

  @Prop({ required: true })
  createdAt: Date;

  @Prop({ required: true })
  updatedAt: Date;

  /** The run goes at this time; never while it waits (behaviour N1, N2). */
  @Prop({ required: true })
  expiresAt: Date;
}

export const RunSchema = SchemaFactory.createForClass(Run);
RunSchema.index({ environmentId: 1, createdAt: -1, _id: -1 });
RunSchema.index({ environmentId: 1, transactionId: 1, createdAt: -1, _id: -1 });
RunSchema.index({ environmentId: 1, subscriberId: 1, createdAt: -1, _id: -1 });
// The other filters of the activity. What few runs have is in an index of those alone: most are of no severity, without
// a context, and reached through no topic.
const newestFirst = { createdAt: -1, _id: -1 } as const;
RunSchema.index({ environmentId: 1, workflowId: 1, ...newestFirst });
RunSchema.index({ environmentId: 1, status: 1, ...newestFirst });
RunSchema.index({ environmentId: 1, 'steps.reason': 1, ...newestFirst });
RunSchema.index({ environmentId: 1, 'steps.type': 1, ...newestFirst });
RunSchema.index(
  { environmentId: 1, severity: 1, ...newestFirst },
  { partialFilterExpression: { severity: { $lt: 'none' } } },
);
RunSchema.index(
  { environmentId: 1, 'topics.key': 1, ...newestFirst },
  { partialFilterExpression: { 'topics.key': { $exists: true } } },
);
RunSchema.index(
  { environmentId: 1, 'contextKeys.0': 1, ...newestFirst },
  { partialFilterExpression: { 'contextKeys.0': { $exists: true } } },
);
// What a worker has to do by itself: few runs wait at any time, and the others are not in it.
RunSchema.index({ wakeAt: 1 }, { sparse: true });
RunSchema.index({ environmentId: 1, wakeAt: 1 }, { partialFilterExpression: { wakeAt: { $exists: true } } });
RunSchema.index({ 'counting.until': 1 }, { sparse: true });
RunSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
