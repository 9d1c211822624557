import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Raw } from '../../platform/http/raw.decorator.js';
import { FreeForm } from '../../platform/validation/free-form.decorator.js';
import { Optional } from '../../platform/validation/optional.decorator.js';
import { CREDENTIALS_SCHEMA } from '../credentials/credentials-schema.js';
import { ConditionDto } from './condition.dto.js';
import { IsConfigurations } from './is-configurations.decorator.js';

const MAX_CONDITIONS = 50;
const MAX_PRIORITY = 1000;
const MAX_CONFIGURATIONS_BYTES = 16_384;

/** What can be set when an integration is created, and changed later. */
export class IntegrationSettingsDto {
  /**
   * Name for people. Default: that of the provider.
   * @example Transactional mail
   */
  @Optional({ nullable: false })
  @IsString()
  @Matches(/\S/, { message: '$property must not be blank' })
  @MaxLength(256)
  name?: string;

  /**
   * What triggers name it by, unique in the organization. Default: made from the name.
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
   * The account at the provider, stored encrypted. Keys that are sent are set, the others stay as they are; an empty text
   * removes a key, and the text `set` leaves a secret as it is. When one changes that says where secrets are sent, such as
   * `host`, `port` or `baseUrl`, the secrets must be sent, too. Keys that no provider has are ignored.
   * @example { "apiKey": "SG.xxxx", "from": "hello@example.com", "senderName": "Example" }
   */
  @Optional({ nullable: false })
  @Raw()
  @IsObject()
  @ApiPropertyOptional(CREDENTIALS_SCHEMA)
  credentials?: Record<string, unknown>;

  /**
   * Whether an active integration is refused, with 400, when the credentials lack a key that its provider needs. The
   * provider itself is not asked. Default: true.
   */
  @Optional({ nullable: false })
  @IsBoolean()
  check?: boolean;

  /**
   * For whom it is used, in email and SMS, before the primary integration is: when any group passes. They replace what is
   * there; none means no conditions. An integration with conditions cannot be primary.
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
   * newest. Default: 0.
   * @example 10
   */
  @Optional({ nullable: false })
  @IsInt()
  @Min(0)
  @Max(MAX_PRIORITY)
  priority?: number;

  /**
   * Settings beyond the account: `inboundWebhookEnabled` (true or false), `inboundWebhookSigningKey` and `payloadSchema`
   * (texts). Stored encrypted. They replace what is there.
   * @example { "inboundWebhookEnabled": true, "inboundWebhookSigningKey": "whsec_xxxx" }
   */
  @Optional({ nullable: false })
  @FreeForm({ maxBytes: MAX_CONFIGURATIONS_BYTES })
  @IsConfigurations()
  configurations?: Record<string, unknown>;
}
