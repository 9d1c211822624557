import { NotFoundException, UnprocessableEntityException } from '@nestjs/common';
import { parseReference } from '../platform/ids.js';
import { nearest } from '../platform/values/nearest.js';
import type { Workflow } from './workflow.schema.js';

/** The ids and names by which a workflow can be recognized. */
export type NamedWorkflow = Pick<Workflow, '_id' | 'workflowId' | 'name'>;

const MAX_NAME_LENGTH = 100;

/**
 * 422 for a trigger whose workflow does not exist. The message is a code that clients know; the hint is for developers.
 */
export function unknownWorkflow(name: string, workflows: readonly NamedWorkflow[]): UnprocessableEntityException {
  return new UnprocessableEntityException({
    message: 'workflow_not_found',
    errors: {},
    hint: `There is no workflow '${short(name)}' in this environment. ${advice(name, workflows)}`,
  });
}

/** 404 for a path whose workflow does not exist. */
export function workflowNotFound(reference: string, workflows: readonly NamedWorkflow[]): NotFoundException {
  const suggestion = closestWorkflow(reference, workflows);
  return new NotFoundException({
    message: `Workflow '${reference}' was not found`,
    error: 'Not Found',
    ...(suggestion && { hint: `Did you mean '${suggestion.workflowId}'?` }),
  });
}

function advice(name: string, workflows: readonly NamedWorkflow[]): string {
  if (workflows.length === 0)
    return 'It has none at all: create one with `POST /v2/workflows`, or publish from the environment that has it.';
  const suggestion = closestWorkflow(name, workflows);
  if (!suggestion) return '`GET /v2/workflows` lists those it has; `name` is the `workflowId` of one.';
  return isSameText(name, suggestion.name) || 'id' in parseReference(name)
    ? `\`name\` is the \`workflowId\` of a workflow, here '${suggestion.workflowId}'.`
    : `Did you mean '${suggestion.workflowId}'?`;
}

function closestWorkflow(reference: string, workflows: readonly NamedWorkflow[]): NamedWorkflow | undefined {
  const parsed = parseReference(reference);
  if ('id' in parsed) return workflows.find(({ _id }) => _id.equals(parsed.id));
  const identifier = nearest(
    reference,
    workflows.map(({ workflowId }) => workflowId),
  );
  return workflows.find(({ workflowId, name }) =>
    identifier === undefined ? isSameText(reference, name) : workflowId === identifier,
  );
}

function isSameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function short(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}
