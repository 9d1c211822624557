import type { Task } from '#libs/computation/task.js';
import type { JsonSchema } from '../steps/schema-types.js';
import { PayloadSchemaError } from './payload-check.js';
import { PayloadChecks } from './payload-checks.js';
import type { PayloadViolation } from '../../platform/errors/payload-violation.js';

export interface PayloadInput {
  schema: JsonSchema;
  payload: Record<string, unknown>;
}

/** What was found out about a payload. */
export interface CheckedPayload {
  /** With the defaults of the schema filled in (behaviour V4); undefined when it could not be checked. */
  payload?: Record<string, unknown>;
  /** The rules it breaks. */
  violations: PayloadViolation[];
}

const checks = new PayloadChecks();

/** Checks a payload. A schema that cannot be used is a violation of the whole payload. */
export const payloadTask: Task<PayloadInput, CheckedPayload> = {
  name: 'payload',
  run({ schema, payload: checked }, allowance) {
    try {
      const violations = checks.of(schema, allowance)(checked, allowance);
      return { payload: checked, violations };
    } catch (error) {
      if (error instanceof PayloadSchemaError) {
        return { violations: [{ field: '', message: error.message }] };
      }
      throw error;
    }
  },
  ended: (why) => ({
    violations: [{ field: '', message: `the payload could not be checked: the check ${why}` }],
  }),
};

/** What is wrong with a payload schema, as a sentence, or undefined. */
export const payloadSchemaTask: Task<JsonSchema, string | undefined> = {
  name: 'payloadSchema',
  run(schema, allowance) {
    try {
      checks.of(schema, allowance);
      return undefined;
    } catch (error) {
      if (error instanceof PayloadSchemaError) return error.message;
      throw error;
    }
  },
  ended: (why) => `payloadSchema cannot be used: compiling it ${why}`,
};
