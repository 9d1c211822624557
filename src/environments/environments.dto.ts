import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsString, Matches, Max, MaxLength, Min, ValidateBy, type ValidationOptions } from 'class-validator';
import { isLinkScheme } from '#libs/rendering/in-app/link.js';
import slugify from 'slugify';
import {
  type ApiKey,
  type Environment,
  type EnvironmentType,
  PAYLOAD_REDIRECTS,
  type PayloadRedirects,
} from '../auth/environment.schema.js';
import type { BrandDto } from './brand.dto.js';
import { MessageCapsDto, RateLimitsDto } from './limits.dto.js';
import type { RetentionDto } from './retention.dto.js';
import { dto } from '../platform/http/dto.js';
import { toSlug } from '../platform/ids.js';
import { Optional } from '../platform/validation/decorators.js';
import { RefusesUnknown } from '../platform/validation/unknown-members.js';

/** Name of an environment. */
export function IsEnvironmentName(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(/\S/, { message: '$property must not be blank' }),
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: '$property must not contain control characters' }),
    MaxLength(64),
  );
}

/** A colour as browsers write it, `#33aa77` or `#3a7`; with opacity, `#33aa7780`. */
export function IsColor(): PropertyDecorator {
  return Matches(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, {
    message: '$property must be a hexadecimal colour such as #33aa77',
  });
}

/** The internal id of an environment. */
export function IsEnvironmentId(): PropertyDecorator {
  return Matches(/^[0-9a-f]{24}$/i, { message: '$property must be the internal id of an environment' });
}

/** A scheme with its colon that links may have, such as `myapp:`. */
export function IsLinkScheme(options: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isLinkScheme',
      validator: {
        validate: (value) => typeof value === 'string' && isLinkScheme(value),
        defaultMessage: () =>
          '$property must be schemes in lower case with a colon, such as myapp:, that neither run scripts nor open files',
      },
    },
    options,
  );
}

/** A new environment. */
export class CreateEnvironmentDto {
  /**
   * Readable name, unique in the organization.
   * @example Staging
   */
  @IsEnvironmentName()
  name: string;

  /**
   * Internal id of the environment this one receives its changes from.
   * @example 6925a1f0c0ffee0123456789
   */
  @Optional({ nullable: false })
  @IsEnvironmentId()
  parentId?: string;

  /**
   * Color that distinguishes environments.
   * @example #33aa77
   */
  @Optional({ nullable: false })
  @IsColor()
  color?: string;
}

/** An API key of the environment. */
export class ApiKeyDto {
  /**
   * The key itself.
   * @example 3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b
   */
  key: string;

  /** Id of the user the key was made for. */
  _userId: string;

  /** SHA-256 of the key, in hexadecimal. */
  hash: string;

  /** Of a key that was renewed: it works until then. */
  expiresAt?: string;
}

/** `key` is the key itself. */
export function toApiKeyDto({ userId, hash, expiresAt }: ApiKey, key: string): ApiKeyDto {
  return dto<ApiKeyDto>({ key, _userId: userId, hash, ...(expiresAt && { expiresAt }) });
}

/** A separate world of subscribers, workflows and notifications with API keys of its own. */
export class EnvironmentDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Name.
   * @example Development
   */
  name: string;

  /** Id of the organization it belongs to. */
  _organizationId: string;

  /**
   * Public name, which inbox widgets send as their application identifier.
   * @example k3Jx9fQ0bT1z
   */
  identifier: string;

  /** Kind of environment. */
  type?: EnvironmentType;

  /**
   * Color that distinguishes environments.
   * @example #33aa77
   */
  color?: string;

  /** False: messages stay with their integration when its provider keeps failing. Absent: they go on to another. */
  failover?: boolean;

  /** `off`: `email` and `phone` of a payload do not say where messages go. Absent: they do for a single named recipient. */
  @ApiPropertyOptional({ enum: PAYLOAD_REDIRECTS })
  payloadRedirects?: PayloadRedirects;

  /** True: deleted only with its name repeated, and kept for a while then. */
  protected?: boolean;

  /** Days for which the content of messages is kept; absent when it is not. */
  contentRetentionDays?: number;

  /** Limits of its requests; absent where those of the installation apply. */
  rateLimits?: RateLimitsDto;

  /** How many messages a subscriber gets, by channel; absent when there are no caps. */
  messageCaps?: MessageCapsDto;

  /** Schemes that links of in-app messages may have besides http and https. */
  linkSchemes?: string[];

  /** Names of payload members whose values the activity masks; absent when there are none. */
  maskedPayloadKeys?: string[];

  /** Days for which records are kept, where they differ from those of the installation. */
  retention?: RetentionDto;

  /** How its emails and its pages for subscribers look; absent when nothing is set. */
  brand?: BrandDto;

  /** Id of the environment this one receives its changes from. */
  _parentId?: string;

  /** Readable name with the id in it, accepted in paths. */
  slug: string;

  /** API keys. Those of other environments than the caller's are not shown. */
  apiKeys: ApiKeyDto[];
}

/** `keys` are the environment's API keys in the clear, or nothing when the caller may not see them. */
export function toEnvironmentDto(environment: Environment, keys: ApiKeyDto[]): EnvironmentDto {
  const { _id, name, organizationId, identifier, type, color, parentId, failover, contentRetentionDays } = environment;
  const { rateLimits, messageCaps, linkSchemes, retention, brand, payloadRedirects, maskedPayloadKeys } = environment;
  return dto<EnvironmentDto>({
    _id,
    name,
    _organizationId: organizationId,
    identifier,
    ...(type && { type }),
    ...(color && { color }),
    ...(failover === false && { failover }),
    ...(payloadRedirects === 'off' && { payloadRedirects }),
    ...(environment.protected && { protected: true }),
    ...(contentRetentionDays && { contentRetentionDays }),
    ...(rateLimits && { rateLimits }),
    ...(messageCaps && { messageCaps }),
    ...(linkSchemes && { linkSchemes }),
    ...(maskedPayloadKeys?.length && { maskedPayloadKeys }),
    ...(retention && { retention }),
    ...(brand && Object.keys(brand).length > 0 && { brand }),
    ...(parentId && { _parentId: parentId }),
    slug: toSlug(slugify.default(name, { lower: true, strict: true }), 'env', _id),
    apiKeys: keys,
  });
}

/** 30 days. */
export const MAX_OVERLAP_SECONDS = 2_592_000;

/** How an environment changes over to a new key. */
@RefusesUnknown()
export class RenewKeysDto {
  /**
   * Seconds the calling key works beside the new one, at most 30 days; 0 ends it immediately.
   * @example 3600
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(MAX_OVERLAP_SECONDS)
  overlapSeconds: number = 0;
}
