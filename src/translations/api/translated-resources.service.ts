import { Injectable, type PipeTransform } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { LayoutsService } from '../../layouts/layouts.service.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { WorkflowsService } from '../../workflows/workflows.service.js';
import { RESOURCE_TYPES, type TranslatedResourceType } from '../translation.schema.js';
import type { TranslatedResource } from '../translations.service.js';

/** The fields of a workflow or a layout that translations need. */
export interface FoundResource {
  resource: TranslatedResource;
  name: string;
  /** Everything that may use translations. */
  templates: unknown;
  createdAt: Date;
  updatedAt: Date;
}

/** Finds the workflows and layouts that are translated. */
@Injectable()
export class TranslatedResourcesService {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly layouts: LayoutsService,
  ) {}

  /** By identifier, internal id or slug; throws 404 when the environment has none. */
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

  /** The identifiers that exist in the environment. */
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

/** The resource type in a path or a form: `workflow` or `layout`, else 422. */
export class ResourceTypePipe implements PipeTransform<unknown, TranslatedResourceType> {
  transform(value: unknown): TranslatedResourceType {
    const type = RESOURCE_TYPES.find((one) => one === value);
    if (type !== undefined) return type;
    const shown = typeof value === 'string' ? value.slice(0, 100) : undefined;
    throw ValidationException.of('resourceType', `resourceType must be one of ${RESOURCE_TYPES.join(', ')}`, shown);
  }
}
