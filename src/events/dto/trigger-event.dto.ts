import { ApiExtraModels, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsIn, IsObject, IsOptional, IsString, Length, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { Verbatim } from '../../common/http/verbatim.decorator.js';
import { SEVERITIES, type Severity } from '../../workflows/severity.js';
import { recipientsSchema, SubscriberRecipientDto, subscriberSchema, TopicRecipientDto } from './recipient.dto.js';

/** What this trigger changes about the notifications it causes. */
export class TriggerOverridesDto {
  /** Replaces the severity of the workflow. */
  @IsOptional()
  @IsIn(SEVERITIES)
  @ApiProperty({ enum: SEVERITIES, required: false })
  severity?: Severity;
}

/** A trigger: one workflow, and who is to be notified. */
@ApiExtraModels(SubscriberRecipientDto, TopicRecipientDto)
export class TriggerEventDto {
  /**
   * Identifier of the workflow.
   * @example welcome
   */
  @IsString()
  @Length(1, 512)
  name: string;

  /** Who is notified: a subscriber id, a subscriber, a topic, or a list of up to 100 of these. */
  @IsDefined({ message: 'to must name at least one recipient' })
  @ApiProperty({ ...recipientsSchema, example: 'ada' })
  @Verbatim()
  to: unknown;

  /**
   * Values for the templates of the workflow, under `payload`. At most 512 KB as JSON.
   * @example { "text": "Your first notification." }
   */
  @IsOptional()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Verbatim()
  payload?: Record<string, unknown>;

  /** Changes for this trigger alone. */
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => TriggerOverridesDto)
  overrides?: TriggerOverridesDto;

  /**
   * Makes a repetition harmless: a trigger with an id that was used before, within 30 days by default, is ignored
   * and answered like the first. Made up when absent.
   * @example order-4711-shipped
   */
  @IsOptional()
  @IsString()
  @Length(1, 512)
  transactionId?: string;

  /** The subscriber who caused the event, by id or as an object that is stored; templates read it as `actor`. */
  @IsOptional()
  @ApiPropertyOptional(subscriberSchema)
  @Verbatim()
  actor?: unknown;

  /** The tenant on whose behalf the event happens, by identifier or as an object with an `identifier`. */
  @IsOptional()
  @ApiPropertyOptional({
    oneOf: [{ type: 'string' }, { type: 'object', properties: { identifier: { type: 'string' } } }],
  })
  @Verbatim()
  tenant?: unknown;

  /**
   * What the event is about, by type: an id, or an object with an id and data for templates. At most 5 entries.
   * @example { "tenant": { "id": "acme", "data": { "plan": "pro" } } }
   */
  @IsOptional()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Verbatim()
  context?: Record<string, unknown>;
}
