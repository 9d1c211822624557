import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { CursorQueryDto } from '../../../platform/paging/cursor-query.dto.js';
import { QueryList } from '../../../platform/validation/query.decorators.js';

const SUBSCRIPTION_ORDERS = ['_id', 'createdAt'] as const;

type SubscriptionOrder = (typeof SUBSCRIPTION_ORDERS)[number];

const MAX_CONTEXTS = 5;

/** Which subscriptions are asked for. All filters must match. */
export class ListSubscriptionsQueryDto extends CursorQueryDto {
  /** What the list is ordered by. Both are the order of creation. */
  @IsOptional()
  @IsIn(SUBSCRIPTION_ORDERS)
  @ApiPropertyOptional({ enum: SUBSCRIPTION_ORDERS })
  orderBy: SubscriptionOrder = '_id';

  /** Only subscriptions that hold in exactly these contexts, each `type:id`; an empty one stands for no context. */
  @QueryList()
  @ArrayMaxSize(MAX_CONTEXTS)
  contextKeys?: string[];
}

/** Which subscriptions of a topic are asked for. */
export class ListTopicSubscriptionsQueryDto extends ListSubscriptionsQueryDto {
  /**
   * Only those of this subscriber.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;
}

/** Which subscriptions of a subscriber are asked for. */
export class ListSubscriberSubscriptionsQueryDto extends ListSubscriptionsQueryDto {
  /**
   * Only those of the topic with this key.
   * @example orders
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  key?: string;
}
