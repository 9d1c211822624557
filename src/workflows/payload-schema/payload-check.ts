import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../steps/schema-types.js';
import { type PayloadViolation, toPayloadViolation } from './payload-violation.js';
import { safePatterns } from './safe-patterns.js';
import { schemaProblem } from './schema-problem.js';
import { withinTime } from './time-bound.js';

/** Milliseconds. A schema of the largest size takes about a tenth of them. */
const COMPILE_LIMIT = 2000;
/** Milliseconds. A payload of the largest size takes about a tenth of them against an ordinary schema. */
const CHECK_LIMIT = 500;
const MOST_VIOLATIONS = 100;

const OPTIONS: Options = {
  allErrors: true,
  // Members the payload lacks get the default of the schema (behaviour V4); none is ever converted (V3).
  useDefaults: true,
  coerceTypes: false,
  // Unknown keywords and formats are allowed, as JSON Schema says.
  strict: false,
  verbose: true,
  logger: false,
  code: { regExp: safePatterns },
};

/** A payload schema, ready for use. */
export interface PayloadCheck {
  /**
   * Fills in the schema's defaults where `payload` has nothing (it is changed), and tells which rules it breaks, at
   * most 100. A check that takes too long is a violation of the whole payload.
   */
  (payload: Record<string, unknown>): PayloadViolation[];
}

/** The schema cannot be used; the message says why, as a sentence about `payloadSchema`. */
export class PayloadSchemaError extends Error {
  override readonly name = 'PayloadSchemaError';
}

/**
 * Makes a check of a JSON Schema (draft 7 unless `$schema` names 2019-09 or 2020-12). Schemas come from users: remote
 * references, patterns that cannot be tested in linear time and schemas that take long are refused with a
 * {@link PayloadSchemaError}. Each gets an Ajv of its own, because Ajv keeps every schema it has compiled.
 */
export function compilePayloadCheck(schema: JsonSchema): PayloadCheck {
  const problem = schemaProblem(schema);
  if (problem !== undefined) throw new PayloadSchemaError(`payloadSchema ${problem}`);
  const validate = compile(schema);
  return (payload) => {
    try {
      const errors = withinTime(CHECK_LIMIT, () => errorsOf(validate, payload));
      return errors.slice(0, MOST_VIOLATIONS).map(toPayloadViolation);
    } catch (error) {
      return [{ field: '', message: `the payload could not be checked: ${messageOf(error)}` }];
    }
  };
}

function compile(schema: JsonSchema): ValidateFunction {
  try {
    return withinTime(COMPILE_LIMIT, () => {
      const ajv = ajvFor(schema.$schema);
      addFormats.default(ajv);
      return ajv.compile(schema);
    });
  } catch (error) {
    throw new PayloadSchemaError(`payloadSchema cannot be used: ${messageOf(error)}`);
  }
}

function ajvFor(dialect: unknown): Ajv {
  if (typeof dialect === 'string' && dialect.includes('2020-12')) return new Ajv2020(OPTIONS);
  if (typeof dialect === 'string' && dialect.includes('2019-09')) return new Ajv2019(OPTIONS);
  return new Ajv(OPTIONS);
}

function errorsOf(validate: ValidateFunction, payload: unknown): ErrorObject[] {
  return validate(payload) ? [] : (validate.errors ?? []);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
