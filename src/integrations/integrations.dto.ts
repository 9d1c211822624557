import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { type Channel, CHANNELS } from '#libs/channels.js';
import { dto } from '../platform/http/dto.js';
import { IntegrationRateDto } from './integration-rate.dto.js';
import { ConditionDto } from './integration-requests.dto.js';
import { type Integration, INTEGRATION_KINDS, type IntegrationKind } from './integration.schema.js';

/** Answers to keywords, such as STOP. */
export class KeywordAnswersDto {
  /** Answer to STOP. */
  stop?: string;

  /** Answer to START. */
  start?: string;

  /** Answer to HELP. */
  help?: string;
}

/** What a sender number answers to keywords. */
export class SenderAnswersDto {
  /** Whether keywords are answered. Default: true. Set it to false where the provider answers. */
  answer?: boolean;

  /** Texts in place of the default ones, which are in the language of the keyword. */
  answers?: KeywordAnswersDto;
}

/** How keywords are dealt with that people send by SMS. */
@ApiExtraModels(SenderAnswersDto)
export class SmsKeywordsDto extends SenderAnswersDto {
  /**
   * What differs for single sender numbers.
   * @example { "+15005550006": { "answer": false } }
   */
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { allOf: [{ $ref: getSchemaPath(SenderAnswersDto) }] },
  })
  bySender?: Record<string, SenderAnswersDto>;
}

/** Settings of an integration apart from the account. */
export class ConfigurationsDto {
  /** Whether reports of the provider are taken. */
  inboundWebhookEnabled?: boolean;

  /**
   * Key that such reports are signed with.
   * @example whsec_xxxx
   */
  inboundWebhookSigningKey?: string;

  /** Schema of what the provider reports. */
  payloadSchema?: string;

  /** Whether it is noted that emails were opened: each has an invisible picture. Default: false. */
  trackOpens?: boolean;

  /** Whether it is noted that links in emails were clicked: each leads through this installation. Default: false. */
  trackClicks?: boolean;

  /** How keywords are dealt with that people send by SMS. */
  smsKeywords?: SmsKeywordsDto;
}

/** Why the provider of an integration refuses its account. */
export class AccountRefusalDto {
  /**
   * The provider has refused the account, such as wrong credentials, used up credit or a sender that it does not accept.
   * Messages wait, or go through another integration, until somebody has acted.
   */
  @ApiProperty({ enum: ['refusing'] })
  status: 'refusing';

  /** Since when, ISO 8601 in UTC. */
  since: string;

  /**
   * The provider's own words.
   * @example 535 5.7.8 Authentication credentials invalid
   */
  error: string;

  /** Status of the provider's response, if there was one. */
  statusCode?: number;
}

/** A provider account, through which a channel of an environment is delivered. */
export class IntegrationDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /** Id of the environment. */
  _environmentId: string;

  /** Id of the organization. */
  _organizationId: string;

  /**
   * Readable name.
   * @example Transactional mail
   */
  name: string;

  /**
   * Identifier in triggers.
   * @example transactional-mail
   */
  identifier: string;

  /**
   * The service behind it.
   * @example sendgrid
   */
  providerId: string;

  /** The channel it delivers; agents have none. */
  @ApiPropertyOptional({ enum: CHANNELS })
  channel?: Channel;

  /** Whether messages are delivered through it, or agents run at it. */
  @ApiProperty({ enum: INTEGRATION_KINDS })
  kind: IntegrationKind;

  /** Always empty, as clients expect it: `maskedCredentials` shows what is stored. */
  @ApiProperty({ type: 'object', additionalProperties: false })
  credentials: Record<string, never>;

  /**
   * The credentials that are stored: secrets as the text `set`, the others as they are. Sent back as `credentials`, `set`
   * leaves the secret as it is.
   * @example { "host": "smtp.example.com", "port": "587", "user": "shop", "password": "set" }
   */
  @ApiProperty({ type: 'object', additionalProperties: true })
  maskedCredentials: Record<string, unknown>;

  /** Settings apart from the account; absent when none were set. */
  @ApiPropertyOptional({ type: ConfigurationsDto })
  configurations?: Record<string, unknown>;

  /** Whether messages are sent through it. */
  active: boolean;

  /** Always false: deleted integrations are not returned. */
  deleted: boolean;

  /** Whether email or SMS is sent through it when no conditions decide. */
  primary: boolean;

  /** Conditions under which it is used before the primary is. */
  @ApiProperty({ type: [ConditionDto] })
  conditions: ConditionDto[];

  /** Decides between several whose conditions pass: the highest. Absent when none was set, which counts as 0. */
  priority?: number;

  /** How many messages its provider takes; absent when that is not limited. */
  rateLimit?: IntegrationRateDto;

  /** Settings of it that have no effect, and why; absent when there are none. */
  @ApiPropertyOptional({ type: [String] })
  issues?: string[];

  /** Why its provider refuses the account; absent while it accepts messages. */
  health?: AccountRefusalDto;
}

/** Parts of the response that are not as they are stored. */
interface ShownParts {
  maskedCredentials: Record<string, unknown>;
  configurations?: Record<string, unknown>;
  issues: readonly string[];
}

export function toIntegrationDto(
  integration: Integration,
  { maskedCredentials, configurations, issues }: ShownParts,
): IntegrationDto {
  const { channel, priority, rateLimit } = integration;
  return dto<IntegrationDto>({
    _id: integration._id,
    _environmentId: integration.environmentId,
    _organizationId: integration.organizationId,
    name: integration.name,
    identifier: integration.identifier,
    providerId: integration.providerId,
    channel,
    kind: integration.kind,
    credentials: {},
    maskedCredentials,
    configurations,
    active: integration.active,
    deleted: false,
    primary: integration.primary,
    conditions: integration.conditions,
    priority,
    rateLimit,
    ...(issues.length > 0 && { issues: [...issues] }),
    health: healthOf(integration),
  });
}

/** Why the provider refuses the account; undefined while it accepts messages. */
export function healthOf({ refusal }: Pick<Integration, 'refusal'>): AccountRefusalDto | undefined {
  return refusal && { ...refusal, status: 'refusing', since: refusal.since.toISOString() };
}

/** Whether the inbox of an environment works. */
export class InAppStatusDto {
  /** Whether there is an active in-app integration. */
  active: boolean;
}

/** Result of setting up the reports of a provider. */
export class AutoConfigurationDto {
  /** Whether reports are taken now. */
  success: boolean;

  /**
   * Remaining steps at the provider, or the reason why there is nothing to set up.
   * @example Enter https://notify.example.com/v2/inbound-webhooks/… at SendGrid as the address of the event webhook.
   */
  message: string;

  /** The integration with its configurations; absent when nothing could be set up. */
  integration?: IntegrationDto;
}
