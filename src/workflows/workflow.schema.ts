import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import type { Channel } from '#libs/channels.js';
import type { Duration } from '#libs/schedule/durations.js';
import type { Editor } from '../auth/organizations/editors.service.js';
import type { ControlIssue } from './issues/issue.js';
import type { WorkflowSample } from './samples.dto.js';
import type { StepType } from './steps/step-kinds.js';
import { EnvironmentRecord } from '../platform/persistence/environment-record.js';

/** Severity of a notification; widgets sort and colour by it. */
export const SEVERITIES = ['high', 'medium', 'low', 'none'] as const;

export type Severity = (typeof SEVERITIES)[number];

/** What happens to a message outside the hours of its recipient: it is skipped, or held until they begin (behaviour Q2, Q9). */
export const QUIET_HOURS = ['skip', 'hold'] as const;
export type QuietHours = (typeof QUIET_HOURS)[number];

/** Whether people get a workflow because of what they do, or because they have subscribed to it (behaviour CS1). */
export const WORKFLOW_KINDS = ['transactional', 'subscription'] as const;
export type WorkflowKind = (typeof WORKFLOW_KINDS)[number];

/** One layer of preferences. A channel that it does not name follows `all.enabled` (behaviour F4). */
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
  /** Settings that differ for a provider, by its id. */
  providers?: Record<string, { replyTo?: string }>;
}

/** What is stored of a workflow that an application defines in code (behaviour CF1, CF2). */
export interface ExternalWorkflow {
  /** Since a sync that did not find it in the code, and whether it was active until then. */
  removedAt?: Date;
  wasActive?: boolean;
}

/** Content of a step that differs for a provider, by its id, as given. */
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

  /** The control values of the author, with templates unrendered. */
  @Prop({ type: Object, required: true })
  controlValues: Record<string, unknown>;

  /** Present when the application of the environment says what the step does, in a workflow made here (behaviour CF14). */
  @Prop()
  inCode?: boolean;

  /** Only for steps in code: JSON Schema of the control values, which the code gives. */
  @Prop({ type: Object })
  controlSchema?: Record<string, unknown>;

  /** Only on chat and tool steps; absent when there are none. Stored and published, but not used in deliveries yet. */
  @Prop({ type: Object })
  providerOverrides?: ProviderOverrides;

  /** Issues of the control values, found when they were saved; absent when there were none. */
  @Prop({ type: [Object], default: undefined })
  issues?: ControlIssue[];
}

/** A workflow: the steps that run for each recipient of an event that names it. */
@Schema({ collection: 'workflows', timestamps: true, minimize: false, versionKey: false })
export class Workflow extends EnvironmentRecord {
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

  /** Not listed until it is restored, and not active (behaviour P12). Absent: it is not archived. */
  @Prop()
  archived?: boolean;

  /** Whether payloads are checked against `payloadSchema` at the trigger (behaviour V1). */
  @Prop({ required: true })
  validatePayload: boolean;

  /** JSON Schema of the payload. */
  @Prop({ type: Object })
  payloadSchema?: Record<string, unknown>;

  @Prop({ required: true })
  isTranslationEnabled: boolean;

  /** Whether a step that prints a missing variable fails (behaviour L2). Absent: the variable prints nothing. */
  @Prop()
  strictVariables?: boolean;

  /** Absent: `transactional`. */
  @Prop({ type: String })
  kind?: WorkflowKind;

  /** The tag by which people choose (behaviour CS2); null: none. */
  @Prop({ type: String })
  category?: string | null;

  /** What happens to messages in the quiet hours of their recipient (behaviour Q9). Absent: they are skipped. */
  @Prop({ type: String })
  quietHours?: QuietHours;

  /** How long its messages are worth sending, from the acceptance of the event (behaviour EX2). Absent: as long as it takes. */
  @Prop({ type: Object })
  expiresIn?: Duration;

  /** Sample data of its author; absent without any. Deliveries do not read it. */
  @Prop({ type: [Object], default: undefined })
  samples?: WorkflowSample[];

  /** Stored and published, but not used in deliveries yet. */
  @Prop({ type: Object })
  agent?: WorkflowAgent;

  @Prop({ type: String, required: true })
  severity: Severity;

  @Prop({ type: Object, required: true })
  preferences: WorkflowPreferenceLayers;

  @Prop({ type: [SchemaFactory.createForClass(WorkflowStep)], required: true })
  steps: WorkflowStep[];

  /** Whether a step has a blocking issue, regardless of the integrations. */
  @Prop()
  broken?: boolean;

  /**
   * 1 at creation, incremented with each save; runs record the version their latest step was executed with (behaviour
   * P8).
   */
  @Prop({ required: true })
  version: number;

  /** Present when an application defines the workflow in code. */
  @Prop({ type: Object })
  external?: ExternalWorkflow;

  /** How often a publication has replaced it; waiting runs stay with the release they began with (behaviour P8). */
  @Prop()
  release?: number;

  /** The user who saved it last. */
  @Prop({ type: Types.ObjectId })
  updatedById?: Types.ObjectId;

  /** When and by whom it was last published to another environment, even when that had the same content already. */
  @Prop({ type: Object })
  lastPublished?: { at: Date; by?: Editor };

  /** Written with a short delay. A trigger does not change the workflow: its version and `updatedAt` stay. */
  @Prop()
  lastTriggeredAt?: Date;

  createdAt: Date;
  updatedAt: Date;
}

/** Whether an application is asked for a step: all steps of a workflow in code are, and those in code of any other. */
export function isInCode({ external }: Pick<Workflow, 'external'>, { inCode }: Pick<WorkflowStep, 'inCode'>): boolean {
  return external !== undefined || inCode === true;
}

/** Whether an application is asked for one of the steps. */
export function asksApplication(workflow: Pick<Workflow, 'external' | 'steps'>): boolean {
  return workflow.external !== undefined || workflow.steps.some(({ inCode }) => inCode === true);
}

export const WorkflowSchema = SchemaFactory.createForClass(Workflow);
WorkflowSchema.index({ environmentId: 1, workflowId: 1 }, { unique: true });
// One per list order; the id breaks ties, so that pages do not overlap.
WorkflowSchema.index({ environmentId: 1, createdAt: 1, _id: 1 });
WorkflowSchema.index({ environmentId: 1, updatedAt: 1, _id: 1 });
WorkflowSchema.index({ environmentId: 1, nameKey: 1, _id: 1 });
WorkflowSchema.index({ environmentId: 1, lastTriggeredAt: 1, _id: 1 });

/** The fields needed to list a workflow and its preferences: everything but its content. */
export type WorkflowSummary = Pick<
  Workflow,
  | '_id'
  | 'workflowId'
  | 'name'
  | 'tags'
  | 'kind'
  | 'category'
  | 'active'
  | 'archived'
  | 'severity'
  | 'preferences'
  | 'updatedAt'
> & { steps: Pick<WorkflowStep, 'type'>[] };

export const SUMMARY_FIELDS = [
  'workflowId',
  'name',
  'tags',
  'kind',
  'category',
  'active',
  'archived',
  'severity',
  'preferences',
  'updatedAt',
  'steps.type',
];

/**
 * Whether subscribers cannot opt out of the workflow. The highest of its own layers that is set decides (behaviour F3).
 * A workflow without any is not critical (F13).
 */
export function isCritical({ preferences }: Pick<Workflow, 'preferences'>): boolean {
  return preferences.user?.all.readOnly ?? preferences.workflow?.all.readOnly ?? false;
}
