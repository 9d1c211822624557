import { Injectable } from '@nestjs/common';
import { withTexts } from '#libs/rendering/translations/texts.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Computation } from '../../platform/computation/computation.service.js';
import { extractTextsTask } from '../../platform/computation/extraction.task.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { dto } from '../../platform/http/dto.js';
import type { ExtractedTextsDto, ExtractTextsDto } from '../extract-texts.dto.js';
import { TranslationChangesService } from '../translation-changes.service.js';
import { TranslatedResourcesService } from './translated-resources.service.js';
import { TranslationTableService } from './translation-table.service.js';

/** Takes the texts out of steps, and saves nothing (TX7). */
@Injectable()
export class TextExtractionService {
  constructor(
    private readonly resources: TranslatedResourcesService,
    private readonly changes: TranslationChangesService,
    private readonly table: TranslationTableService,
    private readonly computation: Computation,
  ) {}

  /** Throws 404 for an unknown resource. */
  async extract(
    environment: EnvironmentRef,
    { resourceType = 'workflow', resourceId, steps }: ExtractTextsDto,
  ): Promise<ExtractedTextsDto> {
    const { defaultLocale: locale } = this.table;
    const found = resourceId !== undefined && (await this.resources.findOrFail(environment, resourceType, resourceId));
    const stored = found && (await this.changes.find(environment, found.resource, locale));
    const taken = stored ? stored.content : {};
    const work = { environmentId: environment.id, urgent: true };
    const { steps: extracted, problem } = await this.computation.run(extractTextsTask, { steps, taken }, work);
    if (problem !== undefined) throw ValidationException.of('steps', `steps ${problem}: extract them one by one`);
    const texts = extracted.flatMap(({ stepId, texts: own }) => own.map(([key, text]) => ({ key, text, stepId })));
    return dto<ExtractedTextsDto>({
      steps: extracted.map(({ stepId, type, controlValues }) => ({
        stepId,
        type,
        controlValues: { ...controlValues },
      })),
      texts,
      content: withTexts(taken, new Map(texts.map(({ key, text }) => [key, text]))),
      locale,
      left: extracted.flatMap(({ stepId, left }) => left.map((one) => ({ stepId, ...one }))),
    });
  }
}
