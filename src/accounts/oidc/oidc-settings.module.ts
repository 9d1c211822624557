import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { OidcSettings } from './oidc-settings.js';

/** The settings of single sign-on. */
@Global()
@Module({})
export class OidcSettingsModule {
  /** Throws a `ConfigError` when settings do not fit together, before anything is started. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: OidcSettingsModule,
      providers: [{ provide: OidcSettings, useValue: new OidcSettings(config) }],
      exports: [OidcSettings],
    };
  }
}
