import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { asRequest } from '../../platform/validation/request.pipe.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { LayoutChangesService } from '../../layouts/layout-changes.service.js';
import { UpdateLayoutDto } from '../../layouts/layouts.dto.js';
import { LayoutsService } from '../../layouts/layouts.service.js';
import { TranslationChangesService } from '../../translations/translation-changes.service.js';
import type { TranslatedResource } from '../../translations/translations.service.js';
import { CreateWorkflowDto, UpdateWorkflowDto } from '../../workflows/workflow-requests.dto.js';
import { WorkflowChangesService } from '../../workflows/workflow-changes.service.js';
import {
  type FreeForm,
  isSameJson,
  type LayoutDefinition,
  type Resource,
  type ResourceName,
  type Texts,
  type WorkflowDefinition,
} from '../definition.js';

/**
 * Writes definitions to an environment, by the rules for requests with the same content. The resource itself is one
 * write. New texts are saved before it and unused ones are deleted after it, so that it has its texts at any time. When
 * the write fails, the texts are restored.
 */
@Injectable()
export class DefinitionWriter {
  constructor(
    private readonly workflows: WorkflowChangesService,
    private readonly layouts: LayoutsService,
    private readonly layoutChanges: LayoutChangesService,
    private readonly translations: TranslationChangesService,
  ) {}

  /** Replaces the resource with `next`. `current`: the stored resource; what is equal to it is not written. */
  async save(environment: EnvironmentRef, next: Resource, current?: Resource): Promise<void> {
    const [texts, before] = [next.definition.translations, current?.definition.translations ?? {}];
    const changed = Object.entries(texts).filter(([locale, content]) => !isSameJson(content, before[locale]));
    const unused = Object.keys(before).filter((locale) => !(locale in texts));
    const resource = { type: next.kind, id: next.id };
    await this.translations.save(
      environment,
      changed.map(([locale, content]) => ({ resource, locale, content })),
    );
    if (!current || !isSameJson(withoutTexts(next), withoutTexts(current))) {
      try {
        await this.saveResource(environment, next, current !== undefined);
      } catch (error) {
        await this.restoreTexts(environment, resource, changed, before);
        throw error;
      }
    }
    for (const locale of unused) await this.translations.delete(environment, resource, locale);
  }

  /** Restores the texts when the resource they belong to could not be saved. */
  private async restoreTexts(
    environment: EnvironmentRef,
    resource: TranslatedResource,
    changed: readonly [locale: string, content: FreeForm][],
    before: Texts,
  ): Promise<void> {
    for (const [locale] of changed) {
      const content = before[locale];
      if (content) await this.translations.save(environment, [{ resource, locale, content }]);
      else await this.translations.delete(environment, resource, locale);
    }
  }

  /** Deletes a workflow or a layout with its texts, by the rules for deletions: a layout that is used stays. */
  async delete(environment: EnvironmentRef, { kind, id }: ResourceName): Promise<void> {
    if (kind === 'workflow') await this.workflows.delete(environment, id);
    else await this.layoutChanges.delete(environment, id);
  }

  /** A concurrent request may create or delete the same resource: then the other operation is used. */
  private async saveResource(environment: EnvironmentRef, next: Resource, exists: boolean): Promise<void> {
    try {
      await (exists ? this.update(environment, next) : this.create(environment, next));
    } catch (error) {
      const otherwise = exists ? error instanceof NotFoundException : error instanceof ConflictException;
      if (!otherwise) throw error;
      await (exists ? this.create(environment, next) : this.update(environment, next));
    }
  }

  private async create(environment: EnvironmentRef, { kind, definition }: Resource): Promise<void> {
    if (kind === 'workflow') {
      const request = await asRequest(CreateWorkflowDto, definition);
      await this.workflows.create(environment, request, { publishes: true });
    } else await this.layouts.create(environment, definition);
  }

  private async update(environment: EnvironmentRef, { kind, id, definition }: Resource): Promise<void> {
    if (kind === 'workflow') {
      const request = await asRequest(UpdateWorkflowDto, replacement(definition));
      await this.workflows.update(environment, id, request, { publishes: true });
    } else {
      await this.layouts.update(environment, id, await asRequest(UpdateLayoutDto, layoutReplacement(definition)));
    }
  }
}

/** A request that replaces the workflow: absent fields, which a request would keep, are set to be removed. */
function replacement({
  preferences: { user, workflow },
  agent,
  expiresIn,
  strictVariables,
  kind,
  category,
  quietHours,
  samples,
  steps,
  ...fields
}: WorkflowDefinition): object {
  return {
    ...fields,
    strictVariables: strictVariables ?? false,
    kind: kind ?? 'transactional',
    category: category === undefined ? '' : category,
    quietHours: quietHours ?? 'skip',
    agent: agent ?? null,
    expiresIn: expiresIn ?? null,
    samples: samples ?? [],
    steps: steps.map(({ inCode, providerOverrides, ...step }) => ({
      ...step,
      inCode: inCode ?? false,
      providerOverrides: providerOverrides ?? null,
    })),
    preferences: { user: user ?? null, workflow: workflow ?? null },
  };
}

function layoutReplacement({ name, isTranslationEnabled, email }: LayoutDefinition): object {
  return { name, isTranslationEnabled, controlValues: email ? { email } : null };
}

function withoutTexts({ definition }: Resource): object {
  const { translations: _texts, ...fields } = definition;
  return fields;
}
