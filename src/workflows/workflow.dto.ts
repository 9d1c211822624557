import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EditorDto, toEditorDto } from '../auth/organizations/editor.dto.js';
import type { Editor } from '../auth/organizations/editors.service.js';
import { dto } from '../platform/http/dto.js';
import { nameSlug, toSlug } from '../platform/ids.js';
import { ExpiresInDto } from '../platform/validation/expires-in.dto.js';
import { type WorkflowIssue, workflowIssues } from './issues/issue.js';
import { payloadExample } from './payload-example.js';
import {
  QUIET_HOURS,
  type QuietHours,
  SEVERITIES,
  type Severity,
  type Workflow,
  WORKFLOW_KINDS,
  type WorkflowKind,
  type WorkflowStep,
} from './workflow.schema.js';
import type { StepType } from './steps/step-kinds.js';
import { categoryOf } from './kind.js';
import { WorkflowSampleDto } from './samples.dto.js';
import { originOf } from './external-workflow.js';
import { toPreferencesDto, WorkflowAgentDto, WorkflowPreferencesResponseDto } from './workflow-preferences.dto.js';
import { toWorkflowStepDto, WorkflowStepDto } from './workflow-step.dto.js';

export const WORKFLOW_STATUSES = ['ACTIVE', 'INACTIVE', 'ERROR'] as const;

export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** A workflow: the steps that run for each recipient of an event that names it. */
export class WorkflowDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Identifier that triggers name.
   * @example order-shipped
   */
  workflowId: string;

  /** Readable name with the id in it, accepted in paths. */
  slug: string;

  /**
   * Readable name.
   * @example Order shipped
   */
  name: string;

  /** Purpose. */
  description?: string;

  /** Words to find it by. */
  tags: string[];

  /** Whether triggers of it are delivered. */
  active: boolean;

  /** True when it is archived: it is inactive, and lists show it only when they are asked to. Otherwise absent. */
  archived?: boolean;

  /** `ACTIVE` or `INACTIVE`; `ERROR` when something in it keeps it from being delivered. */
  @ApiProperty({ enum: WORKFLOW_STATUSES })
  status: WorkflowStatus;

  /** Whether a trigger whose payload does not fit `payloadSchema` is refused. */
  validatePayload: boolean;

  /** JSON Schema of the payload. */
  payloadSchema?: Record<string, unknown>;

  /** A payload that fits the schema. */
  payloadExample?: Record<string, unknown>;

  /** Whether its texts are looked up in translations. */
  isTranslationEnabled: boolean;

  /** Whether a step fails that prints a variable which the run does not have. */
  strictVariables: boolean;

  /** Whether people get it because they have subscribed to it, and may unsubscribe. */
  @ApiProperty({ enum: WORKFLOW_KINDS })
  kind: WorkflowKind;

  /**
   * The tag by which people choose whether they want it; null when there is none.
   * @example orders
   */
  @ApiProperty({ type: String, nullable: true })
  category: string | null;

  /** Whether a message in the quiet hours of its subscriber is skipped, or held until they end. */
  @ApiProperty({ enum: QUIET_HOURS })
  quietHours: QuietHours;

  /** How long its messages are worth sending, from the acceptance of a trigger on; absent without a limit. */
  expiresIn?: ExpiresInDto;

  /** Sample data for previews, checks, tests and simulations; absent without any. */
  @ApiPropertyOptional({ type: [WorkflowSampleDto] })
  samples?: WorkflowSampleDto[];

  /** The agent that it is assigned to; absent when there is none. */
  agent?: WorkflowAgentDto;

  /** Severity of its notifications. */
  @ApiProperty({ enum: SEVERITIES })
  severity: Severity;

  /**
   * Where it was made: `external` when an application defines it in code.
   * @example service-cloud
   */
  origin: string;

  /** Preferences: which subscribers are notified, on which channels. */
  preferences: WorkflowPreferencesResponseDto;

  /** Steps in order. */
  steps: WorkflowStepDto[];

  /** Issues apart from those of its steps, by path of the field; absent when there are none. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { type: 'object' } })
  issues?: Record<string, WorkflowIssue>;

  /** Who saved it last; missing when unknown. */
  updatedBy?: EditorDto;

  /** When it was last published to another environment, ISO 8601 in UTC; missing until then. */
  lastPublishedAt?: string;

  /** Who published it; missing until then. */
  lastPublishedBy?: EditorDto;

  /** When it was last triggered, ISO 8601 in UTC; missing until then. */
  lastTriggeredAt?: string;

  /** When it was created, ISO 8601 in UTC. */
  createdAt: string;

  /** When it was last changed, ISO 8601 in UTC. */
  updatedAt: string;
}

/** What the integrations of its environment keep a workflow from. */
export interface FoundIssues {
  /** Kinds of steps for whose channel there is no active one. */
  missing: ReadonlySet<StepType>;
  /** By path. */
  issues?: Record<string, WorkflowIssue>;
}

/** `editor`: who saved it last. */
export function toWorkflowDto(
  workflow: Workflow,
  { missing, issues: found }: FoundIssues,
  editor: Editor | undefined,
): WorkflowDto {
  const issues = { ...workflowIssues(workflow), ...found };
  const { description, payloadSchema, expiresIn, samples, agent, lastTriggeredAt } = workflow;
  const example = payloadSchema && payloadExample(payloadSchema);
  return dto<WorkflowDto>({
    _id: workflow._id,
    workflowId: workflow.workflowId,
    slug: workflowSlug(workflow),
    name: workflow.name,
    ...(description && { description }),
    tags: workflow.tags,
    active: workflow.active,
    ...(workflow.archived && { archived: true }),
    status: workflowStatus(workflow, missing),
    validatePayload: workflow.validatePayload,
    ...(payloadSchema && { payloadSchema }),
    ...(example && { payloadExample: example }),
    isTranslationEnabled: workflow.isTranslationEnabled,
    strictVariables: workflow.strictVariables === true,
    kind: workflow.kind ?? 'transactional',
    category: categoryOf(workflow) ?? null,
    quietHours: workflow.quietHours ?? 'skip',
    ...(expiresIn && { expiresIn }),
    ...(samples && { samples }),
    ...(agent && { agent }),
    severity: workflow.severity,
    origin: originOf(workflow),
    preferences: toPreferencesDto(workflow.preferences),
    steps: workflow.steps.map((step) => toWorkflowStepDto(workflow, step, missing)),
    ...(Object.keys(issues).length > 0 && { issues }),
    ...(editor && { updatedBy: toEditorDto(editor) }),
    ...toPublication(workflow),
    ...(lastTriggeredAt && { lastTriggeredAt }),
    createdAt: workflow.createdAt,
    updatedAt: workflow.updatedAt,
  });
}

/** When and by whom it was published last; nothing when it never was. */
export function toPublication({
  lastPublished,
}: Pick<Workflow, 'lastPublished'>): Pick<WorkflowDto, 'lastPublishedAt' | 'lastPublishedBy'> {
  if (!lastPublished) return {};
  const { at, by } = lastPublished;
  return dto<Pick<WorkflowDto, 'lastPublishedAt' | 'lastPublishedBy'>>({
    lastPublishedAt: at,
    ...(by && { lastPublishedBy: toEditorDto(by) }),
  });
}

export function workflowSlug({ _id, name }: Pick<Workflow, '_id' | 'name'>): string {
  return toSlug(nameSlug(name), 'wf', _id);
}

export function workflowStatus(
  { active, broken, steps }: Pick<Workflow, 'active' | 'broken'> & { steps: Pick<WorkflowStep, 'type'>[] },
  missing: ReadonlySet<StepType>,
): WorkflowStatus {
  if (!active) return 'INACTIVE';
  return broken || steps.some(({ type }) => missing.has(type)) ? 'ERROR' : 'ACTIVE';
}

/** The fields of a workflow that lists show. */
export type ListedWorkflow = Pick<
  Workflow,
  | '_id'
  | 'workflowId'
  | 'name'
  | 'tags'
  | 'kind'
  | 'category'
  | 'active'
  | 'archived'
  | 'broken'
  | 'isTranslationEnabled'
  | 'external'
  | 'lastPublished'
  | 'lastTriggeredAt'
  | 'createdAt'
  | 'updatedAt'
  | 'updatedById'
> & { steps: Pick<WorkflowStep, '_id' | 'name' | 'type' | 'issues'>[] };
