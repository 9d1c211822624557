import { parseReference } from '../../platform/ids/slug-codec.js';
import type { Workflow, WorkflowPreferences, WorkflowStep } from '../../workflows/workflow.schema.js';
import type { PreferencesDefinition, StepDefinition, Texts, WorkflowDefinition } from './definition.js';

/** What of a stored workflow its definition is made of. */
export type AuthoredWorkflow = Pick<
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
  | 'agent'
  | 'preferences'
  | 'steps'
>;

/** The identifier of a layout of the workflow's environment, by its internal id in hexadecimal. */
export type LayoutIds = ReadonlyMap<string, string>;

/** The definition of a stored workflow. */
export function toWorkflowDefinition(
  workflow: AuthoredWorkflow,
  layoutIds: LayoutIds,
  translations: Texts,
): WorkflowDefinition {
  const { workflowId, name, description, tags, active, severity, validatePayload, payloadSchema } = workflow;
  const { isTranslationEnabled, strictVariables, agent, preferences, steps } = workflow;
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
  const { stepId, name, type, controlValues, providerOverrides } = step;
  return {
    stepId,
    name,
    type,
    controlValues: withLayoutIdentifier(controlValues, layoutIds),
    ...(providerOverrides && { providerOverrides }),
  };
}

/** An internal id or a slug means nothing in another environment. */
function withLayoutIdentifier(values: Record<string, unknown>, layoutIds: LayoutIds): Record<string, unknown> {
  const { layoutId } = values;
  if (typeof layoutId !== 'string') return values;
  const reference = parseReference(layoutId);
  const identifier = 'id' in reference ? layoutIds.get(reference.id.toHexString()) : undefined;
  return identifier === undefined ? values : { ...values, layoutId: identifier };
}

/** Channels without a word of their own are left out. */
function layer({ all, channels }: WorkflowPreferences): PreferencesDefinition {
  const { enabled, readOnly } = all;
  const said = Object.entries(channels).flatMap(([channel, choice]) =>
    choice ? [[channel, { enabled: choice.enabled }] as const] : [],
  );
  return { all: { enabled, readOnly }, channels: Object.fromEntries(said) };
}
