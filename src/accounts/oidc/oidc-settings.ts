import { type DynamicModule, Global, Module } from '@nestjs/common';
import { isUrl } from '#libs/url/is-url.js';
import { type Config, ConfigError } from '../../platform/config/config.js';
import { type GroupRole, parseGroupRoles } from './group-roles.js';

/** The OpenID provider, and which roles its groups have. */
export interface ProviderSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly groupRoles: readonly GroupRole[];
}

/** The settings of single sign-on. */
export class OidcSettings {
  /** Undefined when there is no single sign-on. */
  readonly provider?: ProviderSettings;

  /** Throws {@link ConfigError} when the settings do not fit together. */
  constructor({ oidcIssuer, oidcClientId, oidcRoles, passwordSignIn }: Config) {
    const groupRoles = readGroupRoles(oidcRoles ?? '');
    if (oidcIssuer === undefined) {
      if (passwordSignIn === 'all') return;
      throw new ConfigError(
        `PASSWORD_SIGN_IN=${passwordSignIn} needs single sign-on, or most people could not sign in: set OIDC_ISSUER and OIDC_CLIENT_ID, or PASSWORD_SIGN_IN to all`,
      );
    }
    if (oidcClientId === undefined)
      throw new ConfigError(
        'OIDC_CLIENT_ID is required with OIDC_ISSUER: the provider shows it where Carillon is registered',
      );
    if (!isUrl(oidcIssuer)) throw new ConfigError(`OIDC_ISSUER is not an address: "${oidcIssuer}"`);
    this.provider = { issuer: new URL(oidcIssuer), clientId: oidcClientId, groupRoles };
  }
}

function readGroupRoles(text: string): GroupRole[] {
  try {
    return parseGroupRoles(text);
  } catch (error) {
    throw new ConfigError(`OIDC_ROLES ${(error as Error).message}`);
  }
}

/** Provides the settings of single sign-on. */
@Global()
@Module({})
export class OidcSettingsModule {
  /** Throws a {@link ConfigError} when settings do not fit together, before anything is started. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: OidcSettingsModule,
      providers: [{ provide: OidcSettings, useValue: new OidcSettings(config) }],
      exports: [OidcSettings],
    };
  }
}
