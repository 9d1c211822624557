import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { CursorQueryDto } from '../../../platform/paging/cursor-query.dto.js';
import { QueryList } from '../../../platform/validation/query.decorators.js';
import { INTEGRATION_CHANNELS, type IntegrationChannel } from '../../../integrations/integration.schema.js';

const ORDERS = ['_id', 'createdAt', 'updatedAt'] as const;
const MAX_CONTEXTS = 20;

/** Which connections or endpoints are asked for. All filters must match. */
export class ListChannelsQueryDto extends CursorQueryDto {
  /** Field the list is ordered by. */
  @IsOptional()
  @IsIn(ORDERS)
  @ApiPropertyOptional({ enum: ORDERS })
  orderBy: (typeof ORDERS)[number] = '_id';

  /**
   * Only those of this subscriber.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;

  /** Only those of integrations of this channel. */
  @IsOptional()
  @IsIn(INTEGRATION_CHANNELS)
  @ApiPropertyOptional({ enum: INTEGRATION_CHANNELS })
  channel?: IntegrationChannel;

  /**
   * Only those of integrations of this provider.
   * @example slack
   */
  @IsOptional()
  @IsString()
  @MaxLength(64)
  providerId?: string;

  /**
   * Only those of this integration.
   * @example team-slack
   */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  integrationIdentifier?: string;

  /** Only those of exactly these contexts, each `type:id`, in any order; an empty one stands for no context. */
  @QueryList()
  @ArrayMaxSize(MAX_CONTEXTS)
  contextKeys?: string[];
}
