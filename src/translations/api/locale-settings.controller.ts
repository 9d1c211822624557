import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { Access } from '../../auth/access.guard.js';
import { Config } from '../../platform/config/config.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import type { LocaleSettingsDto } from '../translations.dto.js';
import { TranslationChangesService } from '../translation-changes.service.js';

@ApiTags('Translations')
@Access('translations')
@Controller('v1/organizations')
export class LocaleSettingsController {
  constructor(
    private readonly translations: TranslationChangesService,
    private readonly config: Config,
  ) {}

  /**
   * Retrieve the languages
   *
   * The default language and those to translate into. The `novu` command line asks for them before it pulls or pushes
   * translations.
   */
  @Get('settings')
  async settings(@CurrentEnvironment() environment: EnvironmentRef): Promise<LocaleSettingsDto> {
    const spelled = (locale: string) => canonicalLocale(locale) ?? locale;
    const defaultLocale = spelled(this.config.defaultLocale);
    const wanted = this.config.targetLocales?.split(',').map(spelled) ?? [];
    const others = new Set([...wanted, ...(await this.translations.locales(environment))]);
    others.delete(defaultLocale);
    return { defaultLocale, targetLocales: [...others].toSorted() };
  }
}
