import { ApiProperty } from '@nestjs/swagger';
import type { Tenant } from '../tenant.schema.js';

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
   * Name for people.
   * @example Acme Inc.
   */
  name?: string;

  /**
   * What templates and conditions can use.
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
  return {
    _id: _id.toHexString(),
    identifier,
    ...(name !== undefined && { name }),
    ...(data !== undefined && { data }),
    _environmentId: environmentId.toHexString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
