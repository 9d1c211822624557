import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsNotEmpty,
  IsObject,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { LayoutEmailDto } from '../layouts/layouts.dto.js';
import { Raw } from '../platform/http/decorators.js';
import { Optional } from '../platform/validation/decorators.js';
import { ExpiresInDto } from '../platform/validation/expires-in.dto.js';
import { WorkflowSampleDto } from '../workflows/samples.dto.js';
import { WorkflowAgentDto, WorkflowPreferencesDto } from '../workflows/workflow-preferences.dto.js';
import type { DefinitionSet, LayoutDefinition, StepDefinition, WorkflowDefinition } from './definition.js';
import { EnvironmentDiffSummaryDto, ResourceDiffDto, StoredStepIssueDto } from './diff.dto.js';
import { FailedResourceDto, PublishResultDto, ResourceToPublishDto } from './publish.dto.js';

const MAX_RESOURCES = 1000;

/** A step as its author wrote it. */
export class StepDefinitionDto implements StepDefinition {
  /**
   * Name of the step in templates and paths.
   * @example in-app-step
   */
  stepId: string;

  /** Readable name. */
  name: string;

  /** Type of the step. */
  type: string;

  /** Control values. */
  controlValues: Record<string, unknown>;

  /** The application of the environment says what the step does. */
  inCode?: boolean;

  /** Overrides for providers, by their id. */
  providerOverrides?: Record<string, Record<string, unknown>>;
}

/** The preferences of a workflow, by layer; a layer without settings is absent. */
export class PreferencesDefinitionDto {
  /** Settings of this workflow. */
  user?: WorkflowPreferencesDto;

  /** Defaults that come with a workflow defined in code. */
  workflow?: WorkflowPreferencesDto;
}

/** A workflow as its author wrote it, without ids, dates and environment. */
export class WorkflowDefinitionDto {
  /**
   * Identifier that triggers name.
   * @example order-shipped
   */
  workflowId: string;

  /** Readable name. */
  name: string;

  /** Purpose. */
  description?: string;

  /** Words to find it by. */
  tags: string[];

  /** Whether triggers of it are delivered. */
  active: boolean;

  /** Severity of its notifications. */
  severity: string;

  /** Whether a trigger whose payload does not fit `payloadSchema` is refused. */
  validatePayload: boolean;

  /** JSON Schema of the payload. */
  payloadSchema?: Record<string, unknown>;

  /** Whether its texts are looked up in translations. */
  isTranslationEnabled: boolean;

  /** Whether a step fails when it prints a variable that the run does not have. Absent: it does not. */
  strictVariables?: boolean;

  /** Whether people get it because they have subscribed to it: `subscription`. Absent: they have not. */
  kind?: string;

  /** The tag by which people choose; null: none. Absent: the first tag of a subscription workflow. */
  @ApiPropertyOptional({ type: String, nullable: true })
  category?: string | null;

  /** What happens to messages in quiet hours: `hold`. Absent: they are skipped. */
  quietHours?: string;

  /** How long its messages are worth sending, from the acceptance of a trigger on. Absent: without a limit. */
  expiresIn?: ExpiresInDto;

  /** Sample data for previews, checks, tests and simulations. Absent: none. */
  @ApiPropertyOptional({ type: [WorkflowSampleDto] })
  samples?: WorkflowSampleDto[];

  /** The agent that it is assigned to. */
  agent?: WorkflowAgentDto;

  /** Preferences: which subscribers are notified, on which channels. */
  preferences: PreferencesDefinitionDto;

  /** Steps in order. */
  steps: StepDefinitionDto[];

  /** Its texts, by language. */
  translations: Record<string, Record<string, unknown>>;
}

/** A layout as its author wrote it, without ids, dates and environment. */
export class LayoutDefinitionDto {
  /**
   * Identifier that steps and triggers name.
   * @example brand
   */
  layoutId: string;

  /** Readable name. */
  name: string;

  /** Whether its texts are looked up in translations. */
  isTranslationEnabled: boolean;

  /** Its content around emails. */
  email?: LayoutEmailDto;

  /** Its texts, by language. */
  translations: Record<string, Record<string, unknown>>;
}

/** The content of an environment, as definitions. */
export class DefinitionsDto {
  /** Layouts, in the order of their identifiers. */
  layouts: LayoutDefinitionDto[];

  /** Workflows, in the order of their identifiers. */
  workflows: WorkflowDefinitionDto[];

  /**
   * The layout of emails that name none.
   * @example brand
   */
  defaultLayoutId?: string;
}

/** Definitions to compare with an environment. */
export class GivenDefinitionsDto {
  /** Layouts. Each is checked by itself: an invalid one does not affect the others. */
  @Optional({ nullable: false })
  @Raw()
  @IsArray()
  @ArrayMaxSize(MAX_RESOURCES)
  @IsObject({ each: true })
  @ApiProperty({ type: [LayoutDefinitionDto] })
  layouts: object[] = [];

  /** Workflows, checked as layouts are. */
  @Optional({ nullable: false })
  @Raw()
  @IsArray()
  @ArrayMaxSize(MAX_RESOURCES)
  @IsObject({ each: true })
  @ApiProperty({ type: [WorkflowDefinitionDto] })
  workflows: object[] = [];

  /**
   * The layout among those above that is to be stored first: in an environment without layouts it becomes the default.
   * @example brand
   */
  @Optional({ nullable: false })
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  defaultLayoutId?: string;

  /** Resources to delete, except those that are also named above. */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(MAX_RESOURCES)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ResourceToPublishDto)
  deleted: ResourceToPublishDto[] = [];
}

/** Definitions to store in an environment. */
export class StoreDefinitionsDto extends GivenDefinitionsDto {
  /** Reports what would be done, and does nothing. */
  @Optional({ nullable: false })
  @IsBoolean()
  dryRun: boolean = false;
}

/** Result of storing definitions, and the issues of those that are stored. */
export class StoreDefinitionsResultDto extends PublishResultDto {
  /**
   * Issues of the workflows of the request as they are stored now, including those that were equal already. Empty
   * with `dryRun`.
   */
  @ApiProperty({ type: [StoredStepIssueDto] })
  issues: StoredStepIssueDto[];
}

/** Changes that storing definitions would make in an environment. */
export class DefinitionsDiffDto {
  /** The workflows and layouts that differ, layouts first. */
  resources: ResourceDiffDto[];

  /** Counts of differences. */
  summary: EnvironmentDiffSummaryDto;

  /** The definitions that break a rule. */
  failed: FailedResourceDto[];
}

export function toDefinitionsDto(set: DefinitionSet): DefinitionsDto {
  const workflows: WorkflowDefinition[] = [];
  const layouts: LayoutDefinition[] = [];
  for (const resource of set) {
    if (resource.kind === 'workflow') workflows.push(resource.definition);
    else layouts.push(resource.definition);
  }
  const { defaultLayoutId } = set;
  return { layouts, workflows, ...(defaultLayoutId !== undefined && { defaultLayoutId }) };
}
