import { Type } from 'class-transformer';
import { IsBoolean, IsFQDN, IsObject, IsString, IsUrl, Matches, MaxLength, ValidateNested } from 'class-validator';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { IsColor, IsEnvironmentId, IsEnvironmentName } from './environment-name.decorators.js';

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
   * Name for people, unique in the organization.
   * @example Staging
   */
  @Optional({ nullable: false })
  @IsEnvironmentName()
  name?: string;

  /**
   * Public name, which inbox widgets send as their application identifier; no other environment of the installation
   * may have it. Widgets that still send the former one are no longer let in.
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
   * For telling environments apart at a glance.
   * @example #33aa77
   */
  @Optional({ nullable: false })
  @IsColor()
  color?: string;

  /**
   * Whether an email or SMS goes on to another active integration of its channel when the provider of its own keeps
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
