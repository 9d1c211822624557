import { NotFoundException, UnprocessableEntityException } from '@nestjs/common';
import { parseReference } from '../platform/ids/slug-codec.js';
import { nearest } from '../platform/values/nearest.js';
import type { Workflow } from './workflow.schema.js';

/** What a workflow can be taken for. */
export type NamedWorkflow = Pick<Workflow, '_id' | 'workflowId' | 'name'>;

const MAX_NAME_LENGTH = 100;

/** 422 of a trigger whose workflow does not exist. The message is a code that clients know; the hint is for people. */
export function unknownWorkflow(name: string, workflows: readonly NamedWorkflow[]): UnprocessableEntityException {
  return new UnprocessableEntityException({
    message: 'workflow_not_found',
    errors: {},
    hint: `There is no workflow '${short(name)}' in this environment. ${advice(name, workflows)}`,
  });
}

/** 404 of a path whose workflow does not exist. */
export function workflowNotFound(reference: string, workflows: readonly NamedWorkflow[]): NotFoundException {
  const meant = probablyMeant(reference, workflows);
  return new NotFoundException({
    message: `Workflow '${reference}' was not found`,
    error: 'Not Found',
    ...(meant && { hint: `Did you mean '${meant.workflowId}'?` }),
  });
}

function advice(name: string, workflows: readonly NamedWorkflow[]): string {
  if (workflows.length === 0)
    return 'It has none at all: create one with `POST /v2/workflows`, or publish from the environment that has it.';
  const meant = probablyMeant(name, workflows);
  if (!meant) return '`GET /v2/workflows` lists those it has; `name` is the `workflowId` of one.';
  return isSameText(name, meant.name) || 'id' in parseReference(name)
    ? `\`name\` is the \`workflowId\` of a workflow, here '${meant.workflowId}'.`
    : `Did you mean '${meant.workflowId}'?`;
}

function probablyMeant(reference: string, workflows: readonly NamedWorkflow[]): NamedWorkflow | undefined {
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
