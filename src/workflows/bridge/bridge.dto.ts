import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { FreeForm, IsHttpUrl, Optional } from '../../platform/validation/decorators.js';
import type { Workflow, WorkflowStep } from '../workflow.schema.js';
import { type PlannedSync, SYNC_ACTIONS, type SyncAction } from './sync-plan.js';

/** The application that has the workflows. */
export class BridgeUrlDto {
  /**
   * Address of the application. Default: that of the environment.
   * @example https://app.example.com/api/novu
   */
  @Optional({ nullable: false })
  @IsHttpUrl()
  bridgeUrl?: string;
}

/** An address to try. */
export class ValidateBridgeDto {
  /**
   * Address of the application.
   * @example https://app.example.com/api/novu
   */
  @IsHttpUrl()
  bridgeUrl: string;
}

/** Who begins a sync. */
export class SyncQueryDto {
  /**
   * Program that begins it; it has no effect.
   * @example cli
   */
  @IsOptional()
  @IsString()
  @MaxLength(64)
  source?: string;
}

/** What a sync does, or would do, with one workflow. */
export class SyncedWorkflowDto {
  /**
   * Identifier that triggers name.
   * @example order-shipped
   */
  workflowId: string;

  /**
   * `removed`: it is no longer in the code, so it is inactive until it returns. `taken`: a workflow that was made in
   * Carillon has the identifier; nothing is stored until one of them has another.
   */
  @ApiProperty({ enum: SYNC_ACTIONS })
  action: SyncAction;

  /**
   * Fields that change.
   * @example ["steps"]
   */
  changes: string[];
}

/** What a sync has done, or would do. */
export class BridgeSyncResultDto {
  /**
   * Address of the application.
   * @example https://app.example.com/api/novu
   */
  bridgeUrl: string;

  /** The workflows of the code, and those that are no longer in it. */
  workflows: SyncedWorkflowDto[];
}

export function toSyncResultDto(bridgeUrl: string, plan: readonly PlannedSync[]): BridgeSyncResultDto {
  return { bridgeUrl, workflows: plan.map(({ workflowId, action, changes }) => ({ workflowId, action, changes })) };
}

/** Whether an address is that of an application with workflows in code. */
export class BridgeValidationDto {
  /** It responded, and accepted the signature of the environment. */
  isValid: boolean;

  /**
   * What is wrong; absent when nothing is.
   * @example no response within 5 seconds
   */
  error?: string;
}

/** What an application has. */
export class BridgeDiscoveredDto {
  /** Number of workflows. */
  workflows: number;

  /** Number of their steps. */
  steps: number;
}

const STATUSES = ['ok', 'error', 'not_configured'] as const;

/** The application of the environment, as it responds now. */
export class BridgeStatusDto {
  /** `not_configured`: the environment has no bridge URL. */
  @ApiProperty({ enum: STATUSES })
  status: (typeof STATUSES)[number];

  /**
   * Address of the application; absent when there is none.
   * @example https://app.example.com/api/novu
   */
  bridgeUrl?: string;

  /**
   * Version of the package in the application.
   * @example 2.13.2
   */
  sdkVersion?: string;

  /**
   * Version of the protocol.
   * @example 2024-06-26
   */
  frameworkVersion?: string;

  /** What it has; absent unless it responds. */
  @ApiPropertyOptional({ type: BridgeDiscoveredDto })
  discovered?: BridgeDiscoveredDto;

  /** Why there is no response; absent when there is one. */
  error?: string;
}

const OBJECT = { type: 'object', additionalProperties: true } as const;

/** Control values of a step in code. */
export class StepControlsDto {
  /**
   * Identifier of the workflow.
   * @example order-shipped
   */
  workflowId: string;

  /**
   * Identifier of the step.
   * @example inbox
   */
  stepId: string;

  /** The values of the environment; those that are absent have the defaults of the code. */
  @ApiProperty({ ...OBJECT, example: { subject: 'Your order' } })
  controls: Record<string, unknown>;

  /** JSON Schema of the values, from the code. */
  @ApiProperty(OBJECT)
  dataSchema: Record<string, unknown>;
}

export function toStepControlsDto({ workflowId }: Workflow, step: WorkflowStep): StepControlsDto {
  const { stepId, controlValues, controlSchema = {} } = step;
  return { workflowId, stepId, controls: controlValues, dataSchema: controlSchema };
}

/** New control values of a step in code. */
export class UpdateStepControlsDto {
  /** Values that replace all those of the environment. Texts may be templates, which the application renders. */
  @ApiProperty({ ...OBJECT, example: { subject: 'Hello {{subscriber.firstName}}' } })
  @FreeForm({ maxBytes: 262_144 })
  variables: Record<string, unknown>;
}
