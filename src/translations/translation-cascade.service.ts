import { Injectable } from '@nestjs/common';
import { LayoutCopiesService } from '../layouts/layout-copies.service.js';
import { LayoutUsageService } from '../layouts/layout-usage.service.js';
import { WorkflowChangesService } from '../workflows/workflow-changes.service.js';
import { TranslationChangesService } from './translation-changes.service.js';

/** Translations are deleted with the workflow or layout that they belong to, and copied with a layout. */
@Injectable()
export class TranslationCascade {
  constructor(
    translations: TranslationChangesService,
    workflows: WorkflowChangesService,
    layouts: LayoutUsageService,
    copies: LayoutCopiesService,
  ) {
    workflows.deleted.add(async ({ environment, workflowId }) => {
      await translations.deleteAll(environment, { type: 'workflow', id: workflowId });
    });
    layouts.deleted.add(async ({ environment, layoutId }) => {
      await translations.deleteAll(environment, { type: 'layout', id: layoutId });
    });
    copies.copied.add(async ({ environment, from, to }) => {
      await translations.copy(environment, { type: 'layout', id: from }, to);
    });
  }
}
