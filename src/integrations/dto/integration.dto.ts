import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  INTEGRATION_CHANNELS,
  INTEGRATION_KINDS,
  type Integration,
  type IntegrationChannel,
  type IntegrationKind,
} from '../integration.schema.js';
import { ConditionDto } from './condition.dto.js';

/** Settings of an integration beyond the account. */
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
   * Name for people.
   * @example Transactional mail
   */
  name: string;

  /**
   * What triggers name it by.
   * @example transactional-mail
   */
  identifier: string;

  /**
   * The service behind it.
   * @example sendgrid
   */
  providerId: string;

  /** The channel it delivers; agents have none. */
  @ApiPropertyOptional({ enum: INTEGRATION_CHANNELS })
  channel?: IntegrationChannel;

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

  /** Settings beyond the account; absent when none were set. */
  @ApiPropertyOptional({ type: ConfigurationsDto })
  configurations?: Record<string, unknown>;

  /** Whether messages are sent through it. */
  active: boolean;

  /** Always false: deleted integrations are gone. */
  deleted: boolean;

  /** Whether email or SMS goes through it when no conditions decide. */
  primary: boolean;

  /** For whom it is used before the primary is. */
  @ApiProperty({ type: [ConditionDto] })
  conditions: ConditionDto[];

  /** Decides between several whose conditions pass: the highest. Absent when none was set, which counts as 0. */
  priority?: number;
}

export function toIntegrationDto(
  integration: Integration,
  maskedCredentials: Record<string, unknown>,
  configurations?: Record<string, unknown>,
): IntegrationDto {
  const { channel, priority } = integration;
  return {
    _id: integration._id.toHexString(),
    _environmentId: integration.environmentId.toHexString(),
    _organizationId: integration.organizationId.toHexString(),
    name: integration.name,
    identifier: integration.identifier,
    providerId: integration.providerId,
    ...(channel !== undefined && { channel }),
    kind: integration.kind,
    credentials: {},
    maskedCredentials,
    ...(configurations !== undefined && { configurations }),
    active: integration.active,
    deleted: false,
    primary: integration.primary,
    conditions: integration.conditions,
    ...(priority !== undefined && { priority }),
  };
}
