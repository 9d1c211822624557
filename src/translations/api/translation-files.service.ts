import { Injectable } from '@nestjs/common';
import { canonicalLocale } from '#libs/rendering/translations/locales.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { isObject } from '../../platform/values/is-object.js';
import { TranslationChangesService } from '../translation-changes.service.js';
import { localeOfFile, readJson, textsProblem } from '../translation-texts.js';
import type { TranslatedResourceType, Translation } from '../translation.schema.js';
import type { MasterJsonDto, MasterJsonImportDto, UploadTranslationsDto } from '../translations.dto.js';
import type { Form, FormFile } from '../../platform/http/bodies/read-form.js';
import { ResourceTypePipe, TranslatedResourcesService } from './translated-resources.service.js';

/** The members of a master JSON, and their resource types. */
const MEMBERS = { workflows: 'workflow', layouts: 'layout' } as const;

/** Failures that the message of a response explains. */
const MAX_EXPLAINED = 10;

/** The texts of one resource in a master JSON, and what is wrong with them. */
interface Entry {
  type: TranslatedResourceType;
  id: string;
  content: unknown;
  problem?: string;
}

/** The texts of a file, or why it is invalid. */
type ReadFile = { locale: string; content: Record<string, unknown> } | { error: string };

/** Translations as files: of one resource by language, or of one language by resource (master JSON). */
@Injectable()
export class TranslationFilesService {
  constructor(
    private readonly resources: TranslatedResourcesService,
    private readonly changes: TranslationChangesService,
    private readonly config: Config,
  ) {}

  /**
   * Saves the texts of one resource, a file for each language. An invalid file does not affect the others. Throws 422
   * for a missing field or no file, 404 for an unknown resource.
   */
  async upload(environment: EnvironmentRef, { fields, files }: Form): Promise<UploadTranslationsDto> {
    const type = new ResourceTypePipe().transform(fields.get('resourceType'));
    const reference = fields.get('resourceId');
    if (typeof reference !== 'string' || reference === '') {
      throw ValidationException.of('resourceId', 'resourceId must be a text');
    }
    if (files.length === 0) throw ValidationException.of('files', 'files must have at least one file');
    const { resource } = await this.resources.findOrFail(environment, type, reference);
    const seen = new Set<string>();
    const read = files.map((file) => this.readFile(file, seen));
    const texts = read.flatMap((one) => ('error' in one ? [] : [{ resource, ...one }]));
    await this.changes.save(environment, texts);
    const errors = read.flatMap((one) => ('error' in one ? [one.error] : []));
    return {
      totalFiles: files.length,
      successfulUploads: texts.length,
      failedUploads: errors.length,
      errors,
    };
  }

  /** Exports the texts of one language; the default language unless another is named. */
  async export(environment: EnvironmentRef, locale?: string): Promise<MasterJsonDto> {
    const { defaultLocale } = this.config;
    const wanted = locale ?? canonicalLocale(defaultLocale) ?? defaultLocale;
    const all = await this.changes.findLocale(environment, wanted);
    return { workflows: textsOf('workflow', all), layouts: textsOf('layout', all) };
  }

  /**
   * Replaces the texts of a language, resource by resource; an invalid one does not affect the others. Throws 422 when
   * the value is not a master JSON.
   */
  async import(environment: EnvironmentRef, locale: string, masterJson: unknown): Promise<MasterJsonImportDto> {
    const entries = await this.check(environment, entriesOf(masterJson));
    const valid = entries.filter(({ problem }) => problem === undefined);
    const failed = entries.filter(({ problem }) => problem !== undefined);
    await this.changes.save(
      environment,
      valid.flatMap(({ type, id, content }) =>
        isObject(content) ? [{ resource: { type, id }, locale, content }] : [],
      ),
    );
    return {
      success: failed.length === 0,
      message: messageOf(valid.length, failed),
      successful: valid.map(({ id }) => id),
      failed: failed.map(({ id }) => id),
    };
  }

  /**
   * {@link import} from a file named after its language. Throws 422 for another name, and when it is not a master JSON.
   */
  async importFile(environment: EnvironmentRef, files: readonly FormFile[]): Promise<MasterJsonImportDto> {
    const [file, ...others] = files;
    if (!file || others.length > 0) throw ValidationException.of('file', 'file must be one file');
    const locale = localeOfFile(file.name);
    if (locale === undefined) throw ValidationException.of('file', 'file must be named after a locale, as en_US.json');
    const json = readJson(file.content);
    if (!json.ok) throw ValidationException.of('file', `file ${json.problem}`);
    return this.import(environment, locale, json.value);
  }

  /** `seen`: the languages of the files before this one. */
  private readFile({ name, content: file }: FormFile, seen: Set<string>): ReadFile {
    const failed = (problem: string) => ({ error: `${name.slice(0, 100)}: ${problem}` });
    const locale = localeOfFile(name);
    if (locale === undefined) return failed('the file name must be a locale such as en_US.json');
    if (seen.has(locale)) return failed(`the language ${locale} has a file already`);
    seen.add(locale);
    const json = readJson(file);
    if (!json.ok) return failed(`the file ${json.problem}`);
    const problem = textsProblem(json.value, this.config.maxTranslationBytes);
    if (problem !== undefined || !isObject(json.value)) return failed(`the file ${problem}`);
    return { locale, content: json.value };
  }

  /** Costs one command for workflows and one for layouts, regardless of their number. */
  private async check(environment: EnvironmentRef, entries: Entry[]): Promise<Entry[]> {
    const known = async (type: TranslatedResourceType) => {
      const ids = entries.filter((entry) => entry.type === type).map(({ id }) => id);
      return this.resources.findIdentifiers(environment, type, ids);
    };
    const [workflow, layout] = await Promise.all([known('workflow'), known('layout')]);
    const existing = { workflow, layout };
    return entries.map((entry) => {
      const problem = existing[entry.type].has(entry.id)
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
  const reasons = failed.slice(0, MAX_EXPLAINED).map(({ id, problem }) => `${id.slice(0, 100)} ${problem}`);
  return `${imported} imported, ${failed.length} failed: ${reasons.join('; ')}`;
}
