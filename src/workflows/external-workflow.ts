import { isDeepStrictEqual } from 'node:util';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { ORIGIN } from '../platform/http/official-client.js';
import { assertKind, kindAfter } from './kind.js';
import { archivedAfter, held, type WorkflowDefinition } from './definition.js';
import { samplesAfter } from './samples.dto.js';
import type { PatchWorkflowDto, UpdateWorkflowDto } from './workflow-requests.dto.js';
import type { Workflow, WorkflowStep } from './workflow.schema.js';

/** Where a workflow, and each of its steps, was made: `external` is the code of an application (behaviour CF1). */
export function originOf({ external }: Pick<Workflow, 'external'>): string {
  return external ? 'external' : ORIGIN;
}

type External = WorkflowDefinition & Pick<Workflow, 'external'>;

/**
 * Returns the definition of a workflow in code after a request that replaces it (behaviour CF3). The request decides
 * whether it is active, validates payloads and holds messages in quiet hours, its kind and category, and the preferences set
 * here. Everything else comes from the code, and control values have a request of their own: throws 422 for a request that
 * changes them.
 */
export function externalUpdate(request: UpdateWorkflowDto, current: External): WorkflowDefinition {
  const { name, description, tags, payloadSchema, steps } = request;
  assertAsInCode(current, { name, description: description || undefined, tags, payloadSchema });
  if (!isSame(steps, current.steps)) throw inCode('steps');
  const user = request.preferences.user === undefined ? current.preferences.user : request.preferences.user;
  const { workflow } = current.preferences;
  const { active, validatePayload, quietHours, kind, category, samples } = request;
  const preferences = { ...(user && { user }), ...(workflow && { workflow }) };
  return externalPatch({ active, validatePayload, quietHours, kind, category, samples }, { ...current, preferences });
}

/** The same for a request that changes some fields. */
export function externalPatch(patch: PatchWorkflowDto, current: External): WorkflowDefinition {
  const { validatePayload = current.validatePayload, quietHours, ...rest } = patch;
  const { kind, category, active: wanted, archived, samples, ...others } = rest;
  const state = archivedAfter({ active: wanted, archived }, current);
  assertAsInCode(current, others);
  if (state.active && current.external?.removedAt) {
    throw ValidationException.of(
      'active',
      'active must be false: the workflow is no longer in the code; sync again when it is',
    );
  }
  const {
    quietHours: former,
    archived: _archived,
    kind: _kind,
    category: _category,
    samples: _samples,
    ...definition
  } = externalDefinition(current);
  const own = kindAfter({ kind, category }, current, current.tags);
  assertKind({ category }, { ...definition, ...own });
  return {
    ...definition,
    ...state,
    validatePayload,
    ...own,
    ...held(quietHours ?? former),
    ...samplesAfter(samples, current.samples),
  };
}

/** The definition of a workflow in code with other values for the controls of one step. */
export function withControls(current: External, stepId: string, values: Record<string, unknown>): WorkflowDefinition {
  return {
    ...externalDefinition(current),
    steps: current.steps.map((step) =>
      step.stepId === stepId ? Object.assign({}, step, { controlValues: values }) : step,
    ),
  };
}

/** The stored definition of a workflow in code. */
export function externalDefinition(current: External): WorkflowDefinition {
  const { name, nameKey, description, tags, active, archived, validatePayload, quietHours } = current;
  const { payloadSchema, severity, preferences } = current;
  return {
    name,
    nameKey,
    ...(description && { description }),
    tags,
    active,
    ...(archived && { archived }),
    validatePayload,
    ...(payloadSchema && { payloadSchema }),
    isTranslationEnabled: false,
    ...kindAfter({}, current, tags),
    ...held(quietHours),
    ...samplesAfter(undefined, current.samples),
    severity,
    preferences,
    steps: current.steps,
    external: current.external,
  };
}

function assertAsInCode(current: External, given: Partial<Record<keyof WorkflowDefinition, unknown>>): void {
  for (const [field, value] of Object.entries(given)) {
    const stored = current[field as keyof WorkflowDefinition];
    const isUnset = value === undefined || (stored === undefined && (value === null || value === false));
    if (!isUnset && !isDeepStrictEqual(value, stored)) throw inCode(field);
  }
}

/** Whether the request has the steps of the workflow, in their order. */
function isSame(requested: UpdateWorkflowDto['steps'], steps: readonly WorkflowStep[]): boolean {
  return (
    requested.length === steps.length &&
    requested.every(({ _id, stepId, type, controlValues }, index) => {
      const step = steps[index]!;
      const isNamed = _id === undefined ? stepId === step.stepId : _id.toLowerCase() === step._id.toHexString();
      const hasValues = controlValues === undefined || isDeepStrictEqual(controlValues, step.controlValues);
      return isNamed && (stepId ?? step.stepId) === step.stepId && type === step.type && hasValues;
    })
  );
}

function inCode(field: string): ValidationException {
  return ValidationException.of(
    field,
    `${field} comes from the code of the application: change it there, and sync. Values of controls are set with PUT /v1/bridge/controls`,
  );
}
