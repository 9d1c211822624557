import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { StepResponse } from '../../workflows/bridge/bridge-client.js';
import type { Awaited, AwaitedStatus } from '../../workflows/steps/awaited.js';
import type { StepType } from '../../workflows/steps/step-kinds.js';
import type { Severity } from '../../workflows/workflow.schema.js';
import type { Replay, SendingProgress } from '../messages/sending-progress.js';
import type { StepCauseDto } from './activity.dto.js';
import type { ClosedStatus, RunStatus, StepStatus } from './statuses.js';
import type { StepReason } from './step-reasons.js';
import { EnvironmentRecord } from '../../platform/persistence/environment-record.js';

/** One line of a step's history. */
export interface StepDetail {
  at: Date;
  status: 'Success' | 'Warning' | 'Failed' | 'Pending' | 'Queued';
  detail: string;
  /** Details, such as the message of a template error. Never rendered content, never a secret. */
  raw?: string;
}

/** An event in one step for one recipient. */
export interface RunStep {
  id: Types.ObjectId;
  stepId: string;
  name: string;
  type: StepType;
  status: StepStatus;
  /** Absent while the step is pending. */
  reason?: StepReason;
  /** Cause of the outcome, if there is one: the layer of a preference, or the path in a condition. */
  decidedBy?: string;
  /** The reason for the decision. */
  cause?: StepCauseDto;
  /** The messages it has delivered, one for each target. */
  messageIds?: Types.ObjectId[];
  /** The provider it was delivered through. */
  providerId?: string;
  details: StepDetail[];
}

/** The digest window a run has opened or joined. */
export interface DigestMembership {
  group: string;
  window: Types.ObjectId;
}

/** What a step waits for besides a time, and the keys by which events and inboxes find it (behaviour CS70). */
export interface RunAwaits {
  until: Awaited[];
  /** Removed when the wait is ended by one of them. */
  keys?: string[];
}

/** What has ended a wait before its time: statuses of the message of a step, or an event. */
export type WaitEnd = { at: Date } & (
  | { stepId: string; statuses: readonly AwaitedStatus[] }
  | { event: string; payload?: Record<string, unknown> }
);

/** The wait of a run's current step. */
export interface RunWait {
  until: Date;
  /** How often the end was moved because it was outside the recipient's hours (behaviour Q8). */
  extensions: number;
  /** When it began. */
  since: Date;
  /** The step has not begun: it waits for the end of the recipient's quiet hours (behaviour Q9). */
  quietHours?: true;
  /** Somebody has ended the wait by hand: quiet hours and caps do not prolong it (behaviour WA4). */
  released?: true;
  awaits?: RunAwaits;
  ended?: WaitEnd;
  /** The value of the digest key of the step, where it has one. */
  key?: string;
  /** Messages of the step that no provider has accepted yet (behaviour S1). */
  sending?: SendingProgress;
  /** A step in code: how often the application has not responded, or its response (behaviour CF4, CF6). */
  bridge?: { attempts: number; response?: StepResponse };
}

/** The times from which the limits of messages count (behaviour EX3, EX4). */
export interface RunTiming {
  /** When the last delay or digest was to end. */
  due: Date;
  /** The newest event of the last digest; its limits count in place of those of the event of the run. */
  newest?: { acceptedAt: Date; validUntil?: Date };
}

/** Marks runs that ended together and still have to be added to the counters of their events. */
export interface RunCounting {
  token: string;
  /** If the mark still exists then, the process that ended the runs has died. */
  until: Date;
}

/** A topic a recipient was reached through. */
export interface RunTopic {
  id: string;
  key: string;
}

/**
 * The outcome of one event for one subscriber: the activity that the API shows as a "notification". Its `_id` is
 * derived from event and subscriber, so that an event that is delivered twice still has one run for each (behaviour P1,
 * D7).
 *
 * What the run does or waits for is its state: `stateOf` of `run-state.ts` reads it from the fields, and `enter` writes it.
 * `wakeAt` is when the run has to be continued: the end of a wait, or, while a worker executes the run, the end of the
 * worker's lease. A worker only writes runs that still have its `claim`.
 */
@Schema({ collection: 'runs', timestamps: false, minimize: false })
export class Run extends EnvironmentRecord {
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

  /** The release of the workflow that it started with, and continues with; absent for 0. */
  @Prop()
  workflowRelease?: number;

  @Prop({ type: String, required: true })
  status: RunStatus;

  /** One entry per step of the workflow as it was at the trigger, in order. */
  @Prop({ type: [Object], required: true })
  steps: RunStep[];

  /** Index of the step to continue with; the number of steps when all have ended. */
  @Prop({ required: true })
  stepIndex: number;

  @Prop()
  wakeAt?: Date;

  /** The worker that executes the run. */
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

  /** The windows of ended digest steps, by step id; their events are read when a later step needs them. */
  @Prop({ type: Object })
  digested?: Record<string, Types.ObjectId>;

  /** From when the limits of later messages count, once a delay or a digest has ended (behaviour EX3, EX4). */
  @Prop({ type: Object })
  timing?: RunTiming;

  /** The run whose digest contains this event. */
  @Prop({ type: Types.ObjectId })
  mergedInto?: Types.ObjectId;

  /** It was merged into another run, and counted as merged, before it continued instead of that run. */
  @Prop()
  reopened?: boolean;

  /** It ended after a wait, and its end was added to the event's counters. */
  @Prop()
  counted?: boolean;

  @Prop({ type: Object })
  counting?: RunCounting;

  /** The messages that are sent again, step by step, starting with the first; other steps stay unchanged. */
  @Prop({ type: [Object], default: undefined })
  replays?: Replay[];

  /** The status of the run, as it was counted, before something of it was sent again. */
  @Prop({ type: String })
  replayedFrom?: ClosedStatus;

  /** Id of the last replay of the run: only one of several concurrent requests sets it. */
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

  /** It is a test (behaviour CK20): of a workflow that need not be active, or saved. */
  @Prop()
  test?: boolean;

  @Prop({ type: [String], required: true })
  contextKeys: string[];

  @Prop({ required: true })
  createdAt: Date;

  @Prop({ required: true })
  updatedAt: Date;

  /** The run is deleted at this time; never while it waits (behaviour N1, N2). */
  @Prop({ required: true })
  expiresAt: Date;
}

export const RunSchema = SchemaFactory.createForClass(Run);
RunSchema.index({ environmentId: 1, createdAt: -1, _id: -1 });
RunSchema.index({ environmentId: 1, transactionId: 1, createdAt: -1, _id: -1 });
RunSchema.index({ environmentId: 1, subscriberId: 1, createdAt: -1, _id: -1 });
// The other filters of the activity. Fields that few runs have are in partial indexes: most runs have severity `none`, no
// context and no topic.
const newestFirst = { createdAt: -1, _id: -1 } as const;
RunSchema.index({ environmentId: 1, workflowId: 1, ...newestFirst });
RunSchema.index({ environmentId: 1, status: 1, ...newestFirst });
RunSchema.index({ environmentId: 1, 'steps.reason': 1, ...newestFirst });
RunSchema.index({ environmentId: 1, 'steps.type': 1, ...newestFirst });
RunSchema.index(
  { environmentId: 1, 'steps.providerId': 1, ...newestFirst },
  { partialFilterExpression: { 'steps.providerId': { $exists: true } } },
);
RunSchema.index(
  { environmentId: 1, severity: 1, ...newestFirst },
  { partialFilterExpression: { severity: { $lt: 'none' } } },
);
RunSchema.index(
  { environmentId: 1, 'topics.key': 1, ...newestFirst },
  { partialFilterExpression: { 'topics.key': { $exists: true } } },
);
RunSchema.index(
  { environmentId: 1, contextKeys: 1, ...newestFirst },
  { partialFilterExpression: { 'contextKeys.0': { $exists: true } } },
);
RunSchema.index(
  { environmentId: 1, mergedInto: 1, ...newestFirst },
  { partialFilterExpression: { mergedInto: { $exists: true } } },
);
// Runs that have to be continued: few runs wait at any time, and the others are not in the index.
RunSchema.index({ wakeAt: 1 }, { sparse: true });
RunSchema.index({ environmentId: 1, wakeAt: 1 }, { partialFilterExpression: { wakeAt: { $exists: true } } });
// Runs that wait for an event of the application, or for a notification of an inbox.
RunSchema.index(
  { environmentId: 1, 'wait.awaits.keys': 1 },
  { partialFilterExpression: { 'wait.awaits.keys': { $exists: true } } },
);
RunSchema.index({ 'counting.until': 1 }, { sparse: true });
RunSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
