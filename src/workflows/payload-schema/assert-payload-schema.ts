import { ValidationException } from '../../common/errors/validation.exception.js';
import type { JsonSchema } from '../steps/schema-types.js';
import { compilePayloadCheck, PayloadSchemaError } from './payload-check.js';

/** Refuses a payload schema that no trigger could be checked against, with a 422 that names `payloadSchema`. */
export function assertPayloadSchema(schema: JsonSchema | null | undefined): void {
  if (!schema) return;
  try {
    compilePayloadCheck(schema);
  } catch (error) {
    if (error instanceof PayloadSchemaError) throw ValidationException.of('payloadSchema', error.message);
    throw error;
  }
}
