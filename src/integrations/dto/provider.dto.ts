import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  CREDENTIAL_KEYS,
  type CredentialKey,
  type CredentialKeySpec,
  isSecretKey,
} from '#libs/providers/kit/account/credential-keys.js';
import { PROVIDERS } from '../catalogue/catalogue.js';
import type { Provider } from '../catalogue/provider.js';
import {
  INTEGRATION_CHANNELS,
  INTEGRATION_KINDS,
  type IntegrationChannel,
  type IntegrationKind,
} from '../integration.schema.js';

const FIELD_TYPES = ['string', 'boolean', 'object'] as const;

/** One of the `credentials` of an integration. */
export class ProviderFieldDto {
  /**
   * Its name among the `credentials`.
   * @example apiKey
   */
  key: string;

  /** What it is. */
  description: string;

  /**
   * Type of its value.
   * @example string
   */
  @ApiProperty({ enum: FIELD_TYPES })
  type: (typeof FIELD_TYPES)[number];

  /** The values it may have; absent when there is no such list. */
  values?: string[];

  /** Whether an active integration is refused without it. */
  required: boolean;

  /** Whether its value is never shown; integrations show `set` in its place. */
  secret: boolean;
}

/** A service that can be integrated, and what Carillon must know of the account there. */
export class IntegrationProviderDto {
  /**
   * What an integration names it by.
   * @example sendgrid
   */
  providerId: string;

  /**
   * Name for people.
   * @example SendGrid
   */
  name: string;

  /** The channel it delivers; agents have none. */
  @ApiPropertyOptional({ enum: INTEGRATION_CHANNELS })
  channel?: IntegrationChannel;

  /** Whether messages are delivered through it, or agents run at it. */
  @ApiProperty({ enum: INTEGRATION_KINDS })
  kind: IntegrationKind;

  /** Whether Carillon can send with it. Where it cannot, creating an integration is 422; agents are not sent with. */
  sendable: boolean;

  /** Why it cannot be sent with; absent when it can. */
  reason?: string;

  /** Its `credentials`, those that are required first. None where nothing is known or needed. */
  fields: ProviderFieldDto[];

  /**
   * Where the service describes its API; absent when that is not known.
   * @example https://docs.sendgrid.com/api-reference/mail-send/mail-send
   */
  documentation?: string;
}

/** Every provider there is, channel by channel, then the agents. */
export function allProviders(): IntegrationProviderDto[] {
  return [...INTEGRATION_CHANNELS, 'agent' as const].flatMap((place) =>
    Object.entries(PROVIDERS[place]).map(([providerId, provider]) => toProviderDto(place, providerId, provider)),
  );
}

function toProviderDto(
  place: IntegrationChannel | 'agent',
  providerId: string,
  { name, keys, cannotSend, documentation }: Provider,
): IntegrationProviderDto {
  const reason = place === 'agent' ? 'agents run at it; nothing is sent with it' : cannotSend;
  return {
    providerId,
    name,
    ...(place !== 'agent' && { channel: place }),
    kind: place === 'agent' ? 'agent' : 'delivery',
    sendable: reason === undefined,
    ...(reason !== undefined && { reason }),
    fields: [
      ...(keys?.needed ?? []).map((key) => toFieldDto(key, true)),
      ...(keys?.optional ?? []).map((key) => toFieldDto(key, false)),
    ],
    ...(documentation !== undefined && { documentation }),
  };
}

function toFieldDto(key: CredentialKey, required: boolean): ProviderFieldDto {
  const { type, description }: CredentialKeySpec = CREDENTIAL_KEYS[key];
  return {
    key,
    description,
    type: type === 'flag' ? 'boolean' : type === 'object' ? 'object' : 'string',
    ...(typeof type !== 'string' && { values: [...type] }),
    required,
    secret: isSecretKey(key),
  };
}
