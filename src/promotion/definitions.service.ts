import { Injectable } from '@nestjs/common';
import type { InEnvironment } from '../auth/environment-ref.js';
import { LayoutsService } from '../layouts/layouts.service.js';
import type { Layout } from '../layouts/layout.schema.js';
import { parseReference, IdMap } from '../platform/ids.js';
import { TranslationsService } from '../translations/translations.service.js';
import { AuthoredWorkflows } from '../workflows/authored-workflows.service.js';
import type { Workflow, WorkflowPreferences, WorkflowStep } from '../workflows/workflow.schema.js';
import {
  DefinitionSet,
  keyOf,
  type LayoutDefinition,
  layoutResource,
  type PreferencesDefinition,
  type Resource,
  type StepDefinition,
  type StoredMark,
  type Texts,
  type WorkflowDefinition,
  workflowResource,
} from './definition.js';

/** Reads the definitions of an environment. */
@Injectable()
export class DefinitionsService {
  constructor(
    private readonly workflows: AuthoredWorkflows,
    private readonly layouts: LayoutsService,
    private readonly translations: TranslationsService,
  ) {}

  /**
   * All resources of the environment but workflows in code (behaviour CF11), ordered by identifier; with `workflowIds`, only those workflows and all layouts.
   * Costs three commands.
   */
  async read(environment: InEnvironment, workflowIds?: readonly string[]): Promise<DefinitionSet> {
    const [workflows, layouts, translations] = await Promise.all([
      this.workflows.find(environment, workflowIds),
      this.layouts.findAll(environment),
      this.translations.findAuthored(environment, workflowIds),
    ]);
    const texts = new Map<string, Texts>();
    for (const { resourceType, resourceId, locale, content } of translations) {
      const key = keyOf({ kind: resourceType, id: resourceId });
      texts.set(key, { ...texts.get(key), [locale]: content });
    }
    const textsOf = (kind: Resource['kind'], id: string): Texts => texts.get(keyOf({ kind, id })) ?? {};
    const layoutIds = new IdMap(layouts.map(({ _id, layoutId }) => [_id, layoutId]));
    return new DefinitionSet(
      [
        ...layouts.map((layout) =>
          layoutResource(toLayoutDefinition(layout, textsOf('layout', layout.layoutId)), storedMark(layout)),
        ),
        ...workflows
          .filter(({ external }) => !external)
          .map((workflow) =>
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

/** The fields of a stored layout that its definition consists of. */
type AuthoredLayout = Pick<Layout, 'layoutId' | 'name' | 'isTranslationEnabled' | 'email'>;

/** Returns the definition of a stored layout. */
export function toLayoutDefinition(layout: AuthoredLayout, translations: Texts): LayoutDefinition {
  const { layoutId, name, isTranslationEnabled, email } = layout;
  return {
    layoutId,
    name,
    isTranslationEnabled,
    ...(email && { email: { body: email.body, editorType: email.editorType } }),
    translations,
  };
}

/** The fields of a stored workflow that its definition consists of. */
type AuthoredWorkflow = Pick<
  Workflow,
  | 'workflowId'
  | 'name'
  | 'description'
  | 'tags'
  | 'active'
  | 'severity'
  | 'validatePayload'
  | 'payloadSchema'
  | 'isTranslationEnabled'
  | 'strictVariables'
  | 'kind'
  | 'category'
  | 'quietHours'
  | 'expiresIn'
  | 'samples'
  | 'agent'
  | 'preferences'
  | 'steps'
>;

/** The identifiers of the layouts of the workflow's environment, by internal id in hexadecimal. */
export type LayoutIds = IdMap<string>;

/** Returns the definition of a stored workflow. */
export function toWorkflowDefinition(
  workflow: AuthoredWorkflow,
  layoutIds: LayoutIds,
  translations: Texts,
): WorkflowDefinition {
  const { workflowId, name, description, tags, active, severity, validatePayload, payloadSchema } = workflow;
  const { isTranslationEnabled, strictVariables, kind, category, quietHours, expiresIn, samples, agent } = workflow;
  const { preferences, steps } = workflow;
  return {
    workflowId,
    name,
    ...(description && { description }),
    tags,
    active,
    severity,
    validatePayload,
    ...(payloadSchema && { payloadSchema }),
    isTranslationEnabled,
    ...(strictVariables && { strictVariables }),
    ...(kind && { kind }),
    ...(category !== undefined && { category }),
    ...(quietHours && { quietHours }),
    ...(expiresIn && { expiresIn }),
    ...(samples && { samples }),
    ...(agent && { agent }),
    preferences: {
      ...(preferences.user && { user: layer(preferences.user) }),
      ...(preferences.workflow && { workflow: layer(preferences.workflow) }),
    },
    steps: steps.map((step) => toStepDefinition(step, layoutIds)),
    translations,
  };
}

function toStepDefinition(step: WorkflowStep, layoutIds: LayoutIds): StepDefinition {
  const { stepId, name, type, controlValues, inCode, providerOverrides } = step;
  return {
    stepId,
    name,
    type,
    controlValues: withLayoutIdentifier(controlValues, layoutIds),
    ...(inCode && { inCode }),
    ...(providerOverrides && { providerOverrides }),
  };
}

/** Replaces an internal id or a slug, which is meaningless in another environment. */
function withLayoutIdentifier(values: Record<string, unknown>, layoutIds: LayoutIds): Record<string, unknown> {
  const { layoutId } = values;
  if (typeof layoutId !== 'string') return values;
  const reference = parseReference(layoutId);
  const identifier = 'id' in reference ? layoutIds.get(reference.id) : undefined;
  return identifier === undefined ? values : { ...values, layoutId: identifier };
}

/** Channels without a value of their own are omitted. */
function layer({ all, channels }: WorkflowPreferences): PreferencesDefinition {
  const { enabled, readOnly } = all;
  const stated = Object.entries(channels).flatMap(([channel, choice]) =>
    choice ? [[channel, { enabled: choice.enabled }] as const] : [],
  );
  return { all: { enabled, readOnly }, channels: Object.fromEntries(stated) };
}
