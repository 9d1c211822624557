import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import type { Event } from '../../../events/store/event.schema.js';
import { type LayoutBook, LayoutsService } from '../../../layouts/layouts.service.js';
import { Config } from '../../../platform/config/config.js';
import { Logger } from '../../../platform/logging/logger.js';
import { TenantsService } from '../../../contexts/tenants/tenants.service.js';
import {
  type TranslatedResource,
  TranslationBook,
  TranslationsService,
} from '../../../translations/translations.service.js';
import type { Workflow } from '../../../workflows/workflow.schema.js';
import { layoutChoice, type RenderingSources } from '../../engine/rendering/rendering-sources.js';

/** Fields that decide which sources the templates of a run can use. */
interface RenderedRun {
  event: Pick<Event, 'tenant' | 'overrides'>;
  workflow: Workflow;
}

/** Loads what the templates of runs use: for many runs together, and only what they can need. */
@Injectable()
export class RenderingSourcesService {
  constructor(
    private readonly layouts: LayoutsService,
    private readonly translations: TranslationsService,
    private readonly tenants: TenantsService,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  async load(environment: EnvironmentRef, inputs: readonly RenderedRun[]): Promise<RenderingSources> {
    const [layouts, tenants] = await Promise.all([
      this.findLayouts(environment, inputs),
      this.tenants.find(
        environment,
        inputs.flatMap(({ event }) => (event.tenant ? [event.tenant.identifier] : [])),
      ),
    ]);
    const translations = await this.findTranslations(environment, inputs, layouts);
    return { layouts, translations, tenants, defaultLocale: this.config.defaultLocale };
  }

  private async findLayouts(environment: EnvironmentRef, inputs: readonly RenderedRun[]): Promise<LayoutBook> {
    const choices = inputs.flatMap(({ event, workflow }) =>
      workflow.steps
        .filter(({ type }) => type === 'email')
        .map((step) => layoutChoice(event.overrides, step))
        .filter((choice) => choice !== null),
    );
    if (choices.length === 0) return { named: new Map() };
    const named = [...new Set(choices.filter((choice) => choice !== undefined))];
    const found = await this.layouts.find(environment, named);
    for (const layoutId of named.filter((reference) => !found.named.has(reference))) {
      const environmentId = environment.id.toHexString();
      this.logger.warn({ environmentId, layoutId }, 'A layout is unknown; emails that name it go out without one');
    }
    return found;
  }

  private async findTranslations(
    environment: EnvironmentRef,
    inputs: readonly RenderedRun[],
    layouts: LayoutBook,
  ): Promise<TranslationBook> {
    const workflows = new Set(inputs.map(({ workflow }) => workflow));
    const framing = new Set([...layouts.named.values(), ...(layouts.default ? [layouts.default] : [])]);
    const resources: TranslatedResource[] = [
      ...[...workflows].flatMap(({ isTranslationEnabled, workflowId }) =>
        isTranslationEnabled ? [{ type: 'workflow' as const, id: workflowId }] : [],
      ),
      ...[...framing].flatMap(({ isTranslationEnabled, layoutId }) =>
        isTranslationEnabled ? [{ type: 'layout' as const, id: layoutId }] : [],
      ),
    ];
    return resources.length === 0 ? new TranslationBook(new Map()) : this.translations.find(environment, resources);
  }
}
