import { Injectable, NotFoundException } from '@nestjs/common';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { missingKeys, presentKeys } from '#libs/rendering/translations/missing-keys.js';
import { dto } from '../../platform/http/dto.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { outdatedKeys } from '../text-times.js';
import { textsProblem } from '../translation-texts.js';
import type { CreateTranslationDto, TranslationGroupDto } from '../translations.dto.js';
import { TranslationChangesService } from '../translation-changes.service.js';
import type { TranslatedResourceType, Translation } from '../translation.schema.js';
import { translationKeysTask } from '../../platform/computation/rendering.tasks.js';
import { TranslatedResourcesService } from './translated-resources.service.js';

/** The translations of one workflow or layout. */
@Injectable()
export class TranslationEditingService {
  constructor(
    private readonly resources: TranslatedResourcesService,
    private readonly computation: Computation,
    private readonly changes: TranslationChangesService,
    private readonly config: Config,
  ) {}

  /** Creates or replaces the texts of a language. Throws 404 for an unknown resource, 422 for invalid texts. */
  async save(environment: EnvironmentRef, request: CreateTranslationDto): Promise<Translation> {
    const { resourceType, resourceId, locale, content } = request;
    const problem = textsProblem(content, this.config.maxTranslationBytes);
    if (problem !== undefined) throw ValidationException.of('content', `content ${problem}`);
    const { resource } = await this.resources.findOrFail(environment, resourceType, resourceId);
    await this.changes.save(environment, [{ resource, locale, content }]);
    return assertFound(await this.changes.find(environment, resource, locale), resourceType, resourceId, locale);
  }

  /** Throws 404 for an unknown resource, and for one without texts in this language. */
  async findOrFail(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    reference: string,
    locale: string,
  ): Promise<Translation> {
    const { resource } = await this.resources.findOrFail(environment, type, reference);
    const translation = await this.changes.find(environment, resource, canonicalLocale(locale) ?? locale);
    return assertFound(translation, type, reference, locale);
  }

  /** Throws 404 as {@link findOrFail} does. */
  async delete(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    reference: string,
    locale: string,
  ): Promise<void> {
    const { resource } = await this.resources.findOrFail(environment, type, reference);
    const deleted = await this.changes.delete(environment, resource, canonicalLocale(locale) ?? locale);
    if (!deleted) throw notFound(type, reference, locale);
  }

  /** Throws 404 for an unknown resource, and for one without texts. */
  async deleteAll(environment: EnvironmentRef, type: TranslatedResourceType, reference: string): Promise<void> {
    const { resource } = await this.resources.findOrFail(environment, type, reference);
    const deleted = await this.changes.deleteAll(environment, resource);
    if (!deleted) throw new NotFoundException(`The ${type} '${reference}' has no translations`);
  }

  /** The languages of a resource, and the keys they lack. Without translations, the default language lacks all keys. */
  async group(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    reference: string,
  ): Promise<TranslationGroupDto> {
    const found = await this.resources.findOrFail(environment, type, reference);
    const translations = await this.changes.findAll(environment, found.resource);
    const defaultLocale = canonicalLocale(this.config.defaultLocale) ?? this.config.defaultLocale;
    const outdatedLocales = outdated(translations, defaultLocale);
    const work = { environmentId: environment.id, urgent: true };
    const keys = await this.computation.run(translationKeysTask, found.templates, work);
    const missing = missingByLocale(keys, translations, defaultLocale);
    const standard = translations.find(({ locale }) => locale === defaultLocale);
    const changed = translations.flatMap((one) => {
      const older = outdatedKeys(standard, one);
      return older.length > 0 ? [[one.locale, older] as const] : [];
    });
    const times = (field: 'createdAt' | 'updatedAt') => translations.map((one) => one[field].getTime());
    const [first, last] = translations.length
      ? [new Date(Math.min(...times('createdAt'))), new Date(Math.max(...times('updatedAt')))]
      : [found.createdAt, found.updatedAt];
    return dto<TranslationGroupDto>({
      resourceId: found.resource.id,
      resourceType: type,
      resourceName: found.name,
      locales: translations.map(({ locale }) => locale),
      ...(outdatedLocales.length > 0 && { outdatedLocales }),
      ...(Object.keys(missing).length > 0 && { missingKeys: missing }),
      ...(changed.length > 0 && { outdatedKeys: Object.fromEntries(changed) }),
      createdAt: first,
      updatedAt: last,
    });
  }
}

/** Returns the languages that lack a key which the default language has. */
function outdated(translations: readonly Translation[], defaultLocale: string): string[] {
  const reference = translations.find(({ locale }) => locale === defaultLocale);
  if (!reference) return [];
  const keys = presentKeys(reference);
  return translations.filter((one) => missingKeys(keys, one).length > 0).map(({ locale }) => locale);
}

/** Returns the missing keys by language, including the default one. */
function missingByLocale(
  keys: readonly string[],
  translations: readonly Translation[],
  defaultLocale: string,
): Record<string, string[]> {
  const none = translations.some(({ locale }) => locale === defaultLocale)
    ? []
    : [{ locale: defaultLocale, content: {} }];
  return Object.fromEntries(
    [...none, ...translations].flatMap((texts) => {
      const missing = missingKeys(keys, texts);
      return missing.length > 0 ? [[texts.locale, missing]] : [];
    }),
  );
}

function notFound(type: TranslatedResourceType, reference: string, locale: string): NotFoundException {
  return new NotFoundException(`Translation '${locale}' of ${type} '${reference}' was not found`);
}

function assertFound(
  translation: Translation | undefined,
  type: TranslatedResourceType,
  reference: string,
  locale: string,
): Translation {
  if (!translation) throw notFound(type, reference, locale);
  return translation;
}
