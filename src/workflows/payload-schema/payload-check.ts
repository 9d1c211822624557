import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../steps/schema-types.js';
import { countedCode, WorkCounter } from './counted-validation.js';
import { type PayloadViolation, toPayloadViolation } from './payload-violation.js';
import { safePatterns } from './safe-patterns.js';
import { schemaProblem } from './schema-problem.js';
import { withinTime } from './time-bound.js';

/** Steps, of about 25 nanoseconds. A schema of the largest size takes about a tenth of them. */
const COMPILE_STEPS = 20_000_000;
/** Steps. A payload of the largest size takes about a tenth of them against an ordinary schema. */
const CHECK_STEPS = 10_000_000;
/** Milliseconds after which work is stopped whatever it has counted: the last line of defence. */
const LAST_LIMIT = 30_000;
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
};

/** A payload schema, ready for use. */
export interface PayloadCheck {
  /**
   * Fills in the schema's defaults where `payload` has nothing (it is changed), and tells which rules it breaks, at
   * most 100. A check that takes too many steps is a violation of the whole payload.
   */
  (payload: Record<string, unknown>): PayloadViolation[];
}

/** The schema cannot be used; the message says why, as a sentence about `payloadSchema`. */
export class PayloadSchemaError extends Error {
  override readonly name = 'PayloadSchemaError';
}

/**
 * Makes a check of a JSON Schema (draft 7 unless `$schema` names 2019-09 or 2020-12). Schemas come from users: remote
 * references, patterns that cannot be tested in linear time and schemas that take much work are refused with a {@link
 * PayloadSchemaError}. Work is counted, so that the same is refused on every machine. Each gets an Ajv of its own,
 * because Ajv keeps every schema it has compiled.
 */
export function compilePayloadCheck(schema: JsonSchema): PayloadCheck {
  const problem = schemaProblem(schema);
  if (problem !== undefined) throw new PayloadSchemaError(`payloadSchema ${problem}`);
  const work = new WorkCounter();
  const validate = compile(schema, work);
  return (payload) => {
    try {
      const errors = withinTime(LAST_LIMIT, () => work.within(CHECK_STEPS, () => errorsOf(validate, payload)));
      return errors.slice(0, MOST_VIOLATIONS).map(toPayloadViolation);
    } catch (error) {
      return [{ field: '', message: `the payload could not be checked: ${messageOf(error)}` }];
    }
  };
}

function compile(schema: JsonSchema, work: WorkCounter): ValidateFunction {
  try {
    const compiled = () => {
      const ajv = ajvFor(schema.$schema, work);
      addFormats.default(ajv);
      return ajv.compile(schema);
    };
    return withinTime(LAST_LIMIT, () => work.within(COMPILE_STEPS, compiled));
  } catch (error) {
    throw new PayloadSchemaError(`payloadSchema cannot be used: ${messageOf(error)}`);
  }
}

function ajvFor(dialect: unknown, work: WorkCounter): Ajv {
  const options: Options = { ...OPTIONS, code: { regExp: safePatterns(work), process: countedCode } };
  return Object.assign(newAjv(dialect, options), { work });
}

function newAjv(dialect: unknown, options: Options): Ajv {
  if (typeof dialect === 'string' && dialect.includes('2020-12')) return new Ajv2020(options);
  if (typeof dialect === 'string' && dialect.includes('2019-09')) return new Ajv2019(options);
  return new Ajv(options);
}

function errorsOf(validate: ValidateFunction, payload: unknown): ErrorObject[] {
  return validate(payload) ? [] : (validate.errors ?? []);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
