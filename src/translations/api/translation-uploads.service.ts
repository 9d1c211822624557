import { Injectable } from '@nestjs/common';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { isObject } from '../../platform/values/is-object.js';
import { Config } from '../../platform/config/config.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { readJson } from '../content/json-file.js';
import { localeOfFile } from '../content/locale-of-file.js';
import { textsProblem } from '../content/texts-problem.js';
import type { UploadTranslationsDto } from '../translations.dto.js';
import { TranslationChangesService } from '../translation-changes.service.js';
import type { Form, FormFile } from './read-form.js';
import { ResourceTypePipe } from './resource-type.pipe.js';
import { TranslatedResourcesService } from './translated-resources.service.js';

/** The texts of a file, or why it has none. */
type ReadFile = { locale: string; content: Record<string, unknown> } | { error: string };

@Injectable()
export class TranslationUploadsService {
  constructor(
    private readonly resources: TranslatedResourcesService,
    private readonly changes: TranslationChangesService,
    private readonly config: Config,
  ) {}

  /**
   * Saves the texts of one resource, a file for each language. A file that cannot be used does not keep the others.
   * Throws 422 for a missing field or no file, 404 for an unknown resource.
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
    const read = files.map((file) => this.read(file, seen));
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

  /** `seen`: the languages of the files before it. */
  private read({ name, content: file }: FormFile, seen: Set<string>): ReadFile {
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
}
