import { ApiProperty } from '@nestjs/swagger';
import { ApiNullable } from '../platform/http/decorators.js';
import { Optional } from '../platform/validation/decorators.js';
import {
  CONTENT_ISSUE_TYPES,
  type ContentIssueType,
  INTEGRATION_ISSUE_TYPES,
  type IntegrationIssueType,
  ISSUE_SEVERITIES,
  type IssueSeverity,
} from '../workflows/issues/issue.js';
import type { Resource } from './definition.js';
import { type Dependency, DEPENDENCY_REASONS } from './dependencies.js';
import { IsEnvironmentReference, RESOURCE_TYPES, type ResourceType } from './publish.dto.js';
import { type Change, DIFF_ACTIONS, type DiffAction } from './resource-diff.js';

const PARTS = ['workflow', 'layout', 'step'] as const;

/** Who saved a resource last. */
export class DiffUserDto {
  /** Internal id of the user. */
  _id: string;

  /** Name of the user. */
  firstName: string;
}

/** A resource, or a step, on one side of a comparison. */
export class DiffSideDto {
  /**
   * Identifier, the same in every environment.
   * @example order-shipped
   */
  id: string;

  /**
   * Readable name.
   * @example Order shipped
   */
  name: string;

  /** Who saved it last; missing when unknown, and of steps. */
  updatedBy?: DiffUserDto;

  /** When it was saved last, ISO 8601 in UTC; missing of steps. */
  updatedAt?: string;
}

/** The fields that differ. */
export class FieldChangesDto {
  /** As they are in the target. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  previous: Record<string, unknown> | null;

  /** As they are in the source. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  new: Record<string, unknown> | null;
}

/** Differences in a resource itself, or in one of its steps. */
export class ChangeDto {
  /** Always the same; see `kind`. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: ResourceType;

  /** The changed part: the resource itself, or a step of it. */
  @ApiProperty({ enum: PARTS })
  kind: Change['part'];

  /** As it is in the source; null when it is not there. */
  @ApiNullable(DiffSideDto)
  sourceResource: DiffSideDto | null;

  /** As it is in the target; null when it is not there. */
  @ApiNullable(DiffSideDto)
  targetResource: DiffSideDto | null;

  /** Action of publishing. */
  @ApiProperty({ enum: DIFF_ACTIONS })
  action: DiffAction;

  /** The fields that differ. */
  diffs?: FieldChangesDto;

  /**
   * Type of the step.
   * @example email
   */
  stepType?: string;

  /** Position of the step in the target, from 0; missing when it has not moved. */
  previousIndex?: number;

  /** Position of the step in the source, from 0; missing when it has not moved. */
  newIndex?: number;
}

/** How many parts of a resource, itself and its steps, have changed in which way. */
export class DiffSummaryDto {
  /** Only in the source. */
  added: number;

  /** In both, and different, or at another position. */
  modified: number;

  /** Only in the target. */
  deleted: number;

  /** The same in both. */
  unchanged: number;
}

/** A layout that a workflow needs in the target. */
export class ResourceDependencyDto {
  /** Always the same; see `kind`. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: ResourceType;

  /** Resource that is needed. */
  @ApiProperty({ enum: ['layout'] })
  kind: 'layout';

  /**
   * Identifier of the layout.
   * @example brand
   */
  resourceId: string;

  /**
   * Name of the layout.
   * @example Brand
   */
  resourceName: string;

  /** The target lacks it: publishing the workflow takes it along. One that is there stays as it is. */
  isBlocking: boolean;

  /** Why it is listed. */
  @ApiProperty({ enum: DEPENDENCY_REASONS })
  reason: Dependency['reason'];
}

/** How a workflow or a layout differs between the two environments. */
export class ResourceDiffDto {
  /** Always the same; see `kind`. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: ResourceType;

  /** Kind of resource. */
  @ApiProperty({ enum: ['workflow', 'layout'] })
  kind: Resource['kind'];

  /** As it is in the source; null when it is not there. */
  @ApiNullable(DiffSideDto)
  sourceResource: DiffSideDto | null;

  /** As it is in the target; null when it is not there. */
  @ApiNullable(DiffSideDto)
  targetResource: DiffSideDto | null;

  /** Differences: of the resource itself first, then of its steps. */
  changes: ChangeDto[];

  /** How many parts have changed. */
  summary: DiffSummaryDto;

  /** The layouts that the workflow needs in the target. */
  dependencies?: ResourceDependencyDto[];
}

/** Something that is wrong with a step that is stored. */
export class StoredStepIssueDto {
  /**
   * Identifier of the workflow.
   * @example order-shipped
   */
  workflowId: string;

  /**
   * Name of the step in templates and paths.
   * @example email-step
   */
  stepId: string;

  /** Path of the control, such as `primaryAction.label`; empty when the environment lacks something. */
  field: string;

  /** Kind of issue. */
  @ApiProperty({ enum: [...CONTENT_ISSUE_TYPES, ...INTEGRATION_ISSUE_TYPES] })
  issueType: ContentIssueType | IntegrationIssueType;

  /** A sentence for the author. */
  message: string;

  /** An `error` keeps the step from being delivered as it is written; a `warning` does not. */
  @ApiProperty({ enum: ISSUE_SEVERITIES })
  severity: IssueSeverity;
}

/** Environment to compare with. */
export class DiffEnvironmentRequestDto {
  /**
   * The environment that changes come from: its internal id, its slug, or its identifier. Default: the Development
   * environment.
   * @example 6925a1f0c0ffee0123456789
   */
  @Optional({ nullable: false })
  @IsEnvironmentReference()
  sourceEnvironmentId?: string;
}

/** Counts of differences between two environments. */
export class EnvironmentDiffSummaryDto {
  /** Workflows and layouts that have been compared. */
  totalEntities: number;

  /** Changed workflows and layouts, and changed steps. */
  totalChanges: number;

  /** Whether anything differs. */
  hasChanges: boolean;
}

/** Differences between two environments. */
export class EnvironmentDiffDto {
  /** Internal id of the environment that changes come from. */
  sourceEnvironmentId: string;

  /** Internal id of the environment that changes go to. */
  targetEnvironmentId: string;

  /** The workflows and layouts that differ, layouts first. */
  resources: ResourceDiffDto[];

  /** Counts of differences. */
  summary: EnvironmentDiffSummaryDto;

  /**
   * Issues of the workflows that publishing would bring to the target: those they were saved with in the source, and
   * channels for which the target has no active integration.
   */
  @ApiProperty({ type: [StoredStepIssueDto] })
  issues: StoredStepIssueDto[];
}
