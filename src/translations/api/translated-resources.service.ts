import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { LayoutsService } from '../../layouts/layouts.service.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import type { TranslatedResourceType } from '../translation.schema.js';
import type { TranslatedResource } from '../translations.service.js';

/** What has texts: a workflow or a layout, as far as translations go. */
export interface FoundResource {
  resource: TranslatedResource;
  name: string;
  /** All that may look up texts. */
  templates: unknown;
  createdAt: Date;
  updatedAt: Date;
}

/** Finds what is translated. */
@Injectable()
export class TranslatedResourcesService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly layouts: LayoutsService,
  ) {}

  /** By identifier, internal id or slug; 404 when the environment has none. */
  async findOrFail(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    reference: string,
  ): Promise<FoundResource> {
    if (type === 'layout') {
      const { layoutId: id, name, email, createdAt, updatedAt } = await this.layouts.findOrFail(environment, reference);
      return { resource: { type, id }, name, templates: email?.body, createdAt, updatedAt };
    }
    const { workflowId: id, name, steps, ...dates } = await this.workflows.findOrFail(environment, reference);
    const templates = steps.map(({ controlValues }) => controlValues);
    return { resource: { type, id }, name, templates, createdAt: dates.createdAt, updatedAt: dates.updatedAt };
  }

  /** Those of the identifiers that the environment has; one read for each type. */
  async findIdentifiers(
    environment: EnvironmentRef,
    type: TranslatedResourceType,
    identifiers: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (type === 'layout') return this.layouts.findIdentifiers(environment, identifiers);
    const found = await this.workflows.findSummariesByReference(environment, identifiers);
    return new Set([...found.values()].map(({ workflowId }) => workflowId));
  }
}
