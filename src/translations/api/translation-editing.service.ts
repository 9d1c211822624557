import { Injectable, NotFoundException } from '@nestjs/common';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { missingKeys, presentKeys } from '#libs/rendering/translations/missing-keys.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { textsProblem } from '../content/texts-problem.js';
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

  /** Creates or replaces the texts of a language. Throws 404 for an unknown resource, 422 for texts that cannot be used. */
  async save(environment: EnvironmentRef, request: CreateTranslationDto): Promise<Translation> {
    const { resourceType, resourceId, locale, content } = request;
    const problem = textsProblem(content, this.config.maxTranslationBytes);
    if (problem !== undefined) throw ValidationException.of('content', `content ${problem}`);
    const { resource } = await this.resources.findOrFail(environment, resourceType, resourceId);
    await this.changes.save(environment, [{ resource, locale, content }]);
    return this.found(await this.changes.find(environment, resource, locale), resourceType, resourceId, locale);
  }

  /** Throws 404 for an unknown resource, and one that has no texts in this language. */
  async findOrFail(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    reference: string,
    locale: string,
  ): Promise<Translation> {
    const { resource } = await this.resources.findOrFail(environment, type, reference);
    const translation = await this.changes.find(environment, resource, canonicalLocale(locale) ?? locale);
    return this.found(translation, type, reference, locale);
  }

  /** Throws 404 as {@link findOrFail}. */
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

  /** Throws 404 for an unknown resource, and one without texts. */
  async deleteAll(environment: EnvironmentRef, type: TranslatedResourceType, reference: string): Promise<void> {
    const { resource } = await this.resources.findOrFail(environment, type, reference);
    const deleted = await this.changes.deleteAll(environment, resource);
    if (!deleted) throw new NotFoundException(`The ${type} '${reference}' has no translations`);
  }

  /** The languages of a resource, and what they lack. A resource without any has none, and lacks all it looks up. */
  async group(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    reference: string,
  ): Promise<TranslationGroupDto> {
    const found = await this.resources.findOrFail(environment, type, reference);
    const translations = await this.changes.findAll(environment, found.resource);
    const standard = canonicalLocale(this.config.defaultLocale) ?? this.config.defaultLocale;
    const outdatedLocales = outdated(translations, standard);
    const work = { environmentId: environment.id.toHexString(), urgent: true };
    const keys = await this.computation.run(translationKeysTask, found.templates, work);
    const missing = lacking(keys, translations, standard);
    const times = (field: 'createdAt' | 'updatedAt') => translations.map((one) => one[field].getTime());
    const [first, last] = translations.length
      ? [new Date(Math.min(...times('createdAt'))), new Date(Math.max(...times('updatedAt')))]
      : [found.createdAt, found.updatedAt];
    return {
      resourceId: found.resource.id,
      resourceType: type,
      resourceName: found.name,
      locales: translations.map(({ locale }) => locale),
      ...(outdatedLocales.length > 0 && { outdatedLocales }),
      ...(Object.keys(missing).length > 0 && { missingKeys: missing }),
      createdAt: first.toISOString(),
      updatedAt: last.toISOString(),
    };
  }

  private found(
    translation: Translation | undefined,
    type: TranslatedResourceType,
    reference: string,
    locale: string,
  ): Translation {
    if (!translation) throw notFound(type, reference, locale);
    return translation;
  }
}

/** Languages that lack a key which the default language has. */
function outdated(translations: readonly Translation[], standard: string): string[] {
  const model = translations.find(({ locale }) => locale === standard);
  if (!model) return [];
  const keys = presentKeys(model);
  return translations.filter((one) => missingKeys(keys, one).length > 0).map(({ locale }) => locale);
}

/** By language, the default one included: keys it has no text for. */
function lacking(
  keys: readonly string[],
  translations: readonly Translation[],
  standard: string,
): Record<string, string[]> {
  const none = translations.some(({ locale }) => locale === standard) ? [] : [{ locale: standard, content: {} }];
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
