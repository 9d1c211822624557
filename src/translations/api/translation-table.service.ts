import { Injectable } from '@nestjs/common';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { missingKeys, presentKeys } from '#libs/rendering/translations/missing-keys.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { translationKeysTask } from '../../platform/computation/rendering.tasks.js';
import { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { dto } from '../../platform/http/dto.js';
import { outdatedKeys } from '../text-times.js';
import { textsProblem } from '../translation-texts.js';
import { TranslationChangesService } from '../translation-changes.service.js';
import type { TranslatedResourceType, Translation } from '../translation.schema.js';
import type { LanguageTextsDto, ResourceTextsDto, SaveTextsDto } from '../translation-table.dto.js';
import { TranslatedResourcesService } from './translated-resources.service.js';

/** The texts of one workflow or layout, in all its languages at once (TX). */
@Injectable()
export class TranslationTableService {
  constructor(
    private readonly resources: TranslatedResourcesService,
    private readonly computation: Computation,
    private readonly changes: TranslationChangesService,
    private readonly config: Config,
  ) {}

  /** Throws 404 for an unknown resource. */
  async find(environment: EnvironmentRef, type: TranslatedResourceType, reference: string): Promise<ResourceTextsDto> {
    const { resource, name, templates } = await this.resources.findOrFail(environment, type, reference);
    const work = { environmentId: environment.id, urgent: true };
    const [all, printedKeys] = await Promise.all([
      this.changes.findAll(environment, resource),
      this.computation.run(translationKeysTask, templates, work),
    ]);
    const { defaultLocale } = this;
    const standard = all.find(({ locale }) => locale === defaultLocale);
    const wanted = [...new Set([...printedKeys, ...(standard ? presentKeys(standard) : [])])].toSorted();
    const ordered = [...(standard ? [standard] : []), ...all.filter((one) => one !== standard)];
    return dto<ResourceTextsDto>({
      resourceId: resource.id,
      resourceType: type,
      resourceName: name,
      defaultLocale,
      printedKeys,
      languages: ordered.map((one) => toLanguageTextsDto(one, missingKeys(wanted, one), outdatedKeys(standard, one))),
    });
  }

  /**
   * Saves languages of a resource. Throws 404 for an unknown resource, 422 for invalid texts, and 409 when somebody else
   * has saved one of them meanwhile; then nothing is saved.
   */
  async save(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    reference: string,
    { languages }: SaveTextsDto,
  ): Promise<ResourceTextsDto> {
    const seen = new Set<string>();
    languages.forEach(({ locale, content }, index) => {
      const field = `languages.${index}`;
      if (seen.has(locale)) throw ValidationException.of(`${field}.locale`, `${field}.locale has ${locale} twice`);
      seen.add(locale);
      const problem = textsProblem(content, this.config.maxTranslationBytes);
      if (problem !== undefined) throw ValidationException.of(`${field}.content`, `${field}.content ${problem}`);
    });
    const { resource } = await this.resources.findOrFail(environment, type, reference);
    await this.changes.save(
      environment,
      languages.map(({ locale, content, updatedAt, confirmedKeys }) => ({
        resource,
        locale,
        content,
        ...(updatedAt !== undefined && { replaces: updatedAt === null ? null : new Date(updatedAt) }),
        ...(confirmedKeys && { confirmed: confirmedKeys }),
      })),
    );
    return this.find(environment, type, resource.id);
  }

  /** The setting, as languages are spelled. */
  get defaultLocale(): string {
    return canonicalLocale(this.config.defaultLocale) ?? this.config.defaultLocale;
  }
}

function toLanguageTextsDto(
  { locale, content, createdAt, updatedAt }: Translation,
  missing: string[],
  outdated: string[],
): LanguageTextsDto {
  return dto<LanguageTextsDto>({
    locale,
    content,
    missingKeys: missing,
    outdatedKeys: outdated,
    createdAt,
    updatedAt,
  });
}
