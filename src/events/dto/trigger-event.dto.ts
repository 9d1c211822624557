import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsArray, IsDefined, IsObject, IsOptional } from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { OftenMisnamed } from '../../platform/validation/misnamed.decorator.js';
import { recipientsSchema, TopicRecipientDto } from './recipient.dto.js';
import { TriggerFieldsDto } from './trigger-fields.dto.js';

/** A trigger: one workflow, and who is to be notified. */
@ApiExtraModels(TopicRecipientDto)
export class TriggerEventDto extends TriggerFieldsDto {
  /** Who is notified: a subscriber id, a subscriber, a topic, or a list of up to 100 of these. */
  @IsDefined({ message: 'to must name at least one recipient' })
  @OftenMisnamed('recipients', 'recipient', 'subscriberId', 'subscriber', 'subscribers', 'user', 'userId', 'users')
  @ApiProperty({ ...recipientsSchema, example: 'ada' })
  @Raw()
  to: unknown;

  /**
   * Values for the templates of the workflow, under `payload`. At most 512 KB as JSON, without `attachments`: a list
   * of `{file, name, mime}` with base64 content, at most 20 MB in all, for email steps.
   * @example { "text": "Your first notification." }
   */
  @IsOptional()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  payload?: Record<string, unknown>;
}

/** A trigger for every subscriber of the environment. */
export class BroadcastEventDto extends TriggerFieldsDto {
  /**
   * Values for the templates of the workflow, under `payload`. At most 512 KB as JSON.
   * @example { "text": "We are open again." }
   */
  @IsObject()
  @ApiProperty({ type: 'object', additionalProperties: true })
  @Raw()
  payload: Record<string, unknown>;
}

/** Several triggers at once. */
export class BulkTriggerEventDto {
  /** 1 to 100 triggers. Each is checked by itself, so that one that is wrong does not affect the others. */
  @IsArray()
  @ApiProperty({ type: [TriggerEventDto], minItems: 1, maxItems: 100 })
  @Raw()
  events: unknown[];
}
