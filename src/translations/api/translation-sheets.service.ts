import { Injectable } from '@nestjs/common';
import { textsOf, withTexts } from '#libs/rendering/translations/texts.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Config } from '../../platform/config/config.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { Pace } from '../../platform/scheduling/pace.js';
import { textsProblem } from '../translation-texts.js';
import { TranslationChangesService } from '../translation-changes.service.js';
import type { TranslatedResourceType, Translation } from '../translation.schema.js';
import type {
  ImportedLanguageDto,
  ImportedTextDto,
  ImportedTextsDto,
  ImportTextsQueryDto,
} from '../translation-sheets.dto.js';
import { readTextsFile, type TextsFile, TextsFileError, toCsv } from './texts-file.js';
import { TranslatedResourcesService } from './translated-resources.service.js';
import { TranslationTableService } from './translation-table.service.js';

/** Changes and problems that a response names. */
const MAX_CHANGES = 1000;
const MAX_PROBLEMS = 100;

/** All languages of a workflow or a layout as one file, and back (TX5, TX6). */
@Injectable()
export class TranslationSheetsService {
  constructor(
    private readonly resources: TranslatedResourcesService,
    private readonly table: TranslationTableService,
    private readonly changes: TranslationChangesService,
    private readonly config: Config,
  ) {}

  /** The file, with a row for each key that a language has or a template prints. Throws 404 for an unknown resource. */
  async export(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    reference: string,
    format: 'csv' | 'json',
  ): Promise<string> {
    const { languages: all, printedKeys, defaultLocale } = await this.table.find(environment, type, reference);
    if (format === 'json') {
      return `${JSON.stringify(Object.fromEntries(all.map(({ locale, content }) => [locale, content])), null, 2)}\n`;
    }
    const languages = all.map(({ locale, content }) => ({ locale, texts: textsOf(content) }));
    const keys = new Set([...printedKeys, ...languages.flatMap(({ texts }) => [...texts.keys()])]);
    const columns = languages.length > 0 ? languages : [{ locale: defaultLocale, texts: new Map<string, string>() }];
    return [...toCsv([...keys].toSorted(), columns)].join('');
  }

  /**
   * Imports a file, or says what that would change. Throws 404 for an unknown resource, 422 for a file that cannot be used,
   * and 409 when somebody else saves one of its languages meanwhile.
   */
  async import(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    reference: string,
    text: string,
    { dryRun, removeMissing }: ImportTextsQueryDto,
  ): Promise<ImportedTextsDto> {
    const { resource } = await this.resources.findOrFail(environment, type, reference);
    const file = readFile(text, this.config.maxTranslationBytes);
    const stored = await this.changes.findAll(environment, resource);
    const result: ImportedTextsDto = {
      applied: !dryRun,
      languages: [],
      changes: [],
      unknownLanguages: file.unknown,
      problems: file.problems,
    };
    const pace = new Pace();
    const saves = [];
    for (const [locale, texts] of file.languages) {
      const former = stored.find((one) => one.locale === locale);
      const content = contentOf(former, texts, removeMissing, result.problems);
      const problem = textsProblem(content, this.config.maxTranslationBytes);
      if (problem !== undefined) throw ValidationException.of('file', `${locale} ${problem}`);
      const found = changesOf(locale, former, content);
      const { added, changed, removed } = found.counts;
      result.languages.push(found.counts);
      result.changes.push(...found.changes.slice(0, MAX_CHANGES - result.changes.length));
      if (added + changed + removed > 0) saves.push({ resource, locale, content, replaces: former?.updatedAt ?? null });
      await pace.after(texts.size * 50);
    }
    result.problems = result.problems.slice(0, MAX_PROBLEMS);
    if (!dryRun) await this.changes.save(environment, saves);
    return result;
  }
}

function readFile(text: string, maxBytes: number): TextsFile {
  try {
    return readTextsFile(text, maxBytes);
  } catch (error) {
    if (error instanceof TextsFileError) throw ValidationException.of('file', error.message);
    throw error;
  }
}

/** The texts of a language after the import. Keys that it cannot have are left out and become problems. */
function contentOf(
  former: Translation | undefined,
  texts: ReadonlyMap<string, string>,
  removesMissing: boolean,
  problems: ImportedTextsDto['problems'],
): Record<string, unknown> {
  const before = former?.content ?? {};
  const removed = removesMissing ? [...textsOf(before).keys()].filter((key) => !texts.has(key)) : [];
  return withTexts(before, new Map([...texts, ...removed.map((key) => [key, ''] as const)]), (key, { message }) => {
    const problem = `${key.slice(0, 100)} ${message}`;
    const isNew = problems.length < MAX_PROBLEMS && problems.every((one) => one.message !== problem);
    if (isNew) problems.push({ message: problem });
  });
}

function changesOf(locale: string, former: Translation | undefined, content: Record<string, unknown>) {
  const [before, after] = [textsOf(former?.content ?? {}), textsOf(content)];
  const changes: ImportedTextDto[] = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, text] = [before.get(key), after.get(key)];
    if (old === text) continue;
    const kind = old === undefined ? 'added' : text === undefined ? 'removed' : 'changed';
    changes.push({
      locale,
      key,
      kind,
      ...(old !== undefined && { before: old }),
      ...(text !== undefined && { after: text }),
    });
  }
  const count = (kind: ImportedTextDto['kind']): number => changes.filter((one) => one.kind === kind).length;
  const counts: ImportedLanguageDto = {
    locale,
    isNew: former === undefined,
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    unchanged: after.size - count('added') - count('changed'),
  };
  return { changes, counts };
}
