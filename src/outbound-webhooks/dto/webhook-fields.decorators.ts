import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayUnique, IsArray, IsIn, IsString, Matches, MaxLength } from 'class-validator';
import { ALL_EVENT_TYPES } from '../recording/event-types.js';

/** An address to send events to. What may be called is for the service to say. */
export function IsWebhookUrl(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(2048));
}

/** A note for people. */
export function IsWebhookDescription(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: '$property must not contain control characters' }),
    MaxLength(512),
  );
}

/** Types of events, each once. */
export function AreEventTypes(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ enum: ALL_EVENT_TYPES, isArray: true }),
    IsArray(),
    ArrayUnique(),
    IsIn(ALL_EVENT_TYPES, { each: true }),
  );
}
