import { ApiProperty } from '@nestjs/swagger';
import { CursorPageDto } from '../../platform/paging/cursor-page.dto.js';
import type { CursorPage } from '../../platform/paging/cursor-page.js';
import type { Topic } from '../topic.schema.js';

/** A subject that subscribers follow. Fields that are not set are left out. */
export class TopicDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Your own key of the topic.
   * @example orders:eu
   */
  key: string;

  /**
   * Name for people.
   * @example Orders
   */
  name?: string;

  /**
   * Anything that is kept with the topic.
   * @example { "region": "eu" }
   */
  data?: Record<string, unknown>;

  /** Whether people may subscribe themselves in their inbox widget. */
  selfSubscribe: boolean;

  /**
   * When the topic was created, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  createdAt: string;

  /**
   * When the topic was last changed, ISO 8601 in UTC.
   * @example 2026-02-03T04:05:06.789Z
   */
  updatedAt: string;
}

/** A page of topics. */
export class TopicPageDto extends CursorPageDto {
  /** The topics on this page. */
  @ApiProperty({ type: [TopicDto] })
  data: TopicDto[];
}

/** The topic is gone, and its subscriptions with it. */
export class TopicDeletedDto {
  /** Always true. */
  acknowledged: boolean;
}

export function toTopicDto({ _id, key, name, data, selfSubscribe = false, createdAt, updatedAt }: Topic): TopicDto {
  return {
    _id: _id.toHexString(),
    key,
    ...(name !== undefined && { name }),
    ...(data !== undefined && { data }),
    selfSubscribe,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function toTopicPageDto(page: CursorPage<Topic>): TopicPageDto {
  return { ...page, data: page.data.map((topic) => toTopicDto(topic)) };
}
