import { ValidationException } from '../platform/errors/validation.exception.js';
import { freeFormProblem } from '../platform/validation/decorators.js';
import { isObject } from '../platform/values/is-object.js';

/** The tenant a trigger names, with what it says of it for this event alone. */
export interface EventTenant {
  identifier: string;
  name?: string;
  data?: Record<string, unknown>;
}

const MAX_DATA_BYTES = 65_536;

/** Reads the `tenant` of a trigger: an identifier, or an object with one. Throws a 422 that names what is wrong. */
export function readTenant(input: unknown): EventTenant {
  const { identifier, name, data } = isObject(input) ? input : { identifier: input };
  if (typeof identifier !== 'string' || identifier === '') {
    throw ValidationException.of('tenant', 'tenant must be an identifier or an object with an identifier');
  }
  if (name !== undefined && name !== null && typeof name !== 'string') {
    throw ValidationException.of('tenant.name', 'name must be a text');
  }
  return { identifier, ...(typeof name === 'string' && { name }), ...readData(data) };
}

function readData(data: unknown): Pick<EventTenant, 'data'> {
  if (data === undefined || data === null) return {};
  const problem = isObject(data) ? freeFormProblem(data, { maxBytes: MAX_DATA_BYTES }) : 'must be an object';
  if (problem !== undefined) throw ValidationException.of('tenant.data', `data ${problem}`);
  return isObject(data) ? { data } : {};
}
