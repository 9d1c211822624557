import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { IsArray, IsDefined, IsObject, IsOptional, IsString, Length } from 'class-validator';
import { Raw } from '../../platform/http/decorators.js';
import { IsHttpUrl, OftenMisnamed } from '../../platform/validation/decorators.js';
import {
  HasShape,
  RefusesUnknown,
  type Shape,
  shapeOf,
  WithoutEffect,
} from '../../platform/validation/unknown-members.js';
import { ChannelCredentialsDto, ChannelInputDto } from '../../subscribers/credentials/channel-credentials.dto.js';
import { CreateSubscriberDto } from '../../subscribers/subscriber-requests.dto.js';
import { ExpiresIn, ExpiresInDto } from '../../platform/validation/expires-in.dto.js';
import { SEVERITIES, type Severity } from '../../workflows/workflow.schema.js';

// Texts that null leaves as they are.
const OptionalText = (example: string) => ApiPropertyOptional({ type: String, nullable: true, example });

/** A subscriber as a recipient: created when unknown, otherwise the fields sent are stored. */
export class SubscriberRecipientDto {
  /**
   * The caller's own id of the subscriber.
   * @example ada
   */
  subscriberId: string;

  /** First name. */
  @OptionalText('Ada')
  firstName?: string | null;

  /** Last name. */
  @OptionalText('Lovelace')
  lastName?: string | null;

  /** Email address. */
  @OptionalText('ada@example.com')
  email?: string | null;

  /** Phone number. */
  @OptionalText('+4930123456')
  phone?: string | null;

  /** URL of an avatar. */
  @OptionalText('https://example.com/ada.png')
  avatar?: string | null;

  /** Language, with or without country. */
  @OptionalText('en_US')
  locale?: string | null;

  /** IANA time zone. */
  @OptionalText('Europe/Berlin')
  timezone?: string | null;

  /** Free-form values; replaced as a whole. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, nullable: true })
  data?: Record<string, unknown> | null;

  /** Credentials at chat and push providers. They are added to those that are stored; device tokens each once. */
  @ApiPropertyOptional({ type: [ChannelInputDto], nullable: true })
  channels?: ChannelInputDto[] | null;
}

/** All subscribers of a topic. */
export class TopicRecipientDto {
  /** Says that this recipient is a topic. */
  type: 'Topic';

  /**
   * Key of the topic.
   * @example orders
   */
  topicKey: string;

  /** Subscribers to leave out this time. */
  @ApiPropertyOptional({ type: [String] })
  exclude?: string[];
}

const PROFILE_SHAPE: Shape = {
  ...shapeOf(CreateSubscriberDto),
  channels: { ...shapeOf(ChannelInputDto), credentials: shapeOf(ChannelCredentialsDto) },
};
const TOPIC_SHAPE: Shape = { type: null, topicKey: null, exclude: null };

const SUBSCRIBER = [{ type: 'string' }, { $ref: getSchemaPath(SubscriberRecipientDto) }];
const RECIPIENT = [...SUBSCRIBER, { $ref: getSchemaPath(TopicRecipientDto) }];

/** A subscriber by id or as an object, for the OpenAPI document. */
export const subscriberSchema = { oneOf: SUBSCRIBER };

/** One recipient or several, for the OpenAPI document. */
export const recipientsSchema = {
  oneOf: [...RECIPIENT, { type: 'array', items: { oneOf: RECIPIENT }, minItems: 1, maxItems: 100 }],
};

const OBJECT = { type: 'object', additionalProperties: true } as const;
const OBJECTS = { type: 'object', additionalProperties: OBJECT } as const;

/** Changes of a trigger to one step. */
export class StepOverridesDto {
  /** Request bodies by provider id. */
  @ApiPropertyOptional(OBJECTS)
  providers?: Record<string, Record<string, unknown>>;

  /** Layout of the step's email; null for none. */
  @ApiPropertyOptional({ type: String, nullable: true })
  layoutId?: string | null;
}

/** Changes of a trigger to all email steps. */
export class EmailChannelOverridesDto {
  /** Layout of the emails; null for none. A step's own wins. */
  @ApiPropertyOptional({ type: String, nullable: true })
  layoutId?: string | null;
}

/** Changes of a trigger by channel. */
export class ChannelOverridesDto {
  /** Email. */
  email?: EmailChannelOverridesDto;
}

/** Changes to the notifications of this trigger. Further members, such as a provider's id, are objects. */
@ApiExtraModels(StepOverridesDto)
export class TriggerOverridesDto {
  /** By step id. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: { $ref: getSchemaPath(StepOverridesDto) } })
  steps?: Record<string, StepOverridesDto>;

  /** By channel. */
  channels?: ChannelOverridesDto;

  /** Request bodies by provider id, for all steps. */
  @ApiPropertyOptional(OBJECTS)
  providers?: Record<string, Record<string, unknown>>;

  /** Replaces the severity of the workflow. */
  @ApiPropertyOptional({ enum: SEVERITIES })
  severity?: Severity;

  /** Older form, for emails. */
  @ApiPropertyOptional(OBJECT)
  email?: Record<string, unknown>;

  /** Older form, for push messages. */
  @ApiPropertyOptional(OBJECT)
  push?: Record<string, unknown>;

  /** Older form, for SMS. */
  @ApiPropertyOptional(OBJECT)
  sms?: Record<string, unknown>;

  /** Older form, for chat messages. */
  @ApiPropertyOptional(OBJECT)
  chat?: Record<string, unknown>;

  /** Older form of `channels.email.layoutId`. */
  layoutIdentifier?: string;
}

/** Fields of triggers of all kinds. */
@ApiExtraModels(SubscriberRecipientDto, TriggerOverridesDto)
@WithoutEffect('agentId', 'controls', '__source')
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
   * and gets the response of the first. Generated when absent.
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
  @HasShape(PROFILE_SHAPE)
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
  @HasShape({ identifier: null, name: null, data: null })
  tenant?: unknown;

  /**
   * Contexts of the event, by type: an id, or an object with an id and data for templates. At most 5 entries. Data
   * is stored with the context and replaces what was there.
   * @example { "tenant": { "id": "acme", "data": { "plan": "pro" } } }
   */
  @IsOptional()
  @IsObject()
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @Raw()
  context?: Record<string, unknown>;

  /**
   * Address of the application that has the workflow in code, for this trigger alone: the workflow need not be synced. Needs
   * `workflows:write`. 422 when the application does not respond, or does not have the workflow.
   * @example https://app.example.com/api/novu
   */
  @IsOptional()
  @IsHttpUrl()
  @ApiPropertyOptional({ type: String, nullable: true })
  bridgeUrl?: string | null;

  /**
   * How long its messages are worth sending, from now on. What has not been sent by then is not sent any more: its steps are
   * skipped with the reason `expired`. A workflow and its steps may have an `expiresIn`, too; the earliest end counts.
   * @example { "amount": 10, "unit": "minutes" }
   */
  @ExpiresIn()
  expiresIn?: ExpiresInDto | null;
}

/** A trigger: one workflow, and who is to be notified. */
@ApiExtraModels(TopicRecipientDto)
export class TriggerEventDto extends TriggerFieldsDto {
  /** Who is notified: a subscriber id, a subscriber, a topic, or a list of up to 100 of these. */
  @IsDefined({ message: 'to must name at least one recipient' })
  @OftenMisnamed('recipients', 'recipient', 'subscriberId', 'subscriber', 'subscribers', 'user', 'userId', 'users')
  @ApiProperty({ ...recipientsSchema, example: 'ada' })
  @Raw()
  @HasShape(({ type }) => (type === 'Topic' ? TOPIC_SHAPE : PROFILE_SHAPE))
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
@RefusesUnknown()
export class BulkTriggerEventDto {
  /** 1 to 100 triggers. Each is checked by itself, so that one that is wrong does not affect the others. */
  @IsArray()
  @ApiProperty({ type: [TriggerEventDto], minItems: 1, maxItems: 100 })
  @Raw()
  events: unknown[];
}
