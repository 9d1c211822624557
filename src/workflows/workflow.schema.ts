import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Channel } from '../integrations/integration.schema.js';
import type { Editor } from '../auth/organizations/editors.service.js';
import type { ControlIssue } from './issues/issue.js';
import type { Severity } from './severity.js';
import type { StepType } from './steps/step-kinds.js';

/** What one layer says about who is notified. A channel it does not name follows `all.enabled` (behaviour F4). */
export interface WorkflowPreferences {
  /** `readOnly`: subscribers cannot opt out; the workflow is critical. */
  all: { enabled: boolean; readOnly: boolean };
  channels: Partial<Record<Channel, { enabled: boolean }>>;
}

/** The layers of a workflow itself, low to high: `workflow` (defined in code), `user` (set through the API). */
export interface WorkflowPreferenceLayers {
  user?: WorkflowPreferences;
  workflow?: WorkflowPreferences;
}

/** The agent that a workflow is assigned to. */
export interface WorkflowAgent {
  identifier: string;
  /** What is different with a provider, by its id. */
  providers?: Record<string, { replyTo?: string }>;
}

/** What a step says differently with a provider, by its id, as given. */
export type ProviderOverrides = Record<string, Record<string, unknown>>;

/** One step of a workflow. */
@Schema({ minimize: false })
export class WorkflowStep {
  _id: Types.ObjectId;

  /** Name in templates (`steps.<stepId>`) and paths, unique in the workflow. */
  @Prop({ required: true })
  stepId: string;

  @Prop({ required: true })
  name: string;

  @Prop({ type: String, required: true })
  type: StepType;

  /** What the author entered, as given, templates unrendered. */
  @Prop({ type: Object, required: true })
  controlValues: Record<string, unknown>;

  /** Of chat and tool steps; absent when there are none. Kept and carried along; deliveries do not look at them yet. */
  @Prop({ type: Object })
  providerOverrides?: ProviderOverrides;

  /** What was wrong with the control values when they were saved; absent when nothing was. */
  @Prop({ type: [Object], default: undefined })
  issues?: ControlIssue[];
}

/** What is sent, through which steps, when an event names it. */
@Schema({ collection: 'workflows', timestamps: true, minimize: false, versionKey: false })
export class Workflow {
  _id: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  environmentId: Types.ObjectId;

  @Prop({ type: Types.ObjectId, required: true })
  organizationId: Types.ObjectId;

  /** The identifier that triggers name. */
  @Prop({ required: true })
  workflowId: string;

  @Prop({ required: true })
  name: string;

  /** The name in lower case: lists are ordered and searched by it. */
  @Prop({ required: true })
  nameKey: string;

  @Prop()
  description?: string;

  @Prop({ type: [String], required: true })
  tags: string[];

  @Prop({ required: true })
  active: boolean;

  /** Whether payloads are checked against `payloadSchema` at the trigger (behaviour V1). */
  @Prop({ required: true })
  validatePayload: boolean;

  /** JSON Schema of the payload. */
  @Prop({ type: Object })
  payloadSchema?: Record<string, unknown>;

  @Prop({ required: true })
  isTranslationEnabled: boolean;

  /** Whether a step fails that prints a variable which is missing (behaviour L2). Absent: it prints nothing. */
  @Prop()
  strictVariables?: boolean;

  /** Kept and carried along; deliveries do not look at it yet. */
  @Prop({ type: Object })
  agent?: WorkflowAgent;

  @Prop({ type: String, required: true })
  severity: Severity;

  @Prop({ type: Object, required: true })
  preferences: WorkflowPreferenceLayers;

  @Prop({ type: [SchemaFactory.createForClass(WorkflowStep)], required: true })
  steps: WorkflowStep[];

  /** Whether a step has an issue that blocks it, whatever integrations there are. */
  @Prop()
  broken?: boolean;

  /** 1 at creation, one more with each save; runs note the version their latest step was executed with (behaviour P8). */
  @Prop({ required: true })
  version: number;

  /** How often a publication has replaced it; runs that wait stay with the release they began with (behaviour P8). */
  @Prop()
  release?: number;

  /** The user who saved it last. */
  @Prop({ type: Types.ObjectId })
  updatedById?: Types.ObjectId;

  /** When it was last published elsewhere, and by whom; also when the other environment had it already. */
  @Prop({ type: Object })
  lastPublished?: { at: Date; by?: Editor };

  /** Up to a moment late. A trigger is not a change of the workflow: its version and `updatedAt` stay. */
  @Prop()
  lastTriggeredAt?: Date;

  createdAt: Date;
  updatedAt: Date;
}

export const WorkflowSchema = SchemaFactory.createForClass(Workflow);
WorkflowSchema.index({ environmentId: 1, workflowId: 1 }, { unique: true });
// One per list order; the id decides between equals, so that pages do not overlap.
WorkflowSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
WorkflowSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });
WorkflowSchema.index({ environmentId: 1, nameKey: 1, _id: 1 });
WorkflowSchema.index({ environmentId: 1, lastTriggeredAt: 1, _id: 1 });
