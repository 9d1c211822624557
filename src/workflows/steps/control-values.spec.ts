/** @runs-on build */
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { type ControlSchema, toOpenApi } from './control-schema.js';
import { assertStepValues } from './control-values.js';
import { STEP_KINDS, STEP_TYPES, type StepType } from './step-kinds.js';

/** The fields that are refused when a step is saved. */
function refused(type: StepType, values: Record<string, unknown>): string[] {
  try {
    assertStepValues(type, values);
    return [];
  } catch (error) {
    if (error instanceof ValidationException) return Object.keys(error.errors);
    throw error;
  }
}

/** Values for a control that may fit, or break one of its rules. */
function candidates(schema: ControlSchema): fc.Arbitrary<unknown> {
  const { enum: values = [], maxLength, properties, items, oneOf, format } = schema;
  const wrong = fc.constantFrom<unknown>('', 'x', -1, 0, 1.5, 7, 1e6, true, null, [], ['x'], {}, { x: 1 });
  if (format === 'expires-in') return fc.constantFrom({ amount: 1, unit: 'days' }, { amount: 1, unit: 'x' }, 'x', null);
  if (format === 'json-logic') return fc.constantFrom({}, { '==': [{ var: 'payload.a' }, 1] }, 'x', null, 1, []);
  if (format === 'time-of-day') return fc.constantFrom<unknown>('09:00', '23:59', '', '{{payload.at}}', '24:00', 9);
  if (format === 'cron') return fc.constantFrom<unknown>('0 9 * * 1-5', '', '{{payload.cron}}', 'every day', 5);
  if (oneOf) return fc.oneof(wrong, ...oneOf.map(candidates));
  if (properties) return fc.oneof({ weight: 3, arbitrary: members(properties) }, wrong);
  if (items) return fc.oneof({ weight: 3, arbitrary: fc.array(candidates(items), { maxLength: 2 }) }, wrong);
  const long = maxLength === undefined ? [] : ['a'.repeat(maxLength), 'a'.repeat(maxLength + 1)];
  return fc.oneof(wrong, fc.constantFrom<unknown>(...values, ...long, 1));
}

function members(fields: Readonly<Record<string, ControlSchema>>): fc.Arbitrary<Record<string, unknown>> {
  const each = Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, candidates(schema)]));
  return fc.record({ ...each, unknown: fc.constant(1) }, { requiredKeys: [] });
}

describe('what a step says', () => {
  const ajv = new Ajv({ allErrors: true, strict: false, formats: { 'json-logic': true, 'expires-in': true } });
  ajv.addFormat('time-of-day', (text) => /^$|\{\{|^([01]\d|2[0-3]):[0-5]\d$/.test(text));
  ajv.addFormat('cron', (text) => /^$|\{\{|^\S+ \S+ \S+ \S+ \S+$/.test(text));

  it.each(STEP_TYPES)('of kind %s is accepted if, and only if, it fits the schema that the API documents', (type) => {
    const documented = { type: 'object', properties: STEP_KINDS[type].fields };
    const fits = ajv.compile(toOpenApi(documented as ControlSchema));
    fc.assert(
      fc.property(members(STEP_KINDS[type].fields), (values) => {
        expect(refused(type, values).length === 0).toBe(fits(values));
      }),
      { numRuns: 200 },
    );
  });

  it.each(STEP_TYPES)('of kind %s and is wrong is refused by the name of its field', (type) => {
    for (const [name, schema] of Object.entries(STEP_KINDS[type].fields)) {
      const wrong = schema.type === 'boolean' ? 'x' : schema.enum ? 'x' : true;
      expect(refused(type, { [name]: wrong })).toEqual([`controlValues.${name}`]);
    }
  });

  it('has a description for every field, in sentences', () => {
    const fields = STEP_TYPES.flatMap((type) => Object.entries(STEP_KINDS[type].fields));
    const bare = fields.filter(([, { description = '' }]) => !/[.!]$/.test(description)).map(([name]) => name);
    expect(bare).toEqual([]);
  });
});
