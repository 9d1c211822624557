import { createHash } from 'node:crypto';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Allowance, Task } from '#libs/computation/task.js';
import { type PayloadViolation, toPayloadViolation } from '../../platform/errors/payload-violation.js';
import { isObject } from '../../platform/values/is-object.js';
import type { JsonSchema } from '../steps/control-schema.js';
import { countedCode, safePatterns, WorkCounter } from './counted-validation.js';

/** Steps, of about 25 nanoseconds. A schema of the largest size takes about a tenth of them. */
const COMPILE_STEPS = 20_000_000;
/** Steps. A payload of the largest size takes about a tenth of them against an ordinary schema. */
const CHECK_STEPS = 10_000_000;
const MAX_VIOLATIONS = 100;

const OPTIONS: Options = {
  allErrors: true,
  // Missing members get the default of the schema (behaviour V4); values are never converted (V3).
  useDefaults: true,
  coerceTypes: false,
  // Unknown keywords and formats are allowed, as JSON Schema specifies.
  strict: false,
  verbose: true,
  logger: false,
  // Done with one Ajv per dialect, see below: an Ajv first compiles its meta-schema, which takes longer than most
  // schemas.
  validateSchema: false,
};

/** A payload schema, ready for use. */
export interface PayloadCheck {
  /**
   * Fills in the schema's defaults for missing members of `payload` (which is modified), and returns the rules it
   * breaks, at most 100. A check that takes too many steps is a violation of the whole payload. `allowance`: the work
   * that may be done in this process.
   */
  (payload: Record<string, unknown>, allowance?: Allowance): PayloadViolation[];
  /** Whether the schema may have defaults. Without them no payload is modified. */
  readonly hasDefaults: boolean;
}

/** In a schema as JSON: a default, or a reference to another schema, which may have some. */
const MAY_HAVE_DEFAULTS = /"default":|"\$(?:ref|recursiveRef|dynamicRef)":"[^#]/;

/** The schema cannot be used; the message says why, as a sentence about `payloadSchema`. */
export class PayloadSchemaError extends Error {
  override readonly name = 'PayloadSchemaError';
}

/**
 * Compiles a JSON Schema (draft 7 unless `$schema` names 2019-09 or 2020-12). Schemas come from users. Remote
 * references, patterns that cannot be tested in linear time and schemas that take too much work throw a {@link
 * PayloadSchemaError}. Work is counted, so that the same schemas are refused on every machine. Each schema gets its own
 * Ajv, because an Ajv keeps every schema it has compiled.
 */
export function compilePayloadCheck(schema: JsonSchema): PayloadCheck {
  const problem = schemaProblem(schema);
  if (problem !== undefined) throw new PayloadSchemaError(`payloadSchema ${problem}`);
  const work = new WorkCounter();
  const validate = compile(schema, work);
  const check = (payload: Record<string, unknown>, allowance?: Allowance): PayloadViolation[] => {
    try {
      const errors = work.within(CHECK_STEPS, () => errorsOf(validate, payload), allowance);
      return errors.slice(0, MAX_VIOLATIONS).map(toPayloadViolation);
    } catch (error) {
      return [{ field: '', message: `the payload could not be checked: ${messageOf(error)}` }];
    }
  };
  return Object.assign(check, { hasDefaults: MAY_HAVE_DEFAULTS.test(JSON.stringify(schema)) });
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

/** The Ajv that validates schemas of a dialect, by dialect. */
const metaValidators = new Map<Dialect, CountedAjv>();

function metaValidatorOf($schema: unknown): CountedAjv {
  const dialect = dialectOf($schema);
  const known = metaValidators.get(dialect);
  if (known) return known;
  const metaValidator = countedAjv(dialect, new WorkCounter(), { strict: false, logger: false });
  metaValidators.set(dialect, metaValidator);
  return metaValidator;
}

/** An Ajv whose generated code charges its work to `work`. */
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

const CAPACITY = 500;
/** Steps of an allowance that compilation takes per character of a schema. */
const STEPS_PER_CHARACTER = 9;

interface Content {
  hash: string;
  length: number;
}

/**
 * A cache of compiled payload schemas: by object, for as long as the caller keeps the object; by content, the 500 that
 * were looked up last.
 */
export class PayloadChecks {
  private readonly byObject = new WeakMap<JsonSchema, PayloadCheck>();
  private readonly contents = new WeakMap<JsonSchema, Content>();
  private readonly byContent = new Map<string, PayloadCheck>();

  /**
   * The check of a schema, which must not be changed afterwards. Throws {@link PayloadSchemaError}. `allowance`: the
   * work that may be done in this process; only compilation takes much of it.
   */
  of(schema: JsonSchema, allowance?: Allowance): PayloadCheck {
    const known = this.byObject.get(schema);
    if (known) return known;
    const { hash, length } = this.contentOf(schema);
    const check = this.byContent.get(hash) ?? compiled(schema, length, allowance);
    this.byContent.delete(hash);
    this.byContent.set(hash, check);
    this.byObject.set(schema, check);
    this.forgetOldest();
    return check;
  }

  private contentOf(schema: JsonSchema): Content {
    const known = this.contents.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema);
    const content = { hash: createHash('sha256').update(text).digest('base64'), length: text.length };
    this.contents.set(schema, content);
    return content;
  }

  private forgetOldest(): void {
    if (this.byContent.size <= CAPACITY) return;
    const oldest = this.byContent.keys().next();
    if (!oldest.done) this.byContent.delete(oldest.value);
  }
}

function compiled(schema: JsonSchema, length: number, allowance?: Allowance): PayloadCheck {
  allowance?.spend(length * STEPS_PER_CHARACTER);
  return compilePayloadCheck(schema);
}

export interface PayloadInput {
  schema: JsonSchema;
  payload: Record<string, unknown>;
}

/** The result of checking a payload. */
export interface CheckedPayload {
  /**
   * With the defaults of the schema filled in (behaviour V4). Missing when it could not be checked, or is as it was: a
   * large one is not sent back between processes.
   */
  payload?: Record<string, unknown>;
  /** The rules it breaks. */
  violations: PayloadViolation[];
}

const checks = new PayloadChecks();

/** Checks a payload. A schema that cannot be used is a violation of the whole payload. */
export const payloadTask: Task<PayloadInput, CheckedPayload> = {
  name: 'payload',
  run({ schema, payload }, allowance) {
    try {
      const check = checks.of(schema, allowance);
      const violations = check(payload, allowance);
      return { ...(check.hasDefaults && { payload }), violations };
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

/** Returns what is wrong with a payload schema, as a sentence, or undefined. */
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

/** Behaviour V6. */
const PROPERTY_NAME = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Size as JSON. Ajv compiles a schema to code, so a large one costs time and memory for as long as it is in use. */
const MAX_BYTES = 131_072;

/** Nesting levels. The code compiled from deeper schemas may overflow the call stack. */
const MAX_DEPTH = 100;
/** Schemas in one list, such as those of `anyOf`, which are compiled to nested code. */
const MAX_ALTERNATIVES = 500;

/** Keywords that hold one schema, or a list of schemas. */
const SCHEMA_KEYWORDS = [
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/** Keywords that hold schemas by name. */
const NAMED_SCHEMA_KEYWORDS = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties'];

/** Returns what is wrong with a payload schema apart from what its compilation finds, or undefined. */
function schemaProblem(schema: JsonSchema): string | undefined {
  const size = Buffer.byteLength(JSON.stringify(schema));
  if (size > MAX_BYTES) return `has ${size} bytes as JSON, the limit is ${MAX_BYTES} bytes`;
  return problemIn(schema, 0);
}

function problemIn(schema: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) return `has schemas more than ${MAX_DEPTH} levels deep`;
  if (Array.isArray(schema)) {
    if (schema.length > MAX_ALTERNATIVES) return `has a list of more than ${MAX_ALTERNATIVES} schemas`;
    return firstProblem(schema, depth);
  }
  if (!isObject(schema)) return undefined;
  // Ajv would check the payload asynchronously, and the trigger would already be accepted.
  if ('$async' in schema) return 'must not use $async';
  const properties = isObject(schema.properties) ? schema.properties : {};
  const misnamed = Object.keys(properties).find((name) => !PROPERTY_NAME.test(name));
  if (misnamed !== undefined) {
    const shown = JSON.stringify(misnamed.slice(0, 50));
    return `has the property ${shown}: names start with a letter or _ and consist of letters, digits, _ and -`;
  }
  const inner = [
    ...Object.values(properties),
    ...SCHEMA_KEYWORDS.map((keyword) => schema[keyword]),
    ...NAMED_SCHEMA_KEYWORDS.flatMap((keyword) => (isObject(schema[keyword]) ? Object.values(schema[keyword]) : [])),
  ];
  return firstProblem(inner, depth + 1);
}

function firstProblem(schemas: unknown[], depth: number): string | undefined {
  for (const schema of schemas) {
    const problem = problemIn(schema, depth);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
