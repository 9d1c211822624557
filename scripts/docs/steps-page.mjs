/** The control values of every kind of step in docs/steps.md, from the schemas that validate steps. */
import { isDeepStrictEqual } from 'node:util';
import { STEP_KINDS, STEP_TYPES } from '../../dist/src/workflows/steps/step-kinds.js';

export const path = 'docs/steps.md';

/** `fields:all` has the fields that all kinds share, `fields:<kind>` the others of a kind. */
const PLACE = /(<!-- fields:(\w+) -->\n).*?(<!-- \/fields -->)/gs;
/** Units of numbers; any other is the name of the field that has the unit. */
const UNIT_WORDS = ['milliseconds', 'runs'];
const TYPES = { string: 'text', integer: 'whole number', array: 'list' };

export async function render(current) {
  const missing = ['all', ...STEP_TYPES].filter((type) => !current.includes(`<!-- fields:${type} -->`));
  if (missing.length > 0) throw new Error(`${path} lacks the comments <!-- fields:… --> of: ${missing.join(', ')}`);
  return current.replace(PLACE, (_all, start, type, end) => `${start}\n${fieldsOf(type).join('\n')}\n\n${end}`);
}

function fieldsOf(type) {
  const { fields } = STEP_KINDS[type === 'all' ? STEP_TYPES[0] : type];
  return Object.entries(fields)
    .filter(([name, schema]) => isShared(name, schema) === (type === 'all'))
    .flatMap(([name, schema]) => itemsOf(name, schema));
}

function isShared(name, schema) {
  return Object.values(STEP_KINDS).every(({ fields }) => isDeepStrictEqual(fields[name], schema));
}

/** A field as an item of a list, and its members as items below it. */
function itemsOf(name, schema, { depth = 0, needed = false } = {}) {
  const { description = '', examples = [], default: initial, properties, items } = schema;
  const hasDefault = initial !== undefined && initial !== '';
  const facts = [
    typeOf(schema),
    limitsOf(schema),
    hasDefault && `default \`${typeof initial === 'string' ? initial : JSON.stringify(initial)}\``,
    needed && '**needed**',
  ].filter(Boolean);
  const example = examples.length > 0 && `Example: \`${JSON.stringify(examples[0])}\`.`;
  const text = [`\`${name}\`: ${facts.join(', ')}.`, description, example].filter(Boolean).join(' ');
  const members = properties ?? items?.properties ?? {};
  const required = (properties ? schema.required : items?.required) ?? [];
  return [
    `${'  '.repeat(depth)}- ${text}`,
    ...Object.entries(members).flatMap(([key, member]) =>
      itemsOf(key, member, { depth: depth + 1, needed: required.includes(key) }),
    ),
  ];
}

function typeOf({ type, enum: values, oneOf, format, items }) {
  if (oneOf) return oneOf.map(typeOf).join(' or ');
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (format === 'json-logic') return 'condition';
  if (items?.properties) return 'list of objects';
  return [type]
    .flat()
    .map((one) => TYPES[one] ?? one)
    .join(' or ');
}

function limitsOf({ maxLength, minimum, maximum, maxItems, 'x-unit': unit }) {
  if (maxLength !== undefined) return `at most ${maxLength.toLocaleString('en')} characters`;
  if (maxItems !== undefined) return `at most ${maxItems} entries`;
  const limits = [
    minimum !== undefined && `at least ${minimum}`,
    maximum !== undefined && `at most ${maximum.toLocaleString('en')}`,
  ].filter(Boolean);
  if (limits.length === 0) return '';
  if (unit !== undefined) limits.push(UNIT_WORDS.includes(unit) ? `in ${unit}` : `in \`${unit}\``);
  return limits.join(', ');
}
