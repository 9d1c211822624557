import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';
import { dto } from '../../platform/http/dto.js';
import { Raw } from '../../platform/http/decorators.js';
import { FreeForm, Optional, QueryInt } from '../../platform/validation/decorators.js';
import { DATA_RULES, MAX_SUBSCRIBER_ID_LENGTH, SUBSCRIBER_ID } from '../../subscribers/subscriber-limits.js';
import type { Tenant } from './tenant.schema.js';

/** The caller's own id of a tenant; the same holds as for ids of subscribers. */
export function IsTenantIdentifier(): PropertyDecorator {
  return applyDecorators(
    MaxLength(MAX_SUBSCRIBER_ID_LENGTH),
    Matches(SUBSCRIBER_ID, { message: '$property must be a non-empty text without control characters' }),
  );
}

/** Name of a tenant. */
export function IsTenantName(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(255));
}

/** Anything the caller wants to use in templates and conditions; the same holds as for data of subscribers. */
export function IsTenantData(): PropertyDecorator {
  return FreeForm(DATA_RULES);
}

/** A new tenant. */
export class CreateTenantDto {
  /**
   * Your own id of the tenant, unique inside the environment.
   * @example acme
   */
  @IsTenantIdentifier()
  identifier: string;

  /**
   * Readable name.
   * @example Acme Inc.
   */
  @Optional({ nullable: false })
  @IsTenantName()
  name?: string;

  /**
   * Anything you want to use in templates and conditions, at most 64 KB as JSON.
   * @example { "plan": "pro" }
   */
  @Raw()
  @Optional({ nullable: false })
  @IsTenantData()
  data?: Record<string, unknown>;
}

/** Page of the list of tenants. */
export class ListTenantsQueryDto {
  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 10_000 })
  @ApiPropertyOptional({ minimum: 0, maximum: 10_000 })
  page: number = 0;

  /** Tenants per page. */
  @QueryInt({ min: 1, max: 100 })
  @ApiPropertyOptional({ minimum: 1, maximum: 100 })
  limit: number = 10;

  /**
   * Only tenants whose identifier or name contains this text, in any case.
   * @example acme
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(255)
  search?: string;
}

/** A customer of yours, on whose behalf events happen. */
export class TenantDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Your own id of the tenant.
   * @example acme
   */
  identifier: string;

  /**
   * Readable name.
   * @example Acme Inc.
   */
  name?: string;

  /**
   * Data for templates and conditions.
   * @example { "plan": "pro" }
   */
  data?: Record<string, unknown>;

  /** Id of the environment it belongs to. */
  _environmentId: string;

  /**
   * When it was created, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When it was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** A page of tenants, newest first. */
export class TenantPageDto {
  /** The tenants. */
  @ApiProperty({ type: [TenantDto] })
  data: TenantDto[];

  /** Number of this page, from 0. */
  page: number;

  /** Tenants per page. */
  pageSize: number;

  /** Tenants on all pages. */
  totalCount: number;

  /** Whether there are more pages. */
  hasMore: boolean;
}

export function toTenantDto(tenant: Tenant): TenantDto {
  const { _id, identifier, name, data, environmentId, createdAt, updatedAt } = tenant;
  return dto<TenantDto>({ _id, identifier, name, data, _environmentId: environmentId, createdAt, updatedAt });
}

/** The fields of a tenant to change; absent ones stay as they are. */
export class UpdateTenantDto {
  /**
   * New id of the tenant. Triggers that name the former id find no tenant.
   * @example acme
   */
  @Optional({ nullable: false })
  @IsTenantIdentifier()
  identifier?: string;

  /**
   * Readable name.
   * @example Acme Inc.
   */
  @Optional({ nullable: false })
  @IsTenantName()
  name?: string;

  /**
   * Anything you want to use in templates and conditions, at most 64 KB as JSON. Replaces what is stored.
   * @example { "plan": "pro" }
   */
  @Raw()
  @Optional({ nullable: false })
  @IsTenantData()
  data?: Record<string, unknown>;
}
