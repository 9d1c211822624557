import { IsISO8601, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Optional } from '../../../platform/validation/optional.decorator.js';

const MAX_TOKEN_LENGTH = 16_384;

/** The workspace or tenant at the provider. */
export class WorkspaceDto {
  /**
   * The provider's id of it.
   * @example T0123456
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  id: string;

  /**
   * Its name.
   * @example Acme
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(256)
  name?: string;

  /**
   * The provider's id of the bot that writes there.
   * @example U0123456
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(256)
  botUserId?: string;
}

/** The tokens the workspace is entered with; stored encrypted. */
export class AuthDto {
  /**
   * What messages are sent with.
   * @example xoxb-0123
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_TOKEN_LENGTH)
  accessToken: string;

  /** What a new access token is asked for with. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(MAX_TOKEN_LENGTH)
  refreshToken?: string;

  /**
   * Until when the access token works, ISO 8601.
   * @example 2026-02-03T04:05:06.789Z
   */
  @Optional({ nullable: false })
  @IsISO8601({ strict: true })
  expiresAt?: string;

  /** Until when the refresh token works, ISO 8601. */
  @Optional({ nullable: false })
  @IsISO8601({ strict: true })
  refreshTokenExpiresAt?: string;
}
