import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsObject,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { Optional } from '../platform/validation/decorators.js';
import type { ResourceKind } from './definitions/definition.js';

const MAX_LENGTH = 256;

/** An environment by its internal id, its slug or its identifier. */
export function IsEnvironmentReference(): PropertyDecorator {
  return applyDecorators(IsString(), IsNotEmpty(), MaxLength(MAX_LENGTH));
}

/**
 * What answers say where a kind of resource is asked for. The official clients know three words for it, which are those
 * of another field, and refuse any other; `kind` says what it is.
 */
export const RESOURCE_TYPES = ['REGULAR', 'ECHO', 'BRIDGE'] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];

export const RESOURCE_TYPE: ResourceType = 'REGULAR';

/** What requests may say: one of those three, which leaves the kind open, or the kind. */
export const REQUESTED_TYPES = [...RESOURCE_TYPES, 'workflow', 'layout'] as const;

export type RequestedType = (typeof REQUESTED_TYPES)[number];

const MAX_RESOURCES = 1000;
const MAX_ID_LENGTH = 512;
const ACTIONS = ['created', 'updated', 'skipped', 'deleted'] as const;

/** A workflow or a layout to publish. */
export class ResourceToPublishDto {
  /** `workflow` or `layout`. The other words leave it open: both that have the identifier are meant. */
  @IsIn(REQUESTED_TYPES)
  @ApiProperty({ enum: REQUESTED_TYPES })
  resourceType: RequestedType;

  /**
   * Its identifier. One that only the target has is deleted there.
   * @example order-shipped
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_ID_LENGTH)
  resourceId: string;
}

/** What to publish. */
export class PublishEnvironmentRequestDto {
  /**
   * The environment that changes come from: its internal id, its slug, or its identifier. Default: the Development
   * environment.
   * @example 6925a1f0c0ffee0123456789
   */
  @Optional({ nullable: false })
  @IsEnvironmentReference()
  sourceEnvironmentId?: string;

  /** Reports what would be done, and does nothing. */
  @Optional({ nullable: false })
  @IsBoolean()
  dryRun: boolean = false;

  /** What to publish, and with workflows the layouts that the target lacks. Default: all that the source has. */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(MAX_RESOURCES)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ResourceToPublishDto)
  resources?: ResourceToPublishDto[];
}

class PublishedResourceDto {
  /** Always the same; see `kind`. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: ResourceType;

  /** What it is. */
  @ApiProperty({ enum: ['workflow', 'layout'] })
  kind: ResourceKind;

  /**
   * Its identifier.
   * @example order-shipped
   */
  resourceId: string;

  /**
   * Its name.
   * @example Order shipped
   */
  resourceName: string;
}

/** A resource that is in the target as it is in the source. */
export class SyncedResourceDto extends PublishedResourceDto {
  /** What was done to it. */
  @ApiProperty({ enum: ACTIONS })
  action: (typeof ACTIONS)[number];
}

/** A resource that could not be published. */
export class FailedResourceDto extends PublishedResourceDto {
  /**
   * Why not.
   * @example Layout 'brand', which it needs, could not be published
   */
  error: string;
}

/** A resource that was left as it is. */
export class SkippedResourceDto extends PublishedResourceDto {
  /**
   * Why.
   * @example No changes
   */
  reason: string;
}

/** What became of all resources of one kind. */
export class SyncResultDto {
  /** Always the same; see `kind`. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: ResourceType;

  /** Which kind. */
  @ApiProperty({ enum: ['workflow', 'layout'] })
  kind: ResourceKind;

  /** What has been created, updated or deleted. */
  successful: SyncedResourceDto[];

  /** What could not be published. */
  failed: FailedResourceDto[];

  /** What was left as it is. */
  skipped: SkippedResourceDto[];

  /** How many there are in the three lists. */
  totalProcessed: number;
}

/** How many resources came to which end. */
export class PublishSummaryDto {
  /** All of them. */
  resources: number;

  /** Created, updated or deleted. */
  successful: number;

  /** Not published. */
  failed: number;

  /** Left as they are. */
  skipped: number;
}

/** What became of the resources: first layouts, then workflows. */
export class PublishResultDto {
  /** By kind, those of which something was to be published. */
  results: SyncResultDto[];

  /** All kinds together. */
  summary: PublishSummaryDto;
}

/** Where to take a workflow. */
export class SyncWorkflowDto {
  /**
   * Another environment of the organization: its internal id, its slug, or its identifier.
   * @example 6925a1f0c0ffee0123456789
   */
  @IsEnvironmentReference()
  targetEnvironmentId: string;
}
