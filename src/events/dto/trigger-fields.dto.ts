import { ApiExtraModels, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString, Length } from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { OftenMisnamed } from '../../platform/validation/misnamed.decorator.js';
import { SubscriberRecipientDto, subscriberSchema } from './recipient.dto.js';
import { TriggerOverridesDto } from './trigger-overrides.dto.js';

/** What triggers of all kinds have in common. */
@ApiExtraModels(SubscriberRecipientDto, TriggerOverridesDto)
export class TriggerFieldsDto {
  /**
   * Identifier of the workflow.
   * @example welcome
   */
  @IsString()
  @Length(1, 512)
  @OftenMisnamed('workflowId', 'workflow', 'workflowIdentifier', 'template', 'templateId', 'event', 'identifier')
  name: string;

  /** Changes for this trigger alone. */
  @IsOptional()
  @IsObject()
  @ApiPropertyOptional({ allOf: [{ $ref: getSchemaPath(TriggerOverridesDto) }], additionalProperties: true })
  @Raw()
  overrides?: Record<string, unknown>;

  /**
   * Makes a repetition harmless: a trigger with an id that was used before, within 30 days by default, is ignored
   * and answered like the first. Made up when absent.
   * @example order-4711-shipped
   */
  @IsOptional()
  @IsString()
  @Length(1, 512)
  transactionId?: string;

  /**
   * The subscriber who caused the event, by id or as an object that is stored; templates read it as `actor`. It is
   * left out where a topic is notified.
   */
  @IsOptional()
  @ApiPropertyOptional(subscriberSchema)
  @Raw()
  actor?: unknown;

  /**
   * The tenant on whose behalf the event happens, by identifier or as an object; templates read it as `tenant`. A name
   * and data given here count for this event alone. A tenant that does not exist: nothing is sent.
   */
  @IsOptional()
  @ApiPropertyOptional({
    oneOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: {
          identifier: { type: 'string' },
          name: { type: 'string' },
          data: { type: 'object', additionalProperties: true },
        },
      },
    ],
  })
  @Raw()
  tenant?: unknown;

  /**
   * What the event is about, by type: an id, or an object with an id and data for templates. At most 5 entries. Data
   * is stored with the context and replaces what was there.
   * @example { "tenant": { "id": "acme", "data": { "plan": "pro" } } }
   */
  @IsOptional()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  context?: Record<string, unknown>;
}
