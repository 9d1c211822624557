import { ValidationException } from '../../platform/errors/validation.exception.js';
import { isObject } from '../../platform/values/is-object.js';
import { freeFormProblem } from '../../platform/validation/decorators.js';
import { SEVERITIES } from '../../workflows/workflow.schema.js';
import type { TriggerOverrides } from '../store/event.schema.js';

const MAX_ID_LENGTH = 512;

/**
 * Reads the `overrides` of a trigger. Members of the objects are kept unchanged. Throws a 422 that names what is wrong.
 */
export function readOverrides(input: Record<string, unknown> | undefined): TriggerOverrides | undefined {
  if (input === undefined) return undefined;
  const problem = freeFormProblem(input);
  if (problem !== undefined) throw ValidationException.of('overrides', `overrides ${problem}`);
  for (const [key, value] of Object.entries(input)) checkMember(key, value);
  return input;
}

function checkMember(key: string, value: unknown): void {
  const field = `overrides.${key}`;
  switch (key) {
    case 'severity':
      if (SEVERITIES.some((severity) => severity === value)) return;
      throw ValidationException.of(
        field,
        `severity must be one of the following values: ${SEVERITIES.join(', ')}`,
        value,
      );
    case 'layoutIdentifier':
      if (isId(value)) return;
      throw ValidationException.of(field, `layoutIdentifier must be a text of 1 to ${MAX_ID_LENGTH} characters`);
    case 'steps':
      for (const [stepId, step] of Object.entries(asObject(value, field))) checkStep(step, `${field}.${stepId}`);
      return;
    case 'channels':
      checkChannels(asObject(value, field), field);
      return;
    case 'providers':
      checkObjects(value, field);
      return;
    default:
      asObject(value, field);
  }
}

function checkStep(value: unknown, field: string): void {
  const { providers, layoutId } = asObject(value, field);
  if (providers !== undefined) checkObjects(providers, `${field}.providers`);
  checkLayoutId(layoutId, field);
}

function checkChannels({ email }: Record<string, unknown>, field: string): void {
  if (email !== undefined) checkLayoutId(asObject(email, `${field}.email`).layoutId, `${field}.email`);
}

function checkLayoutId(value: unknown, field: string): void {
  if (value === undefined || value === null || isId(value)) return;
  throw ValidationException.of(
    `${field}.layoutId`,
    `layoutId must be a text of 1 to ${MAX_ID_LENGTH} characters, or null`,
  );
}

function checkObjects(value: unknown, field: string): void {
  for (const [key, member] of Object.entries(asObject(value, field))) asObject(member, `${field}.${key}`);
}

function asObject(value: unknown, field: string): Record<string, unknown> {
  if (isObject(value)) return value;
  throw ValidationException.of(field, `${field} must be an object`);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_ID_LENGTH;
}
