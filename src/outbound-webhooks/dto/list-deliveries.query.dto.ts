import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { CursorQueryDto } from '../../platform/paging/cursor-query.dto.js';
import { DELIVERY_STATES, type DeliveryState } from '../deliveries/webhook-delivery.schema.js';
import { ALL_EVENT_TYPES, TEST_EVENT_TYPE } from '../recording/event-types.js';

const LISTED_TYPES = [...ALL_EVENT_TYPES, TEST_EVENT_TYPE];

/** Which deliveries are asked for. All filters must match. */
export class ListDeliveriesQueryDto extends CursorQueryDto {
  /** Only those of events of this type. */
  @IsOptional()
  @IsIn(LISTED_TYPES)
  @ApiPropertyOptional({ enum: LISTED_TYPES })
  eventType?: string;

  /** Only those that stand so. */
  @IsOptional()
  @IsIn(DELIVERY_STATES)
  @ApiPropertyOptional({ enum: DELIVERY_STATES })
  status?: DeliveryState;
}
