import type { Allowance } from '#libs/computation/allowance.js';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../steps/schema-types.js';
import { countedCode, WorkCounter } from './counted-validation.js';
import { type PayloadViolation, toPayloadViolation } from '../../platform/errors/payload-violation.js';
import { safePatterns } from './safe-patterns.js';
import { schemaProblem } from './schema-problem.js';

/** Steps, of about 25 nanoseconds. A schema of the largest size takes about a tenth of them. */
const COMPILE_STEPS = 20_000_000;
/** Steps. A payload of the largest size takes about a tenth of them against an ordinary schema. */
const CHECK_STEPS = 10_000_000;
const MAX_VIOLATIONS = 100;

const OPTIONS: Options = {
  allErrors: true,
  // Members the payload lacks get the default of the schema (behaviour V4); none is ever converted (V3).
  useDefaults: true,
  coerceTypes: false,
  // Unknown keywords and formats are allowed, as JSON Schema says.
  strict: false,
  verbose: true,
  logger: false,
  // Once for all of a dialect, see below: an Ajv makes code of its meta-schema first, which takes longer than most schemas.
  validateSchema: false,
};

/** A payload schema, ready for use. */
export interface PayloadCheck {
  /**
   * Fills in the schema's defaults where `payload` has nothing (it is changed), and tells which rules it breaks, at
   * most 100. A check that takes too many steps is a violation of the whole payload. `allowance`: what may be done here.
   */
  (payload: Record<string, unknown>, allowance?: Allowance): PayloadViolation[];
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
  return (payload, allowance) => {
    try {
      const errors = work.within(CHECK_STEPS, () => errorsOf(validate, payload), allowance);
      return errors.slice(0, MAX_VIOLATIONS).map(toPayloadViolation);
    } catch (error) {
      return [{ field: '', message: `the payload could not be checked: ${messageOf(error)}` }];
    }
  };
}

function compile(schema: JsonSchema, work: WorkCounter): ValidateFunction {
  try {
    const metaValidator = metaValidatorOf(schema.$schema);
    metaValidator.work.within(COMPILE_STEPS, () => void metaValidator.validateSchema(schema, true));
    const ajv = countedAjv(dialectOf(schema.$schema), work, OPTIONS);
    return work.within(COMPILE_STEPS, () => ajv.compile(schema));
  } catch (error) {
    throw new PayloadSchemaError(`payloadSchema cannot be used: ${messageOf(error)}`);
  }
}

type Dialect = '2020-12' | '2019-09' | 'draft-07';
const DIALECTS = { '2020-12': Ajv2020, '2019-09': Ajv2019, 'draft-07': Ajv };

/** Who knows whether something is a schema of a dialect, by dialect. */
const metaValidators = new Map<Dialect, CountedAjv>();

function metaValidatorOf($schema: unknown): CountedAjv {
  const dialect = dialectOf($schema);
  const known = metaValidators.get(dialect);
  if (known) return known;
  const metaValidator = countedAjv(dialect, new WorkCounter(), { strict: false, logger: false });
  metaValidators.set(dialect, metaValidator);
  return metaValidator;
}

/** The code that it makes tells what it does to its `work`. */
type CountedAjv = Ajv & { work: WorkCounter };

function countedAjv(dialect: Dialect, work: WorkCounter, options: Options): CountedAjv {
  const ajv = new DIALECTS[dialect]({ ...options, code: { regExp: safePatterns(work), process: countedCode } });
  addFormats.default(ajv);
  return Object.assign(ajv, { work });
}

function dialectOf($schema: unknown): Dialect {
  if (typeof $schema !== 'string') return 'draft-07';
  return (['2020-12', '2019-09'] as const).find((dialect) => $schema.includes(dialect)) ?? 'draft-07';
}

function errorsOf(validate: ValidateFunction, payload: unknown): ErrorObject[] {
  return validate(payload) ? [] : (validate.errors ?? []);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
