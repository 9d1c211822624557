import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsFQDN,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { PAYLOAD_REDIRECTS, type PayloadRedirects } from '../auth/environment.schema.js';
import { IsHttpUrl, Optional } from '../platform/validation/decorators.js';
import { BrandDto } from './brand.dto.js';
import { IsColor, IsEnvironmentId, IsEnvironmentName, IsLinkScheme } from './environments.dto.js';
import { MessageCapsDto, RateLimitsDto } from './limits.dto.js';
import { RetentionDto } from './retention.dto.js';

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
  @IsHttpUrl()
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
   * Color that distinguishes environments.
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
   * Whether `email` and `phone` of a trigger's payload say where its emails and SMS go: `single`, for a trigger with one named
   * recipient, or `off`. `single` unless it is switched off.
   * @example off
   */
  @Optional({ nullable: false })
  @IsIn(PAYLOAD_REDIRECTS)
  @ApiPropertyOptional({ enum: PAYLOAD_REDIRECTS })
  payloadRedirects?: PayloadRedirects;

  /**
   * Whether only keys of its own may write to it; others get 403. It is deleted only when its name is repeated, and
   * kept for a while then.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  protected?: boolean;

  /**
   * Days for which the content of emails, SMS, push, chat and tool messages is kept with them, encrypted, for callers
   * with `content:read`. With 0, the default, nothing is kept, and what was kept is deleted. Fewer days also hold for
   * what is stored.
   * @example 7
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(365)
  contentRetentionDays?: number;

  /**
   * Days for which records are kept, where they differ from those of the installation. Kinds that are left out are kept
   * as long as its settings say. Replaces what is stored. Fewer days also hold for what is stored, within minutes,
   * except for triggers.
   * @example { "activity": 7, "inApp": 90 }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => RetentionDto)
  retention?: RetentionDto;

  /**
   * Limits of its requests, instead of those of the installation; they replace what is stored, and `{}` stands for those of
   * the installation. Only people set them, so that no application raises its own; with a key it is 403.
   * @example { "triggers": 200 }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => RateLimitsDto)
  rateLimits?: RateLimitsDto;

  /**
   * How many messages a subscriber gets of all workflows together, by channel. They replace what is stored; `{}` removes all.
   * Critical workflows are exempt.
   * @example { "email": { "messages": 5, "per": "day", "above": "hold" } }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => MessageCapsDto)
  messageCaps?: MessageCapsDto;

  /**
   * Schemes that links of in-app messages may have besides http and https, each with its colon, such as that of an app.
   * Replaces what is stored. Schemes that run scripts or open files are refused.
   * @example ["myapp:"]
   */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(20)
  @IsLinkScheme({ each: true })
  linkSchemes?: string[];

  /**
   * Names of members of payloads, such as tokens, whose values the activity masks, at any depth and in any case. Replaces what
   * is stored.
   * @example ["token", "resetUrl"]
   */
  @Optional({ nullable: false })
  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(128, { each: true })
  maskedPayloadKeys?: string[];

  /**
   * How emails made of blocks and the pages for subscribers look, as `PUT /v1/brand` sets it. Replaces what is stored; `{}` removes it. The member `brand` in the data of a context
   * comes before it, field by field.
   * @example { "name": "Acme", "color": "#33aa77", "logoUrl": "https://acme.example.com/logo.png" }
   */
  @Optional({ nullable: false })
  @IsObject()
  @ValidateNested()
  @Type(() => BrandDto)
  brand?: BrandDto;

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
