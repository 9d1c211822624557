import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { FILTER_OPERATORS, type FilterOperator } from '#libs/conditions/filters/filter.js';
import { type Channel, CHANNELS } from '#libs/channels.js';
import { CREDENTIAL_KEYS } from '#libs/providers/kit/account.js';
import { ApiNullable, Raw } from '../platform/http/decorators.js';
import { FreeForm, Optional } from '../platform/validation/decorators.js';
import { isObject } from '../platform/values/is-object.js';
import { CREDENTIALS_SCHEMA, meantCredential } from './credentials.js';
import { CONDITION_TYPES, INTEGRATION_KINDS, type IntegrationKind } from './integration.schema.js';
import { IntegrationRateDto } from './integration-rate.dto.js';
import { smsKeywordsProblem } from './sms-keywords.js';
import { HasShape, type Shape } from '../platform/validation/unknown-members.js';

/** Data beside the payload when an integration is selected. */
const READABLE = /^(?:context|workflow)\../;

/** Conditions read subscriber, context and workflow, not the payload (behaviour G7). */
export function IsReadableField(): PropertyDecorator {
  return ValidateBy({
    name: 'isReadableField',
    validator: {
      validate: (field, details) =>
        !isOnPayload(details?.object) || (typeof field === 'string' && READABLE.test(field)),
      defaultMessage: () =>
        '$property must begin with context. or workflow. where on is payload: conditions of integrations cannot read the payload',
    },
  });
}

function isOnPayload(child: object | undefined): boolean {
  return child !== undefined && 'on' in child && child.on === 'payload';
}

const CREDENTIALS_SHAPE: Shape = Object.fromEntries(Object.keys(CREDENTIAL_KEYS).map((key) => [key, null]));

const MAX_CHILDREN = 50;

const JOINS = ['AND', 'OR'] as const;
const SOURCES = ['subscriber', 'payload'] as const;

/** Those that official clients know; they refuse a response with any other. */
const OPERATORS = FILTER_OPERATORS.filter((operator) => operator !== 'IS_DEFINED');

/** Compares one field. */
export class ConditionChildDto {
  /**
   * Path of the field. With `subscriber`, one of theirs, such as `email` or `data.plan`. With `payload`, what the trigger
   * and the workflow bring besides the payload: `context.<type>.id`, `context.<type>.data.<path>`, `workflow.workflowId`,
   * `workflow.name`, `workflow.tags`, `workflow.severity`. The values of the payload itself cannot be compared.
   * @example data.plan
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  @IsReadableField()
  field: string;

  /**
   * Value that it is compared with; lists are separated by commas.
   * @example pro
   */
  @IsString()
  @MaxLength(4096)
  value: string;

  /**
   * The comparison.
   * @example EQUAL
   */
  @IsIn(OPERATORS)
  @ApiProperty({ enum: OPERATORS })
  operator: FilterOperator;

  /**
   * Place of the field.
   * @example subscriber
   */
  @IsIn(SOURCES)
  @ApiProperty({ enum: SOURCES })
  on: (typeof SOURCES)[number];
}

/** A group of comparisons. */
export class ConditionDto {
  /** Whether the group passes when its comparisons do not. */
  @Optional({ nullable: false })
  @IsBoolean()
  isNegated: boolean = false;

  /**
   * For editors; it has no effect.
   * @example GROUP
   */
  @IsIn(CONDITION_TYPES)
  @ApiProperty({ enum: CONDITION_TYPES })
  type: (typeof CONDITION_TYPES)[number];

  /**
   * Whether all comparisons must be true, or one.
   * @example AND
   */
  @IsIn(JOINS)
  @ApiProperty({ enum: JOINS })
  value: (typeof JOINS)[number];

  /** The comparisons; a group without any passes. */
  @IsArray()
  @ArrayMaxSize(MAX_CHILDREN)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ConditionChildDto)
  children: ConditionChildDto[];
}

/** Validates configurations: their members have the types that clients expect in a response. */
export function IsConfigurations(): PropertyDecorator {
  return ValidateBy({
    name: 'isConfigurations',
    validator: {
      validate: (value) => !isObject(value) || problemOf(value) === undefined,
      defaultMessage: (details) => `$property.${problemOf(details?.value as Record<string, unknown>)}`,
    },
  });
}

const TYPES = {
  inboundWebhookEnabled: 'boolean',
  inboundWebhookSigningKey: 'string',
  payloadSchema: 'string',
  trackClicks: 'boolean',
  trackOpens: 'boolean',
} as const;

function problemOf(configurations: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, type] of Object.entries(TYPES)) {
    const value = configurations[name];
    if (value !== undefined && typeof value !== type) return `${name} must be a ${type}`;
  }
  const { smsKeywords } = configurations;
  return smsKeywords === undefined ? undefined : smsKeywordsProblem(smsKeywords);
}

const MAX_CONDITIONS = 50;
const MAX_PRIORITY = 1000;
const MAX_CONFIGURATIONS_BYTES = 16_384;

/** Fields that can be set when an integration is created, and changed later. */
export class IntegrationSettingsDto {
  /**
   * Readable name. Default: that of the provider.
   * @example Transactional mail
   */
  @Optional({ nullable: false })
  @IsString()
  @Matches(/\S/, { message: '$property must not be blank' })
  @MaxLength(256)
  name?: string;

  /**
   * Identifier in triggers, unique in the organization. Default: made from the name.
   * @example transactional-mail
   */
  @Optional({ nullable: false })
  @IsString()
  @Matches(/^[\w.-]+$/, { message: '$property must consist of letters, digits, dots, hyphens and underscores' })
  @MaxLength(256)
  identifier?: string;

  /**
   * Id of an environment of the organization. Default: the environment of the API key.
   * @example 6925a1f0c0ffee0123456789
   */
  @Optional({ nullable: false })
  @Matches(/^[0-9a-f]{24}$/i, { message: '$property must be the id of an environment' })
  _environmentId?: string;

  /** Whether messages are sent through it. */
  @Optional({ nullable: false })
  @IsBoolean()
  active?: boolean;

  /**
   * The account at the provider, stored encrypted. Keys that are sent are set, the others stay as they are. An empty
   * text removes a key, and the text `set` leaves a secret as it is. When one changes that says where secrets are sent,
   * such as `host`, `port` or `baseUrl`, the secrets must be sent, too. Keys that no provider has are ignored, with a warning.
   * @example { "apiKey": "SG.xxxx", "from": "hello@example.com", "senderName": "Example" }
   */
  @Optional({ nullable: false })
  @Raw()
  @IsObject()
  @ApiPropertyOptional(CREDENTIALS_SCHEMA)
  @HasShape(CREDENTIALS_SHAPE, meantCredential)
  credentials?: Record<string, unknown>;

  /**
   * Whether an active integration is refused, with 400, when the credentials lack a key that its provider needs. The
   * provider itself is not asked. Default: true.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  check?: boolean;

  /**
   * Conditions under which it is used, in email and SMS, before the primary integration: when any group passes. They
   * replace what is there; none means no conditions. An integration with conditions cannot be primary.
   */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(MAX_CONDITIONS)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ConditionDto)
  conditions?: ConditionDto[];

  /**
   * Of several integrations whose conditions pass the one with the highest priority is used, and of several of these the
   * newest. Failover goes on in the same order, to those without conditions at the end. Default: 0.
   * @example 10
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(MAX_PRIORITY)
  priority?: number;

  /**
   * How many messages its provider takes: more wait for their turn, over all processes, and their steps have the reason
   * `rate_waiting` meanwhile. null removes the limit. Not for in-app. Default: none.
   * @example { "messages": 14, "per": "second" }
   */
  @Optional({ nullable: true })
  @IsObject()
  @ValidateNested()
  @Type(() => IntegrationRateDto)
  @ApiNullable(IntegrationRateDto, { required: false })
  rateLimit?: IntegrationRateDto | null;

  /**
   * Settings apart from the account: `inboundWebhookEnabled` (true or false), `inboundWebhookSigningKey` and
   * `payloadSchema` (texts), and with SMS `smsKeywords`: what people get as an answer to STOP, START and HELP. It has
   * `answer` (false: nothing, because the provider answers), `answers` with the texts `stop`, `start` and `help`, and
   * `bySender` with both for single sender numbers. With email `trackOpens` and `trackClicks` (true or false). Stored
   * encrypted. They replace what is there.
   * @example { "inboundWebhookEnabled": true, "inboundWebhookSigningKey": "whsec_xxxx" }
   */
  @Optional({ nullable: false })
  @FreeForm({ maxBytes: MAX_CONFIGURATIONS_BYTES })
  @IsConfigurations()
  configurations?: Record<string, unknown>;
}

/** A new integration. */
export class CreateIntegrationDto extends IntegrationSettingsDto {
  /**
   * The service behind it.
   * @example sendgrid
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(64)
  providerId: string;

  /**
   * The channel it delivers. May be left out where the provider has only one; agents have none.
   * @example email
   */
  @Optional({ nullable: false })
  @IsIn(CHANNELS)
  @ApiProperty({ enum: CHANNELS })
  channel?: Channel;

  /** Whether messages are delivered through it, or agents run at it. */
  @Optional({ nullable: false })
  @IsIn(INTEGRATION_KINDS)
  @ApiProperty({ enum: INTEGRATION_KINDS })
  kind: IntegrationKind = 'delivery';
}

/** The settings to change; those that are left out stay as they are. */
export class UpdateIntegrationDto extends IntegrationSettingsDto {}
