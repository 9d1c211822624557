import { ApiProperty } from '@nestjs/swagger';
import { CursorPageDto } from '../../platform/paging/cursor-page.dto.js';
import type { CursorPage } from '../../platform/paging/cursor-page.js';
import type { Context } from '../context.schema.js';

/** Something notifications are about, such as a tenant or an app. */
export class ContextDto {
  /**
   * What kind of thing it is.
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
  return {
    type,
    id: contextId,
    data,
    ...(bridgeUrl !== undefined && { bridgeUrl }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function toContextPageDto(page: CursorPage<Context>): ContextPageDto {
  return { ...page, data: page.data.map((context) => toContextDto(context)) };
}
