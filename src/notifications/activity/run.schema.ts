import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Severity } from '../../workflows/severity.js';

/** How a step of a run stands. Everything but `pending` is final (behaviour P3). */
export type StepStatus = 'pending' | 'completed' | 'skipped' | 'failed' | 'canceled';

/** Why a step ended as it did, from a closed list, so that it can be searched and counted. */
export const STEP_REASONS = ['delivered', 'no_active_integration', 'template_error', 'content_invalid'] as const;

export type StepReason = (typeof STEP_REASONS)[number];

/** One line of a step's story. */
export interface StepDetail {
  at: Date;
  status: 'Success' | 'Warning' | 'Failed' | 'Pending' | 'Queued';
  detail: string;
  /** Particulars, such as the message of a template error. Never rendered content, never a secret. */
  raw?: string;
}

/** What became of one step for one recipient. */
export interface RunStep {
  id: Types.ObjectId;
  stepId: string;
  name: string;
  type: string;
  status: StepStatus;
  reason: StepReason;
  messageId?: Types.ObjectId;
  details: StepDetail[];
}

export type RunStatus = 'completed' | 'failed';

/**
 * What one event did for one subscriber: the activity that the API shows as a "notification". Its `_id` follows
 * from event and subscriber, so that an event that is delivered twice has one run for each (behaviour P1, D7).
 */
@Schema({ collection: 'runs', timestamps: false })
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

  /** The version of the workflow that was delivered (behaviour P8). */
  @Prop({ required: true })
  workflowVersion: number;

  @Prop({ type: String, required: true })
  status: RunStatus;

  @Prop({ type: [Object], required: true })
  steps: RunStep[];

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

  /** The run goes at this time (behaviour N1). */
  @Prop({ required: true })
  expiresAt: Date;
}

export const RunSchema = SchemaFactory.createForClass(Run);
RunSchema.index({ environmentId: 1, createdAt: -1, _id: -1 });
RunSchema.index({ environmentId: 1, transactionId: 1, createdAt: -1, _id: -1 });
RunSchema.index({ environmentId: 1, subscriberId: 1, createdAt: -1, _id: -1 });
RunSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
