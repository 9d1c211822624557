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
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { Verbatim } from '../../../platform/http/verbatim.decorator.js';
import { FreeForm } from '../../../platform/validation/free-form.decorator.js';
import { MayBeAbsent } from '../../../platform/validation/may-be-absent.decorator.js';

const MARKS = ['read', 'seen', 'unread', 'unseen'] as const;

/** A state to set, as older clients name it. */
export type Mark = (typeof MARKS)[number];

const MOST_IDS = 1000;
const toList = ({ value }: { value: unknown }): unknown =>
  value === '' ? [] : typeof value === 'string' ? [value] : value;

/** Which messages. */
export class MessageIdsDto {
  /** Id of a message, or a list of ids; an empty one is 400. */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] })
  @Transform(toList)
  @IsArray()
  @ArrayMaxSize(MOST_IDS)
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

/** What all messages are to be. */
export class MarkAllMessagesDto {
  /** The state to set. */
  @ApiProperty({ enum: MARKS })
  @IsIn(MARKS)
  markAs: Mark;

  /** Names of feeds. Carillon has one feed, without a name, so that none of its messages is in these. */
  @MayBeAbsent()
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
  @MayBeAbsent()
  @IsBoolean()
  read?: boolean;

  /** Seen or unseen. */
  @MayBeAbsent()
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

/** What becomes of a button. */
export class ActionStatusDto {
  /** Done completes the button, pending puts it back. */
  @ApiProperty({ enum: ['pending', 'done'] })
  @IsIn(['pending', 'done'])
  status: 'pending' | 'done';

  /** Anything to be kept with a completed button. */
  @MayBeAbsent()
  @FreeForm({ maxBytes: 16_384 })
  @Verbatim()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  payload?: Record<string, unknown>;
}
