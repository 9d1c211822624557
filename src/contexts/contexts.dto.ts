import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { dto } from '../platform/http/dto.js';
import { Raw } from '../platform/http/decorators.js';
import { CursorPageDto, CursorQueryDto } from '../platform/paging/paging.dto.js';
import type { CursorPage } from '../platform/paging/cursor-page.js';
import { FreeForm, Optional, IsHttpUrl } from '../platform/validation/decorators.js';
import type { Context } from './context.schema.js';

/** The pair that names a context in a path. */
export class ContextPathDto {
  /** Type, such as `tenant`. */
  @IsString()
  type: string;

  /** The caller's own id of it. */
  @IsString()
  id: string;
}

/** Something notifications are about, such as a tenant or an app. */
export class ContextDto {
  /**
   * Type.
   * @example tenant
   */
  type: string;

  /**
   * Your own id of it, unique among the contexts of its type.
   * @example acme
   */
  id: string;

  /**
   * Data that templates and conditions read as `context.<type>.data`.
   * @example { "plan": "pro" }
   */
  data: Record<string, unknown>;

  /**
   * Address that agents are routed to for this context, when it is not the usual one.
   * @example https://agents.example.com/acme
   */
  bridgeUrl?: string;

  /**
   * When the context was created, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When its data was last set, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** A page of contexts. */
export class ContextPageDto extends CursorPageDto {
  /** The contexts on this page. */
  @ApiProperty({ type: [ContextDto] })
  data: ContextDto[];
}

export function toContextDto({ type, contextId, data, bridgeUrl, createdAt, updatedAt }: Context): ContextDto {
  return dto<ContextDto>({ type, id: contextId, data, bridgeUrl, createdAt, updatedAt });
}

export function toContextPageDto(page: CursorPage<Context>): ContextPageDto {
  return { ...page, data: page.data.map((context) => toContextDto(context)) };
}

const DATA_RULES = { dollarKeys: 'refused', maxBytes: 65_536 } as const;

function IsContextName(): PropertyDecorator {
  return Matches(/^[a-z0-9_-]{1,100}$/, {
    message: '$property must be 1 to 100 lowercase letters, digits, hyphens and underscores',
  });
}

/** A new context. */
export class CreateContextDto {
  /**
   * Type: lowercase letters, digits, `-` and `_`.
   * @example tenant
   */
  @IsContextName()
  type: string;

  /**
   * Your own id of it, unique among the contexts of its type: lowercase letters, digits, `-` and `_`.
   * @example acme
   */
  @IsContextName()
  id: string;

  /**
   * Data that templates and conditions read as `context.<type>.data`, at most 64 KB as JSON.
   * @example { "plan": "pro" }
   */
  @Raw()
  @Optional({ nullable: false })
  @FreeForm(DATA_RULES)
  data?: Record<string, unknown>;

  /**
   * Address that agents are routed to for this context, when it is not the usual one.
   * @example https://agents.example.com/acme
   */
  @Optional({ nullable: false })
  @IsHttpUrl()
  bridgeUrl?: string;
}

/** Changes of a context. */
export class UpdateContextDto {
  /**
   * Replaces the data as a whole; at most 64 KB as JSON.
   * @example { "plan": "free" }
   */
  @FreeForm(DATA_RULES)
  data: Record<string, unknown>;

  /**
   * Address that agents are routed to for this context. Null clears it; absent leaves it.
   * @example https://agents.example.com/acme
   */
  @IsOptional()
  @IsHttpUrl()
  @ApiPropertyOptional({ type: String, nullable: true })
  bridgeUrl?: string | null;
}

const CONTEXT_ORDERS = ['_id', 'createdAt', 'updatedAt'] as const;

type ContextOrder = (typeof CONTEXT_ORDERS)[number];

/** Filters of a list of contexts. All must match. */
export class ListContextsQueryDto extends CursorQueryDto {
  /** Field the list is ordered by. */
  @IsOptional()
  @IsIn(CONTEXT_ORDERS)
  @ApiPropertyOptional({ enum: CONTEXT_ORDERS })
  orderBy: ContextOrder = '_id';

  /**
   * Exactly this id, of any type.
   * @example acme
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  id?: string;

  /**
   * Part of `type:id`, in any case.
   * @example tenant:ac
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  search?: string;
}
