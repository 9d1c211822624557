import { PayloadTooLargeException } from '@nestjs/common';
import { mongo, Types } from 'mongoose';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import type { CreateWorkflowDto, StepUpsertDto } from './dto/create-workflow.dto.js';
import { assignStepIds } from './identifiers.js';
import type { Workflow, WorkflowPreferenceLayers, WorkflowStep } from './workflow.schema.js';

/** A document of the store holds 16 MiB; the rest is room for what is added to a workflow later. */
const MAX_BYTES = 15 * 1024 * 1024;

/** A workflow before it has an identifier and dates. */
export type NewWorkflow = Omit<Workflow, 'workflowId' | 'createdAt' | 'updatedAt'>;

/** The first version of a workflow. Throws 413 when it is too large to store. */
export function newWorkflow(environment: EnvironmentRef, request: CreateWorkflowDto): NewWorkflow {
  const { name, description, tags, payloadSchema } = request;
  const workflow: NewWorkflow = {
    _id: new Types.ObjectId(),
    environmentId: environment.id,
    organizationId: environment.organizationId,
    name,
    nameKey: name.toLowerCase(),
    ...(description && { description }),
    tags: tags ?? [],
    active: request.active,
    validatePayload: request.validatePayload,
    ...(payloadSchema && { payloadSchema }),
    isTranslationEnabled: request.isTranslationEnabled,
    severity: request.severity,
    preferences: toLayers(request),
    steps: toSteps(request.steps),
    version: 1,
  };
  if (mongo.BSON.calculateObjectSize(workflow) > MAX_BYTES) {
    throw new PayloadTooLargeException(`Workflow '${name}' is larger than ${MAX_BYTES} bytes`);
  }
  return workflow;
}

function toSteps(steps: StepUpsertDto[]): WorkflowStep[] {
  return assignStepIds(steps).map(({ stepId, name, type, controlValues = {} }) => ({
    _id: new Types.ObjectId(),
    stepId,
    name,
    type,
    controlValues,
  }));
}

function toLayers({ preferences }: CreateWorkflowDto): WorkflowPreferenceLayers {
  const { user, workflow } = preferences ?? {};
  return { ...(user && { user }), ...(workflow && { workflow }) };
}
