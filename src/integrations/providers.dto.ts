import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  CREDENTIAL_KEYS,
  type CredentialKey,
  type CredentialKeySpec,
  isSecretKey,
} from '#libs/providers/kit/account.js';
import type { KeyForm } from '#libs/providers/kit/provider.js';
import { type Channel, CHANNELS } from '#libs/channels.js';
import { type Provider, PROVIDERS } from './catalogue.js';
import { INTEGRATION_KINDS, type IntegrationKind } from './integration.schema.js';

const FIELD_TYPES = ['string', 'boolean', 'object'] as const;

/** When a credential is used, by the value of another. */
export class ProviderFieldConditionDto {
  /**
   * Name of the other credential.
   * @example authType
   */
  key: string;

  /** The values with which it is used; an empty text stands for one that is not set. */
  values: string[];
}

/** One of the `credentials` of an integration. */
export class ProviderFieldDto {
  /**
   * Its name among the `credentials`.
   * @example apiKey
   */
  key: string;

  /**
   * Its name in a form.
   * @example API key
   */
  label: string;

  /** What it is, for a form. */
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

  /**
   * The heading of those that belong together in a form; absent for most.
   * @example DKIM signature
   */
  group?: string;

  /** When it is used; absent when it does not depend on another credential. */
  when?: ProviderFieldConditionDto;
}

/** A service that can be integrated, and what Carillon must know of the account there. */
export class IntegrationProviderDto {
  /**
   * Id in integrations.
   * @example sendgrid
   */
  providerId: string;

  /**
   * Readable name.
   * @example SendGrid
   */
  name: string;

  /** The channel it delivers; agents have none. */
  @ApiPropertyOptional({ enum: CHANNELS })
  channel?: Channel;

  /** Whether messages are delivered through it, or agents run at it. */
  @ApiProperty({ enum: INTEGRATION_KINDS })
  kind: IntegrationKind;

  /** Whether Carillon can send with it. Where it cannot, creating an integration is 422; agents are not sent with. */
  sendable: boolean;

  /** Why it cannot be sent with; absent when it can. */
  reason?: string;

  /** Whether it posts the text messages that people send, so that STOP, START and HELP are obeyed. */
  receivesTexts: boolean;

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
  return [...CHANNELS, 'agent' as const].flatMap((place) =>
    Object.entries(PROVIDERS[place]).map(([providerId, provider]) => toProviderDto(place, providerId, provider)),
  );
}

function toProviderDto(
  place: Channel | 'agent',
  providerId: string,
  { name, keys, cannotSend, documentation, reports }: Provider,
): IntegrationProviderDto {
  const reason = place === 'agent' ? 'agents run at it; nothing is sent with it' : cannotSend;
  return {
    providerId,
    name,
    ...(place !== 'agent' && { channel: place }),
    kind: place === 'agent' ? 'agent' : 'delivery',
    sendable: reason === undefined,
    reason,
    receivesTexts: reports?.texts !== undefined,
    fields: [
      ...(keys?.needed ?? []).map((key) => toFieldDto(key, true, keys?.forms?.[key])),
      ...(keys?.optional ?? []).map((key) => toFieldDto(key, false, keys?.forms?.[key])),
    ],
    documentation,
  };
}

function toFieldDto(key: CredentialKey, required: boolean, form: KeyForm = {}): ProviderFieldDto {
  const { type, label, description }: CredentialKeySpec = CREDENTIAL_KEYS[key];
  return {
    key,
    label: form.label ?? label,
    description: form.description ?? description,
    type: type === 'flag' ? 'boolean' : type === 'object' ? 'object' : 'string',
    ...(typeof type !== 'string' && { values: [...type] }),
    required,
    secret: isSecretKey(key),
    ...(form.group !== undefined && { group: form.group }),
    ...(form.when && { when: { key: form.when.key, values: [...form.when.values] } }),
  };
}
