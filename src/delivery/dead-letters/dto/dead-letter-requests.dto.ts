import { IntersectionType } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsMongoId, IsOptional, IsString, MaxLength } from 'class-validator';
import { CursorQueryDto } from '../../../platform/paging/cursor-query.dto.js';

const CHANNELS = ['email', 'sms', 'push', 'chat', 'tool'] as const;

/** Which messages that were given up; all filters must match. */
export class DeadLetterFilterDto {
  /**
   * Only those of this channel.
   * @example email
   */
  @IsOptional()
  @IsIn(CHANNELS)
  channel?: (typeof CHANNELS)[number];

  /**
   * Only those that this provider failed to send last.
   * @example sendgrid
   */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  providerId?: string;

  /** Only those that this integration failed to send last, by internal id. */
  @IsOptional()
  @IsMongoId()
  integrationId?: string;

  /**
   * Only those of this workflow.
   * @example order-shipped
   */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  workflowId?: string;

  /** Only those of this trigger. */
  @IsOptional()
  @IsString()
  @MaxLength(256)
  transactionId?: string;

  /**
   * Only those to this subscriber.
   * @example ada
   */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;

  /**
   * Only those that were given up at this time or later, ISO 8601.
   * @example 2026-03-01T12:00:00Z
   */
  @IsOptional()
  @IsISO8601({ strict: true })
  failedAfter?: string;

  /** Only those that were given up before this time, ISO 8601. */
  @IsOptional()
  @IsISO8601({ strict: true })
  failedBefore?: string;
}

/** Which page of which messages. */
export class ListDeadLettersQueryDto extends IntersectionType(DeadLetterFilterDto, CursorQueryDto) {}

/** What sending once more came to. */
export class ReplayedDto {
  /**
   * Messages that are being sent once more.
   * @example 12
   */
  replayed: number;

  /**
   * Messages that cannot be sent: the content or the attachments of their trigger are gone, or their run still goes on.
   * @example 0
   */
  refused: number;
}
