import { PayloadTooLargeException } from '@nestjs/common';
import { mongo } from 'mongoose';
import type { PatchWorkflowDto, WorkflowFieldsDto } from './workflow-requests.dto.js';
import { type PreferencesRequestDto, toWorkflowAgent } from './workflow-preferences.dto.js';
import { placeSteps } from './steps/place-steps.js';
import type { Workflow, WorkflowPreferenceLayers } from './workflow.schema.js';

/** A document of the store holds 16 MiB; the rest is room for what is added to a workflow later. */
const MAX_BYTES = 15 * 1024 * 1024;

/** What its author says of a workflow: all that a save replaces. */
export type WorkflowDefinition = Pick<
  Workflow,
  | 'name'
  | 'nameKey'
  | 'description'
  | 'tags'
  | 'active'
  | 'validatePayload'
  | 'payloadSchema'
  | 'isTranslationEnabled'
  | 'strictVariables'
  | 'agent'
  | 'severity'
  | 'preferences'
  | 'steps'
  | 'broken'
>;

/** Fields that a definition may leave out. */
export const OPTIONAL_FIELDS = [
  'description',
  'payloadSchema',
  'strictVariables',
  'agent',
] as const satisfies (keyof WorkflowDefinition)[];

type WorkflowRequest = WorkflowFieldsDto & { preferences?: PreferencesRequestDto };

/** The definition of a request, in place of that of `current` if there is one. Throws 413 when it is too large to store. */
export function requestedDefinition(request: WorkflowRequest, current?: WorkflowDefinition): WorkflowDefinition {
  const { name, description, tags, payloadSchema } = request;
  const agent = request.agent === undefined ? current?.agent : request.agent && toWorkflowAgent(request.agent);
  return storable({
    name,
    nameKey: name.toLowerCase(),
    ...(description && { description }),
    tags: tags ?? [],
    active: request.active,
    validatePayload: request.validatePayload,
    ...(payloadSchema && { payloadSchema }),
    isTranslationEnabled: request.isTranslationEnabled,
    ...((request.strictVariables ?? current?.strictVariables) && { strictVariables: true }),
    ...(agent && { agent }),
    severity: request.severity,
    preferences: layersOf(request.preferences, current?.preferences),
    steps: placeSteps(request.steps, current?.steps),
  });
}

/** The definition of `current` with some fields changed. Throws 413 when it is too large to store. */
export function patchedDefinition(patch: PatchWorkflowDto, current: WorkflowDefinition): WorkflowDefinition {
  const { description = current.description, payloadSchema = current.payloadSchema, name = current.name } = patch;
  return storable({
    name,
    nameKey: name.toLowerCase(),
    ...(description && { description }),
    tags: patch.tags ?? current.tags,
    active: patch.active ?? current.active,
    validatePayload: patch.validatePayload ?? current.validatePayload,
    ...(payloadSchema && { payloadSchema }),
    isTranslationEnabled: patch.isTranslationEnabled ?? current.isTranslationEnabled,
    ...((patch.strictVariables ?? current.strictVariables) && { strictVariables: true }),
    ...(current.agent && { agent: current.agent }),
    severity: current.severity,
    preferences: current.preferences,
    steps: current.steps,
  });
}

function storable(definition: WorkflowDefinition): WorkflowDefinition {
  if (mongo.BSON.calculateObjectSize(definition) > MAX_BYTES) {
    throw new PayloadTooLargeException(`Workflow '${definition.name}' is larger than ${MAX_BYTES} bytes`);
  }
  return definition;
}

/** A layer that is left out stays as it is, null removes it. */
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
