import { PayloadTooLargeException } from '@nestjs/common';
import { mongo, Types } from 'mongoose';
import { parseExpiry } from '#libs/schedule/expiry.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { identifierCandidates, nameSlug } from '../platform/ids.js';
import { assertKind, kindAfter } from './kind.js';
import { samplesAfter } from './samples.dto.js';
import { placeOverrides } from './steps/provider-overrides.js';
import { type PreferencesRequestDto, toWorkflowAgent } from './workflow-preferences.dto.js';
import type { StepUpsertDto } from './steps/step-upsert.dto.js';
import type { PatchWorkflowDto, WorkflowFieldsDto } from './workflow-requests.dto.js';
import type { QuietHours, Workflow, WorkflowPreferenceLayers, WorkflowStep } from './workflow.schema.js';

/** A MongoDB document holds 16 MiB; the rest is room for what is added to a workflow later. */
const MAX_BYTES = 15 * 1024 * 1024;

/** The part of a workflow that its author determines: everything that a save replaces. */
export type WorkflowDefinition = Pick<
  Workflow,
  | 'name'
  | 'nameKey'
  | 'description'
  | 'tags'
  | 'active'
  | 'archived'
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
  | 'severity'
  | 'preferences'
  | 'steps'
  | 'broken'
  | 'external'
>;

/** Fields that a definition may leave out. */
export const OPTIONAL_FIELDS = [
  'description',
  'archived',
  'payloadSchema',
  'strictVariables',
  'kind',
  'category',
  'quietHours',
  'expiresIn',
  'samples',
  'agent',
  'external',
] as const satisfies (keyof WorkflowDefinition)[];

type WorkflowRequest = WorkflowFieldsDto & { preferences?: PreferencesRequestDto };

/**
 * Returns the definition of a request that replaces `current`, if there is one. Throws 413 when it is too large to
 * store, 422 for a kind or category that it cannot have.
 */
export function requestedDefinition(request: WorkflowRequest, current?: WorkflowDefinition): WorkflowDefinition {
  const { name, description, tags, payloadSchema } = request;
  const agent = request.agent === undefined ? current?.agent : request.agent && toWorkflowAgent(request.agent);
  const expiresIn = expiryOf(request, current);
  const definition: WorkflowDefinition = {
    name,
    nameKey: name.toLowerCase(),
    ...(description && { description }),
    tags: tags ?? [],
    ...archivedAfter({ active: request.active }, current),
    validatePayload: request.validatePayload,
    ...(payloadSchema && { payloadSchema }),
    isTranslationEnabled: request.isTranslationEnabled,
    ...((request.strictVariables ?? current?.strictVariables) && { strictVariables: true }),
    ...kindAfter(request, current, tags ?? []),
    ...held(request.quietHours ?? current?.quietHours),
    ...(expiresIn && { expiresIn }),
    ...samplesAfter(request.samples, current?.samples),
    ...(agent && { agent }),
    severity: request.severity,
    preferences: layersOf(request.preferences, current?.preferences),
    steps: placeSteps(request.steps, current?.steps),
  };
  assertKind(request, definition);
  return storable(definition);
}

/** Returns `current` with some fields changed. Throws 413 when it is too large to store. */
export function patchedDefinition(patch: PatchWorkflowDto, current: WorkflowDefinition): WorkflowDefinition {
  const { description = current.description, payloadSchema = current.payloadSchema, name = current.name } = patch;
  const expiresIn = expiryOf(patch, current);
  const definition: WorkflowDefinition = {
    name,
    nameKey: name.toLowerCase(),
    ...(description && { description }),
    tags: patch.tags ?? current.tags,
    ...archivedAfter(patch, current),
    validatePayload: patch.validatePayload ?? current.validatePayload,
    ...(payloadSchema && { payloadSchema }),
    isTranslationEnabled: patch.isTranslationEnabled ?? current.isTranslationEnabled,
    ...((patch.strictVariables ?? current.strictVariables) && { strictVariables: true }),
    ...kindAfter(patch, current, patch.tags ?? current.tags),
    ...held(patch.quietHours ?? current.quietHours),
    ...(expiresIn && { expiresIn }),
    ...samplesAfter(patch.samples, current.samples),
    ...(current.agent && { agent: current.agent }),
    severity: current.severity,
    preferences: current.preferences,
    steps: current.steps,
  };
  assertKind(patch, definition);
  return storable(definition);
}

/** The default is not stored, so that workflows which say it, and those which say nothing, have equal definitions. */
export function held(quietHours: QuietHours | undefined): Pick<WorkflowDefinition, 'quietHours'> {
  return quietHours === 'hold' ? { quietHours } : {};
}

/**
 * Whether a workflow is active and archived after a request: activating it restores it, and one that is restored stays inactive
 * (behaviour P12). Throws 422 when it is to be both.
 */
export function archivedAfter(
  { active, archived }: Pick<PatchWorkflowDto, 'active' | 'archived'>,
  current?: Pick<WorkflowDefinition, 'active' | 'archived'>,
): Pick<WorkflowDefinition, 'active' | 'archived'> {
  if (active && archived)
    throw ValidationException.of(
      'active',
      'active must be false: an archived workflow is not active; restore it first',
    );
  if (archived ?? (current?.archived && !active)) return { active: false, archived: true };
  return { active: active ?? current?.active ?? false };
}

/** Left out, it stays as it is; null removes it. */
function expiryOf(
  { expiresIn }: Pick<PatchWorkflowDto, 'expiresIn'>,
  current?: Pick<WorkflowDefinition, 'expiresIn'>,
): WorkflowDefinition['expiresIn'] {
  return expiresIn === undefined ? current?.expiresIn : parseExpiry(expiresIn);
}

function storable(definition: WorkflowDefinition): WorkflowDefinition {
  if (mongo.BSON.calculateObjectSize(definition) > MAX_BYTES) {
    throw new PayloadTooLargeException(`Workflow '${definition.name}' is larger than ${MAX_BYTES} bytes`);
  }
  return definition;
}

/** A layer that is absent stays as it is; null removes it. */
function layersOf(
  { user, workflow }: PreferencesRequestDto = {},
  current: WorkflowPreferenceLayers = {},
): WorkflowPreferenceLayers {
  const layers = {
    user: user === undefined ? current.user : user,
    workflow: workflow === undefined ? current.workflow : workflow,
  };
  return { ...(layers.user && { user: layers.user }), ...(layers.workflow && { workflow: layers.workflow }) };
}

/**
 * Returns the steps of a request as they are stored in place of `current`. A step that names one of these by `_id`, or
 * else by `stepId`, changes it. The `_id` stays, and so does the `stepId` unless the step has another. All others are
 * new.
 */
export function placeSteps(requests: readonly StepUpsertDto[], current: readonly WorkflowStep[] = []): WorkflowStep[] {
  const known = matches(requests, current);
  const named = requests.map((request, index) => ({
    name: request.name,
    type: request.type,
    controlValues: request.controlValues,
    code: inCodeOf(request, known[index]),
    overrides: placeOverrides(request, known[index]),
    stepId: request.stepId ?? known[index]?.stepId,
  }));
  return assignStepIds(named).map(({ stepId, name, type, controlValues = {}, code, overrides }, index) => ({
    _id: known[index]?._id ?? new Types.ObjectId(),
    stepId,
    name,
    type,
    controlValues,
    ...code,
    ...(overrides && { providerOverrides: overrides }),
  }));
}

/** What a step in code has besides others: the schema of its controls, if it was synced, for as long as its type stays. */
function inCodeOf(
  { inCode, type }: StepUpsertDto,
  known?: WorkflowStep,
): Pick<WorkflowStep, 'inCode' | 'controlSchema'> {
  if (!(inCode ?? known?.inCode)) return {};
  const controlSchema = known?.type === type ? known.controlSchema : undefined;
  return { inCode: true, ...(controlSchema && { controlSchema }) };
}

/**
 * Returns for each request the step it changes. Internal ids take precedence, so two requests never change the same
 * step.
 */
function matches(
  requests: readonly StepUpsertDto[],
  current: readonly WorkflowStep[],
): readonly (WorkflowStep | undefined)[] {
  const byId = new Map(current.map((step) => [step._id.toHexString(), step]));
  const named = requests.map(({ _id }) => (_id === undefined ? undefined : byId.get(_id.toLowerCase())));
  const taken = new Set(named);
  return requests.map(({ stepId }, index) => {
    const byStepId = current.find((step) => step.stepId === stepId && !taken.has(step));
    return named[index] ?? byStepId;
  });
}

/** Returns the first step id or internal id that two steps of a request would share; undefined when there is none. */
export function repeatedStep(
  requests: readonly StepUpsertDto[],
  current: readonly WorkflowStep[] = [],
): string | undefined {
  const known = matches(requests, current);
  return (
    firstRepeated(requests.map(({ _id }) => _id?.toLowerCase())) ??
    firstRepeated(requests.map(({ stepId }, index) => stepId ?? known[index]?.stepId))
  );
}

function firstRepeated(values: readonly (string | undefined)[]): string | undefined {
  const seen = new Set<string>();
  for (const value of values) {
    if (value === undefined) continue;
    if (seen.has(value)) return value;
    seen.add(value);
  }
  return undefined;
}

const FALLBACK_WORKFLOW_ID = 'workflow';
const FALLBACK_STEP_ID = 'step';

/** Identifiers to try for a workflow that is created without one. */
export function workflowIdCandidates(name: string): string[] {
  return identifierCandidates(name, FALLBACK_WORKFLOW_ID);
}

interface NamedStep {
  name: string;
  stepId?: string;
}

/** Gives each step an id: the given one, else the slug of its name, numbered where that is taken. */
export function assignStepIds<Step extends NamedStep>(steps: readonly Step[]): (Step & { stepId: string })[] {
  const taken = new Set(steps.map(({ stepId }) => stepId));
  return steps.map((step) => {
    const stepId = step.stepId ?? freeStepId(step.name, taken);
    taken.add(stepId);
    return { ...step, stepId };
  });
}

function freeStepId(name: string, taken: ReadonlySet<string | undefined>): string {
  const slug = nameSlug(name) || FALLBACK_STEP_ID;
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  return id;
}
