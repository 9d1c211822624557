import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsMongoId,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { type Channel, CHANNELS } from '#libs/channels.js';
import { Raw } from '../../platform/http/decorators.js';
import { FreeForm, Optional, QueryBoolean, QueryInt, QueryList } from '../../platform/validation/decorators.js';
import { MessageDto } from './message.dto.js';
import { RefusesUnknown } from '../../platform/validation/unknown-members.js';

/** Which messages to list; all filters narrow the list together. */
export class ListMessagesDto {
  /** Only messages of this channel. */
  @IsOptional()
  @IsIn(CHANNELS)
  channel?: Channel;

  /** Only messages to this subscriber, by the caller's own id. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;

  /** Only messages of these triggers. */
  @QueryList()
  transactionId?: string[];

  /** Only messages with exactly this set of context keys, each `type:id`. One empty value asks for those without. */
  @QueryList()
  contextKeys?: string[];

  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 100_000 })
  page: number = 0;

  /** Messages per page, at most 1000. */
  @QueryInt({ min: 1, max: 1_000_000 })
  limit: number = 10;
}

/** Which of a trigger's messages to delete. */
export class DeleteMessagesDto {
  /** Only messages of this channel. */
  @IsOptional()
  @IsIn(CHANNELS)
  channel?: Channel;
}

/** The response of the deletion of a message. */
export class DeletedMessageDto {
  /** Always true. */
  acknowledged: boolean;
  /**
   * State of the message.
   * @example deleted
   */
  status: string;
}

const MARKS = ['read', 'seen', 'unread', 'unseen'] as const;

/** A state to set, as older clients name it. */
export type Mark = (typeof MARKS)[number];

const MAX_IDS = 1000;
const toList = ({ value }: { value: unknown }): unknown =>
  value === '' ? [] : typeof value === 'string' ? [value] : value;

/** Which messages. */
@RefusesUnknown()
export class MessageIdsDto {
  /** Id of a message, or a list of ids; an empty one is 400. */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  @Transform(toList)
  @IsArray()
  @ArrayMaxSize(MAX_IDS)
  @IsMongoId({ each: true })
  messageId: string[];
}

/** Which messages, and what they are to be. */
export class MarkMessagesDto extends MessageIdsDto {
  /** The state to set. */
  @ApiProperty({ enum: MARKS })
  @IsIn(MARKS)
  markAs: Mark;
}

/** New state of all messages. */
@RefusesUnknown()
export class MarkAllMessagesDto {
  /** The state to set. */
  @ApiProperty({ enum: MARKS })
  @IsIn(MARKS)
  markAs: Mark;

  /** Names of feeds. Carillon has one feed, without a name, so that none of its messages is in these. */
  @Optional({ nullable: false })
  @ApiPropertyOptional({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  @Transform(toList)
  @IsArray()
  @IsString({ each: true })
  @MaxLength(512, { each: true })
  feedIdentifier?: string[];
}

/** Flags to set; at least one. */
export class MarkFlagsDto {
  /** Read or unread. */
  @Optional({ nullable: false })
  @IsBoolean()
  read?: boolean;

  /** Seen or unseen. */
  @Optional({ nullable: false })
  @IsBoolean()
  seen?: boolean;
}

/** Which messages, and the flags to set. */
export class MarkFlagsOfMessagesDto extends MessageIdsDto {
  /** The flags. */
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => MarkFlagsDto)
  mark: MarkFlagsDto;
}

/** New state of a button. */
export class ActionStatusDto {
  /** Done completes the button, pending puts it back. */
  @ApiProperty({ enum: ['pending', 'done'] })
  @IsIn(['pending', 'done'])
  status: 'pending' | 'done';

  /** Anything to be kept with a completed button. */
  @Optional({ nullable: false })
  @FreeForm({ maxBytes: 16_384 })
  @Raw()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  payload?: Record<string, unknown>;
}

/** Which part of the feed is asked for. */
export class FeedQueryDto {
  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 10_000 })
  page: number = 0;

  /** Messages per page. */
  @QueryInt({ min: 1, max: 100 })
  limit: number = 10;

  /** Only read, or only unread ones. */
  @QueryBoolean()
  read?: boolean;

  /** Only seen, or only unseen ones. */
  @QueryBoolean()
  seen?: boolean;

  /** Only messages whose trigger had these values in its payload: base64 of a JSON object. */
  @IsOptional()
  @IsString()
  @MaxLength(8192)
  payload?: string;

  /** Names of feeds. Carillon has one feed, without a name, so that none of its messages is in these. */
  @QueryList()
  feedIdentifier?: string[];
}

/** Messages to count. */
export class UnseenCountQueryDto {
  /** Count seen instead of unseen ones. */
  @QueryBoolean()
  seen: boolean = false;

  /** The count stops here. */
  @QueryInt({ min: 1, max: 1000 })
  limit: number = 100;
}

/** How many there are. */
export class UnseenCountDto {
  /**
   * Messages that match, at most `limit`.
   * @example 3
   */
  count: number;
}

/** An in-app message in the feed. */
export class FeedItemDto extends MessageDto {
  /** Id of the activity's job that made it. */
  _jobId: string;
  /** Text. */
  override content: string;
}

/** A page of the feed, newest first. */
export class FeedPageDto {
  /** Messages in the whole feed, as far as the installation counts. */
  totalCount: number;
  /** The messages. */
  @ApiProperty({ type: [FeedItemDto] })
  data: FeedItemDto[];
  /** There are more pages. */
  hasMore: boolean;
  /**
   * Messages per page.
   * @example 10
   */
  pageSize: number;
  /**
   * Number of this page, from 0.
   * @example 0
   */
  page: number;
}
