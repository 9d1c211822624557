import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { ApiNullable } from '../../platform/http/decorators.js';
import { Optional } from '../../platform/validation/decorators.js';

/** Single sign-on at an OpenID Connect provider. */
export class OidcWayDto {
  /**
   * Host of the provider.
   * @example login.example.com
   */
  name: string;

  /**
   * Path to open in the browser, which leads to the provider.
   * @example /v1/session/oidc/start
   */
  url: string;
}

/** The ways of signing in. */
export class SignInWaysDto {
  /** Who may sign in with email and password. */
  @ApiProperty({ enum: ['all', 'owners', 'off'] })
  password: 'all' | 'owners' | 'off';

  /** Single sign-on; null when there is none. */
  @ApiNullable(OidcWayDto)
  oidc: OidcWayDto | null;
}

/** Query that begins a single sign-on. */
export class StartOidcQueryDto {
  /**
   * Path of this service that the browser returns to once the person has signed in. Default: `/`.
   * @example /outbox
   */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(2000)
  returnTo?: string;
}

/** What the provider adds to the address of the callback; it may add more. */
export class OidcCallbackQueryDto {
  /** The `state` of the request that led to the provider. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(512)
  state?: string;

  /** Code that Carillon redeems at the provider. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(8192)
  code?: string;

  /** Why there is no code. */
  @Optional({ nullable: false })
  @IsString()
  @MaxLength(512)
  error?: string;
}
