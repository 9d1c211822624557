import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsFQDN,
  IsInt,
  IsObject,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import slugify from 'slugify';
import type { ApiKey, Environment, EnvironmentType } from '../auth/environment.schema.js';
import { toSlug } from '../platform/ids.js';
import { Optional } from '../platform/validation/decorators.js';

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
   * Colour that distinguishes environments.
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
  return {
    key,
    _userId: userId.toHexString(),
    hash,
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  };
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
   * Colour that distinguishes environments.
   * @example #33aa77
   */
  color?: string;

  /** False: messages stay with their integration when its provider keeps failing. Absent: they go on to another. */
  failover?: boolean;

  /** True: deleted only with its name repeated, and kept for a while then. */
  protected?: boolean;

  /** Days for which the content of messages is kept; absent when it is not. */
  contentRetentionDays?: number;

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
  return {
    _id: _id.toHexString(),
    name,
    _organizationId: organizationId.toHexString(),
    identifier,
    ...(type && { type }),
    ...(color && { color }),
    ...(failover === false && { failover }),
    ...(environment.protected && { protected: true }),
    ...(contentRetentionDays && { contentRetentionDays }),
    ...(parentId && { _parentId: parentId.toHexString() }),
    slug: toSlug(slugify.default(name, { lower: true, strict: true }), 'env', _id),
    apiKeys: keys,
  };
}

/** 30 days. */
export const MAX_OVERLAP_SECONDS = 2_592_000;

/** How an environment changes over to a new key. */
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

/** How email comes in. */
export class InboundParseDomainDto {
  /**
   * The domain that receives email for the environment.
   * @example inbound.example.com
   */
  @Optional({ nullable: false })
  @IsFQDN()
  inboundParseDomain?: string;
}

/** Where workflows are defined in code. */
export class BridgeConfigurationDto {
  /**
   * Address of the application, http or https.
   * @example https://app.example.com/api/bridge
   */
  @Optional({ nullable: false })
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false })
  @MaxLength(2048)
  url?: string;
}

/** The fields of an environment to change; absent ones stay as they are. */
export class UpdateEnvironmentDto {
  /**
   * Readable name, unique in the organization.
   * @example Staging
   */
  @Optional({ nullable: false })
  @IsEnvironmentName()
  name?: string;

  /**
   * Public name, which inbox widgets send as their application identifier; no other environment of the installation
   * may have it. Widgets that still send the former one are refused.
   * @example shop-staging
   */
  @Optional({ nullable: false })
  @IsString()
  @Matches(/^[A-Za-z0-9_-]+$/, { message: '$property must consist of letters, digits, hyphens and underscores' })
  @Matches(/^(?![0-9a-f]{24}$)/i, { message: '$property must not look like an internal id' })
  @MaxLength(128)
  identifier?: string;

  /**
   * Internal id of the environment this one receives its changes from.
   * @example 6925a1f0c0ffee0123456789
   */
  @Optional({ nullable: false })
  @IsEnvironmentId()
  parentId?: string;

  /**
   * Colour that distinguishes environments.
   * @example #33aa77
   */
  @Optional({ nullable: false })
  @IsColor()
  color?: string;

  /**
   * Whether an email or SMS is sent through another active integration of its channel when the provider of its own keeps
   * failing. On unless it is switched off.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  failover?: boolean;

  /**
   * Whether nothing is written to it but with a key of its own, which is 403 with others, and it is deleted only with its
   * name repeated, and kept for a while then.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  protected?: boolean;

  /**
   * Days for which the content of emails, SMS, push, chat and tool messages is kept with them, encrypted, for callers with
   * `content:read`. 0, as at first: it is not kept, and what was is deleted. Fewer days also hold for what is stored.
   * @example 7
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(365)
  contentRetentionDays?: number;

  /** How email comes in. Replaces what is stored. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => InboundParseDomainDto)
  dns?: InboundParseDomainDto;

  /** Where workflows are defined in code. Replaces what is stored. */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => BridgeConfigurationDto)
  bridge?: BridgeConfigurationDto;
}
