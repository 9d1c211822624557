import type { SendingChannel } from '#libs/providers/kit/content.js';
import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { CursorQueryDto } from '../../platform/paging/cursor-query.dto.js';
import { OUTBOX_PROVIDERS } from '../outbox-rules.js';

const CHANNELS = [...Object.keys(OUTBOX_PROVIDERS), 'tool'];

/** Which messages of the outbox are meant. All filters must match. */
export class OutboxFilterDto {
  /** Only messages of this channel. */
  @IsOptional()
  @IsIn(CHANNELS)
  @ApiPropertyOptional({ enum: CHANNELS })
  channel?: SendingChannel;

  /**
   * Only messages to this address, number, device or place in a chat, exactly as it was given.
   * @example ada@example.com
   */
  @IsOptional()
  @IsString()
  @MaxLength(4096)
  recipient?: string;

  /** Only messages of this trigger. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  transactionId?: string;
}

/** Which messages of the outbox are listed. */
export class ListOutboxQueryDto extends IntersectionType(OutboxFilterDto, CursorQueryDto) {}
