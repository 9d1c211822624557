import { Injectable } from '@nestjs/common';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { isObject } from '../../platform/values/is-object.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { readJson } from '../content/json-file.js';
import { localeOfFile } from '../content/locale-of-file.js';
import { textsProblem } from '../content/texts-problem.js';
import type { MasterJsonDto, MasterJsonImportDto } from '../translations.dto.js';
import { TranslationChangesService } from '../translation-changes.service.js';
import type { TranslatedResourceType, Translation } from '../translation.schema.js';
import { TranslatedResourcesService } from './translated-resources.service.js';
import type { FormFile } from './read-form.js';

/** The members of a master JSON, and what they are texts of. */
const MEMBERS = { workflows: 'workflow', layouts: 'layout' } as const;

/** Failures that the message of an answer explains. */
const EXPLAINED = 10;

/** The texts of one resource in a master JSON, and what is wrong with them. */
interface Entry {
  type: TranslatedResourceType;
  id: string;
  content: unknown;
  problem?: string;
}

/** All texts of one language, out and in. */
@Injectable()
export class MasterJsonService {
  constructor(
    private readonly resources: TranslatedResourcesService,
    private readonly changes: TranslationChangesService,
    private readonly config: Config,
  ) {}

  /** In the default language unless another is named. */
  async export(environment: EnvironmentRef, locale?: string): Promise<MasterJsonDto> {
    const { defaultLocale } = this.config;
    const wanted = locale ?? canonicalLocale(defaultLocale) ?? defaultLocale;
    const all = await this.changes.findLocale(environment, wanted);
    return { workflows: textsOf('workflow', all), layouts: textsOf('layout', all) };
  }

  /**
   * Replaces the texts of a language, resource by resource; one that cannot be imported does not keep the others. Throws
   * 422 for what is no master JSON.
   */
  async import(environment: EnvironmentRef, locale: string, masterJson: unknown): Promise<MasterJsonImportDto> {
    const entries = await this.checked(environment, entriesOf(masterJson));
    const good = entries.filter(({ problem }) => problem === undefined);
    const bad = entries.filter(({ problem }) => problem !== undefined);
    await this.changes.save(
      environment,
      good.flatMap(({ type, id, content }) => (isObject(content) ? [{ resource: { type, id }, locale, content }] : [])),
    );
    return {
      success: bad.length === 0,
      message: messageOf(good.length, bad),
      successful: good.map(({ id }) => id),
      failed: bad.map(({ id }) => id),
    };
  }

  /** The same from a file that is named after its language. Throws 422 for another name, and for what is no master JSON. */
  async importFile(environment: EnvironmentRef, files: readonly FormFile[]): Promise<MasterJsonImportDto> {
    const [file, ...others] = files;
    if (!file || others.length > 0) throw ValidationException.of('file', 'file must be one file');
    const locale = localeOfFile(file.name);
    if (locale === undefined) throw ValidationException.of('file', 'file must be named after a locale, as en_US.json');
    const json = readJson(file.content);
    if (!json.ok) throw ValidationException.of('file', `file ${json.problem}`);
    return this.import(environment, locale, json.value);
  }

  /** With one read for workflows and one for layouts, however many there are. */
  private async checked(environment: EnvironmentRef, entries: Entry[]): Promise<Entry[]> {
    const known = async (type: TranslatedResourceType) => {
      const ids = entries.filter((entry) => entry.type === type).map(({ id }) => id);
      return this.resources.findIdentifiers(environment, type, ids);
    };
    const [workflow, layout] = await Promise.all([known('workflow'), known('layout')]);
    const there = { workflow, layout };
    return entries.map((entry) => {
      const problem = there[entry.type].has(entry.id)
        ? textsProblem(entry.content, this.config.maxTranslationBytes)
        : 'was not found';
      return { ...entry, ...(problem !== undefined && { problem }) };
    });
  }
}

function entriesOf(masterJson: unknown): Entry[] {
  const refused = (problem: string) => ValidationException.of('masterJson', `masterJson ${problem}`);
  if (!isObject(masterJson)) throw refused('must be an object with workflows and layouts');
  const unknown = Object.keys(masterJson).find((member) => !Object.hasOwn(MEMBERS, member));
  if (unknown !== undefined) throw refused(`must have workflows and layouts only, not "${unknown.slice(0, 100)}"`);
  return Object.entries(MEMBERS).flatMap(([member, type]) => {
    const texts = masterJson[member] ?? {};
    if (!isObject(texts)) throw refused(`must have texts by identifier in ${member}`);
    return Object.entries(texts).map(([id, content]) => ({ type, id, content }));
  });
}

function textsOf(type: TranslatedResourceType, all: readonly Translation[]): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    all.filter(({ resourceType }) => resourceType === type).map(({ resourceId, content }) => [resourceId, content]),
  );
}

function messageOf(imported: number, failed: readonly Entry[]): string {
  if (failed.length === 0) return `${imported} imported`;
  const reasons = failed.slice(0, EXPLAINED).map(({ id, problem }) => `${id.slice(0, 100)} ${problem}`);
  return `${imported} imported, ${failed.length} failed: ${reasons.join('; ')}`;
}
