import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { EnvironmentRecord } from '../../../platform/persistence/environment-record.js';
import type { Stage } from '../../messages/message-stages.js';
import type { StepStatus } from '../statuses.js';
import type { Histogram } from './latency-histogram.js';

/** Periods that are counted by workflow, too. */
export const WORKFLOW_INTERVALS = ['hour', 'day'] as const;

/** Periods that are counted. */
export const INTERVALS = ['ten_minutes', ...WORKFLOW_INTERVALS] as const;

export type Interval = (typeof INTERVALS)[number];

/** How a step has ended. */
export const OUTCOMES = [
  'completed',
  'failed',
  'skipped',
  'canceled',
  'merged',
] as const satisfies readonly StepStatus[];

export type Outcome = (typeof OUTCOMES)[number];

/** Numbers of ended steps by outcome. */
export type OutcomeCounts = Partial<Record<Outcome, number>>;

/** Requests to the provider of an integration. */
export interface AttemptCounts {
  sent?: number;
  failed?: number;
}

/** The last request to a provider that has failed in a period. */
export interface LastFailure {
  at: Date;
  kind: string;
}

/**
 * What has ended in one period, in the whole environment or of one workflow. `_id` is derived from these, so that
 * concurrent processes increment one document. Nothing in it is about a single subscriber.
 */
@Schema({ collection: 'activitycounts', timestamps: false, minimize: false })
export class ActivityCount extends EnvironmentRecord {
  @Prop({ type: String, required: true })
  interval: Interval;

  /** Beginning of the period, in UTC. */
  @Prop({ required: true })
  at: Date;

  /** Null for the whole environment. */
  @Prop({ type: Types.ObjectId })
  workflowId: Types.ObjectId | null;

  /** Ended runs by status. */
  @Prop({ type: Object })
  runs?: Record<string, number>;

  /** Ended steps by kind, outcome and reason. */
  @Prop({ type: Object })
  steps?: Record<string, Partial<Record<Outcome, Record<string, number>>>>;

  /** Ended steps by kind, provider and outcome. */
  @Prop({ type: Object })
  providers?: Record<string, Record<string, OutcomeCounts>>;

  /** Of the environment: ended steps that send messages, by workflow and outcome. */
  @Prop({ type: Object })
  workflows?: Record<string, OutcomeCounts>;

  /** Times from trigger to sent by kind of step. */
  @Prop({ type: Object })
  latency?: Record<string, Histogram>;

  /** Of a workflow: messages that were sent in the period, by step and the stages they have reached since. */
  @Prop({ type: Object })
  stages?: Record<string, Partial<Record<Stage, number>>>;

  /** Of the environment, in hours: requests to providers by integration and tenth minute. */
  @Prop({ type: Object })
  attempts?: Record<string, Record<string, AttemptCounts>>;

  /** Of the environment, in hours: how long providers took to respond, by integration. */
  @Prop({ type: Object })
  responses?: Record<string, Histogram>;

  /** Of the environment, in hours: by integration. */
  @Prop({ type: Object })
  lastFailures?: Record<string, LastFailure>;

  @Prop({ required: true })
  expiresAt: Date;
}

export const ActivityCountSchema = SchemaFactory.createForClass(ActivityCount);
ActivityCountSchema.index({ environmentId: 1, interval: 1, workflowId: 1, at: 1 });
ActivityCountSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
