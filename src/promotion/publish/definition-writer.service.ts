import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { asRequest } from '../../platform/validation/as-request.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { LayoutUsageService } from '../../layouts/layout-usage.service.js';
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
} from '../definitions/definition.js';

/**
 * Puts definitions into an environment, by the rules that hold for requests of the same content. The resource itself is
 * one write. New texts come before it and those it has no more use for go after it, so that it has its texts at any
 * time. When it fails, its texts are as they were.
 */
@Injectable()
export class DefinitionWriter {
  constructor(
    private readonly workflows: WorkflowChangesService,
    private readonly layouts: LayoutsService,
    private readonly layoutUsage: LayoutUsageService,
    private readonly translations: TranslationChangesService,
  ) {}

  /** Makes the resource what `next` says. `current` is what is there; what is equal to it is not written. */
  async save(environment: EnvironmentRef, next: Resource, current?: Resource): Promise<void> {
    const [texts, before] = [next.definition.translations, current?.definition.translations ?? {}];
    const changed = Object.entries(texts).filter(([locale, content]) => !isSameJson(content, before[locale]));
    const gone = Object.keys(before).filter((locale) => !(locale in texts));
    const resource = { type: next.kind, id: next.id };
    await this.translations.save(
      environment,
      changed.map(([locale, content]) => ({ resource, locale, content })),
    );
    if (!current || !isSameJson(withoutTexts(next), withoutTexts(current))) {
      try {
        await this.saveItself(environment, next, current !== undefined);
      } catch (error) {
        await this.putBack(environment, resource, changed, before);
        throw error;
      }
    }
    for (const locale of gone) await this.translations.delete(environment, resource, locale);
  }

  /** The texts as they were, when the resource they belong to could not be saved. */
  private async putBack(
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

  /** Deletes a workflow or a layout with its texts, by the rules of deleting one: a layout that is used stays. */
  async delete(environment: EnvironmentRef, { kind, id }: ResourceName): Promise<void> {
    if (kind === 'workflow') await this.workflows.delete(environment, id);
    else await this.layoutUsage.delete(environment, id);
  }

  /** Somebody may create or delete the same resource at this moment: then it is the other of the two. */
  private async saveItself(environment: EnvironmentRef, next: Resource, exists: boolean): Promise<void> {
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

/** What a request would leave as it is when it is absent, is to be removed. */
function replacement({
  preferences: { user, workflow },
  agent,
  strictVariables,
  steps,
  ...fields
}: WorkflowDefinition): object {
  return {
    ...fields,
    strictVariables: strictVariables ?? false,
    agent: agent ?? null,
    steps: steps.map(({ providerOverrides, ...step }) => ({ ...step, providerOverrides: providerOverrides ?? null })),
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
