import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn, IsOptional } from 'class-validator';
import { EditorDto, toEditorDto } from '../auth/organizations/editor.dto.js';
import type { Editor } from '../auth/organizations/editors.service.js';
import { categoryOf } from './kind.js';
import { originOf } from './external-workflow.js';
import { dto } from '../platform/http/dto.js';
import { OffsetQueryDto } from '../platform/paging/paging.dto.js';
import { QueryBoolean, QueryList } from '../platform/validation/decorators.js';
import { STEP_TYPES, type StepType } from './steps/step-kinds.js';
import { StepIssuesDto, stepSlug, toStepIssuesDto } from './workflow-step.dto.js';
import {
  ListedWorkflow,
  toPublication,
  WORKFLOW_STATUSES,
  workflowSlug,
  workflowStatus,
  type WorkflowStatus,
} from './workflow.dto.js';
import { WORKFLOW_KINDS, type WorkflowKind } from './workflow.schema.js';

export const WORKFLOW_ORDERS = ['createdAt', 'updatedAt', 'name', 'lastTriggeredAt'] as const;

export type WorkflowOrder = (typeof WORKFLOW_ORDERS)[number];

/** Which workflows to list. */
export class ListWorkflowsQueryDto extends OffsetQueryDto {
  /** Field to order by. Names are ordered without regard to case. */
  @IsOptional()
  @IsIn(WORKFLOW_ORDERS)
  @ApiPropertyOptional({ enum: WORKFLOW_ORDERS })
  orderBy: WorkflowOrder = 'createdAt';

  /** Only workflows with at least one of these tags. */
  @QueryList()
  @ArrayMaxSize(50)
  tags?: string[];

  /** Only workflows in one of these states. */
  @QueryList()
  @ArrayMaxSize(WORKFLOW_STATUSES.length)
  @IsIn(WORKFLOW_STATUSES, { each: true })
  @ApiPropertyOptional({ enum: WORKFLOW_STATUSES, isArray: true })
  status?: WorkflowStatus[];

  /** `true`: only archived workflows. Otherwise they are left out. */
  @QueryBoolean()
  @ApiPropertyOptional()
  archived: boolean = false;
}

/** A step in a list of workflows. */
export class StepListItemDto {
  /** Readable name with the id in it, accepted in paths. */
  slug: string;

  /** Type of the step. */
  @ApiProperty({ enum: STEP_TYPES })
  type: StepType;

  /** Issues; absent when there are none. */
  issues?: StepIssuesDto;
}

/** A workflow in a list. */
export class WorkflowListItemDto {
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

  /** Words to find it by. */
  tags: string[];

  /** Whether people get it because of what they do, or subscribe to it and may unsubscribe. */
  @ApiProperty({ enum: WORKFLOW_KINDS })
  kind: WorkflowKind;

  /**
   * The tag by which people choose whether they want it; null for none.
   * @example orders
   */
  category: string | null;

  /** Whether triggers of it are delivered. */
  @ApiProperty({ enum: WORKFLOW_STATUSES })
  status: WorkflowStatus;

  /** True when it is archived; otherwise absent. */
  archived?: boolean;

  /**
   * Where it was made.
   * @example service-cloud
   */
  origin: string;

  /** Whether its texts are looked up in translations. */
  isTranslationEnabled: boolean;

  /** Types of its steps, in order. */
  @ApiProperty({ enum: STEP_TYPES, isArray: true })
  stepTypeOverviews: StepType[];

  /** Its steps in order. */
  steps: StepListItemDto[];

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

/** A page of workflows. */
export class WorkflowListDto {
  /** The workflows of the page, in order. */
  workflows: WorkflowListItemDto[];

  /**
   * How many match, on all pages together.
   * @example 1
   */
  totalCount: number;
}

/** `missing`: kinds of steps for whose channel the environment has no active integration. `editor`: who saved it last. */
export function toWorkflowListItemDto(
  workflow: ListedWorkflow,
  missing: ReadonlySet<StepType>,
  editor: Editor | undefined,
): WorkflowListItemDto {
  const { lastTriggeredAt, steps } = workflow;
  return dto<WorkflowListItemDto>({
    _id: workflow._id,
    workflowId: workflow.workflowId,
    slug: workflowSlug(workflow),
    name: workflow.name,
    tags: workflow.tags,
    kind: workflow.kind ?? 'transactional',
    category: categoryOf(workflow) ?? null,
    status: workflowStatus(workflow, missing),
    ...(workflow.archived && { archived: true }),
    origin: originOf(workflow),
    isTranslationEnabled: workflow.isTranslationEnabled,
    stepTypeOverviews: steps.map(({ type }) => type),
    steps: steps.map((step) => toStepListItem(step, missing)),
    ...(editor && { updatedBy: toEditorDto(editor) }),
    ...toPublication(workflow),
    ...(lastTriggeredAt && { lastTriggeredAt }),
    createdAt: workflow.createdAt,
    updatedAt: workflow.updatedAt,
  });
}

function toStepListItem(step: ListedWorkflow['steps'][number], missing: ReadonlySet<StepType>): StepListItemDto {
  const issues = toStepIssuesDto(step, missing);
  return { slug: stepSlug(step), type: step.type, ...(issues && { issues }) };
}

/** A word that workflows of an environment are found by. */
export class EnvironmentTagDto {
  /**
   * The tag.
   * @example orders
   */
  name: string;
}
