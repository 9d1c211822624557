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
import { Raw } from '../../../platform/http/raw.decorator.js';
import { FreeForm } from '../../../platform/validation/free-form.decorator.js';
import { Optional } from '../../../platform/validation/optional.decorator.js';

const MARKS = ['read', 'seen', 'unread', 'unseen'] as const;

/** A state to set, as older clients name it. */
export type Mark = (typeof MARKS)[number];

const MAX_IDS = 1000;
const toList = ({ value }: { value: unknown }): unknown =>
  value === '' ? [] : typeof value === 'string' ? [value] : value;

/** Which messages. */
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

/** What all messages are to be. */
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

/** What becomes of a button. */
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
