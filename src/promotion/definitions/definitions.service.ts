import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { AuthoredLayouts } from '../../layouts/authored-layouts.service.js';
import { AuthoredTranslations } from '../../translations/authored-translations.service.js';
import { AuthoredWorkflows } from '../../workflows/authored-workflows.service.js';
import {
  DefinitionSet,
  keyOf,
  layoutResource,
  type Resource,
  type StoredMark,
  type Texts,
  toLayoutDefinition,
  toWorkflowDefinition,
  workflowResource,
} from './definition.js';

/** Reads what an environment holds, as definitions. */
@Injectable()
export class DefinitionsService {
  constructor(
    private readonly workflows: AuthoredWorkflows,
    private readonly layouts: AuthoredLayouts,
    private readonly translations: AuthoredTranslations,
  ) {}

  /**
   * Everything of the environment, in the order of the identifiers, or, when identifiers of workflows are given, those
   * and all layouts. Three commands.
   */
  async read(environment: Pick<EnvironmentRef, 'id'>, workflowIds?: readonly string[]): Promise<DefinitionSet> {
    const [workflows, layouts, translations] = await Promise.all([
      this.workflows.find(environment, workflowIds),
      this.layouts.find(environment),
      this.translations.find(environment, workflowIds),
    ]);
    const texts = new Map<string, Texts>();
    for (const { resourceType, resourceId, locale, content } of translations) {
      const key = keyOf({ kind: resourceType, id: resourceId });
      texts.set(key, { ...texts.get(key), [locale]: content });
    }
    const textsOf = (kind: Resource['kind'], id: string): Texts => texts.get(keyOf({ kind, id })) ?? {};
    const layoutIds = new Map(layouts.map(({ _id, layoutId }) => [_id.toHexString(), layoutId]));
    return new DefinitionSet(
      [
        ...layouts.map((layout) =>
          layoutResource(toLayoutDefinition(layout, textsOf('layout', layout.layoutId)), storedMark(layout)),
        ),
        ...workflows.map((workflow) =>
          workflowResource(
            toWorkflowDefinition(workflow, layoutIds, textsOf('workflow', workflow.workflowId)),
            storedMark(workflow),
          ),
        ),
      ],
      layouts.find(({ isDefault }) => isDefault)?.layoutId,
    );
  }
}

function storedMark({
  updatedAt,
  updatedById,
}: {
  updatedAt: Date;
  updatedById?: StoredMark['updatedById'];
}): StoredMark {
  return { updatedAt, ...(updatedById && { updatedById }) };
}
