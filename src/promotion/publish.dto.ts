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
import { ValidationException } from '../platform/errors/validation.exception.js';
import { Optional } from '../platform/validation/decorators.js';
import type { ResourceKind } from './definition.js';
import type { Outcome, Selected } from './publish/plan.js';
import { RefusesUnknown } from '../platform/validation/unknown-members.js';

const MAX_LENGTH = 256;

/** An environment by its internal id, its slug or its identifier. */
export function IsEnvironmentReference(): PropertyDecorator {
  return applyDecorators(IsString(), IsNotEmpty(), MaxLength(MAX_LENGTH));
}

/**
 * Kind of resource, in the words of the official clients. They know three, which are those of another field, and refuse
 * any other; `kind` says what it is.
 */
export const RESOURCE_TYPES = ['REGULAR', 'ECHO', 'BRIDGE'] as const;

export type ResourceType = (typeof RESOURCE_TYPES)[number];

export const RESOURCE_TYPE: ResourceType = 'REGULAR';

/** Values in requests: one of those three, which leaves the kind open, or the kind. */
export const REQUESTED_TYPES = [...RESOURCE_TYPES, 'workflow', 'layout'] as const;

export type RequestedType = (typeof REQUESTED_TYPES)[number];

const MAX_RESOURCES = 1000;
const MAX_ID_LENGTH = 512;
const BRAND_ACTIONS = ['updated', 'skipped', 'failed'] as const;
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

/** Resources to publish. */
@RefusesUnknown()
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

  /**
   * Also makes the brand of the target what it is in the source, with the picture of the source that it shows. Pictures in
   * workflows and layouts keep the address of the source, which works as long as the source has them.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  brand?: boolean;

  /** Resources to publish, and with workflows the layouts that the target lacks. Default: all of the source. */
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

  /** Kind of resource. */
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
  /** Action that was taken. */
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

/** Result for all resources of one kind. */
export class SyncResultDto {
  /** Always the same; see `kind`. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: ResourceType;

  /** Kind of resource. */
  @ApiProperty({ enum: ['workflow', 'layout'] })
  kind: ResourceKind;

  /** Resources that were created, updated or deleted. */
  successful: SyncedResourceDto[];

  /** Resources that could not be published. */
  failed: FailedResourceDto[];

  /** Resources that were left unchanged. */
  skipped: SkippedResourceDto[];

  /** How many there are in the three lists. */
  totalProcessed: number;
}

/** Counts of results. */
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

/** What happened to the brand. */
export class PublishedBrandDto {
  /** `skipped`: it was the same already. */
  @ApiProperty({ enum: BRAND_ACTIONS })
  action: (typeof BRAND_ACTIONS)[number];

  /**
   * Pictures that came with it.
   * @example 1
   */
  pictures: number;

  /** Why it could not be published. */
  error?: string;
}

/** Results of the resources: first layouts, then workflows. */
export class PublishResultDto {
  /** By kind, those of which something was to be published. */
  results: SyncResultDto[];

  /** All kinds together. */
  summary: PublishSummaryDto;

  /** The brand; absent when it was not asked for. */
  brand?: PublishedBrandDto;
}

/** Environment to copy a workflow to. */
@RefusesUnknown()
export class SyncWorkflowDto {
  /**
   * Another environment of the organization: its internal id, its slug, or its identifier.
   * @example 6925a1f0c0ffee0123456789
   */
  @IsEnvironmentReference()
  targetEnvironmentId: string;
}

const KINDS: readonly ResourceKind[] = ['layout', 'workflow'];

/** Returns the response to a publication: what happened to each resource, by kind. */
export function toPublishResult(outcomes: readonly Outcome[]): PublishResultDto {
  const results = KINDS.map((kind) =>
    toSyncResult(
      kind,
      outcomes.filter((outcome) => outcome.kind === kind),
    ),
  ).filter(({ totalProcessed }) => totalProcessed > 0);
  const total = (list: 'successful' | 'failed' | 'skipped') =>
    results.reduce((sum, result) => sum + result[list].length, 0);
  return {
    results,
    summary: {
      resources: outcomes.length,
      successful: total('successful'),
      failed: total('failed'),
      skipped: total('skipped'),
    },
  };
}

function toSyncResult(kind: ResourceKind, outcomes: readonly Outcome[]): SyncResultDto {
  const result: SyncResultDto = {
    resourceType: RESOURCE_TYPE,
    kind,
    successful: [],
    failed: [],
    skipped: [],
    totalProcessed: outcomes.length,
  };
  for (const outcome of outcomes) {
    const about = { resourceType: RESOURCE_TYPE, kind, resourceId: outcome.id, resourceName: outcome.name };
    switch (outcome.result) {
      case 'failed':
        result.failed.push(...toFailedDto(outcome));
        break;
      case 'skipped':
        result.skipped.push({ ...about, reason: outcome.reason });
        break;
      default:
        result.successful.push({ ...about, action: outcome.result });
    }
  }
  return result;
}

/** Returns the outcome as a failure; empty when it is none. */
export function toFailedDto(outcome: Outcome): FailedResourceDto[] {
  if (outcome.result !== 'failed') return [];
  const { kind, id, name, error } = outcome;
  return [{ resourceType: RESOURCE_TYPE, kind, resourceId: id, resourceName: name, error: reasonOf(error) }];
}

/** The types that official clients send may leave the kind open. */
export function toSelected({ resourceType, resourceId: id }: ResourceToPublishDto): Selected {
  return resourceType === 'workflow' || resourceType === 'layout' ? { kind: resourceType, id } : { id };
}

/** Returns one line on why something failed, with the invalid fields. */
function reasonOf(error: Error): string {
  if (!(error instanceof ValidationException)) return error.message;
  const fields = Object.entries(error.errors).map(([field, { messages }]) => {
    const text = messages.join(', ');
    return text.startsWith(field) ? text : `${field}: ${text}`;
  });
  return fields.length > 0 ? fields.join('; ') : error.message;
}
