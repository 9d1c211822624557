import { Optional } from '../../platform/validation/optional.decorator.js';
import { IsEnvironmentReference } from './is-environment-reference.decorator.js';
import { ResourceDiffDto } from './resource-diff.dto.js';

/** What to compare with. */
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

/** How much differs between two environments. */
export class EnvironmentDiffSummaryDto {
  /** Workflows and layouts that have been compared. */
  totalEntities: number;

  /** Changed workflows and layouts, and changed steps. */
  totalChanges: number;

  /** Whether anything differs. */
  hasChanges: boolean;
}

/** What differs between two environments. */
export class EnvironmentDiffDto {
  /** Internal id of the environment that changes come from. */
  sourceEnvironmentId: string;

  /** Internal id of the environment that changes go to. */
  targetEnvironmentId: string;

  /** The workflows and layouts that differ, layouts first. */
  resources: ResourceDiffDto[];

  /** How much differs. */
  summary: EnvironmentDiffSummaryDto;
}
