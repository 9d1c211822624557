import type { VariableSchema } from '../variable-options';

/** What a variable holds, as far as operators depend on it. */
export type ValueType = 'text' | 'number' | 'boolean' | 'list' | 'date' | 'any';

/** Types as people call them; nothing where the type is not known. */
export const TYPE_NAMES: Record<ValueType, string> = {
  text: 'text',
  number: 'number',
  boolean: 'yes or no',
  list: 'list',
  date: 'date',
  any: '',
};

/** What is entered beside an operator. */
export type ValueKind = 'none' | 'one' | 'many' | 'range' | 'ago';

interface Operator {
  /** What it is called, by type where that differs. */
  name: string;
  names?: Partial<Record<ValueType, string>>;
  value: ValueKind;
  /** The variable is the second operand. */
  isReversed?: boolean;
}

/** The operators of JSON-logic that a row can show. */
export const OPERATORS = {
  '==': { name: 'is', names: { number: '=' }, value: 'one' },
  '!=': { name: 'is not', names: { number: '≠' }, value: 'one' },
  '<': { name: '<', names: { date: 'is before' }, value: 'one' },
  '<=': { name: '≤', names: { date: 'is at or before' }, value: 'one' },
  '>': { name: '>', names: { date: 'is after' }, value: 'one' },
  '>=': { name: '≥', names: { date: 'is at or after' }, value: 'one' },
  between: { name: 'is between', value: 'range' },
  notBetween: { name: 'is not between', value: 'range' },
  contains: { name: 'contains', value: 'one' },
  doesNotContain: { name: 'does not contain', value: 'one' },
  startsWith: { name: 'starts with', value: 'one' },
  doesNotBeginWith: { name: 'does not start with', value: 'one' },
  endsWith: { name: 'ends with', value: 'one' },
  doesNotEndWith: { name: 'does not end with', value: 'one' },
  'in list': { name: 'is one of', value: 'many' },
  'notIn list': { name: 'is none of', value: 'many' },
  in: { name: 'contains', value: 'one', isReversed: true },
  notIn: { name: 'does not contain', value: 'one', isReversed: true },
  withinLast: { name: 'is within the last', value: 'ago' },
  notWithinLast: { name: 'is not within the last', value: 'ago' },
  moreThanXAgo: { name: 'is older than', value: 'ago' },
  lessThanXAgo: { name: 'is newer than', value: 'ago' },
  exactlyXAgo: { name: 'is exactly ago', value: 'ago' },
  '!!': { name: 'is not empty', names: { boolean: 'is true' }, value: 'none' },
  '!': { name: 'is empty', names: { boolean: 'is false or missing' }, value: 'none' },
  notNull: { name: 'exists', value: 'none' },
  null: { name: 'is missing', value: 'none' },
} as const satisfies Record<string, Operator>;

export type OperatorKey = keyof typeof OPERATORS;

const TEXT: readonly OperatorKey[] = [
  '==',
  '!=',
  'contains',
  'doesNotContain',
  'startsWith',
  'doesNotBeginWith',
  'endsWith',
  'doesNotEndWith',
  'in list',
  'notIn list',
  '!',
  '!!',
];
const ORDER: readonly OperatorKey[] = ['==', '!=', '<', '<=', '>', '>='];
const AGO: readonly OperatorKey[] = ['withinLast', 'notWithinLast', 'moreThanXAgo', 'lessThanXAgo', 'exactlyXAgo'];

/** The operators that are offered for each type. */
const OFFERED: Record<ValueType, readonly OperatorKey[]> = {
  text: TEXT,
  number: [...ORDER, 'between', 'notBetween', 'in list', 'notIn list', 'notNull', 'null'],
  boolean: ['==', '!=', 'notNull', 'null'],
  list: ['in', 'notIn', '!', '!!'],
  date: ['<', '<=', '>', '>=', ...AGO, 'notNull', 'null'],
  any: [...TEXT.slice(0, 2), '<', '<=', '>', '>=', ...TEXT.slice(2), 'notNull', 'null'],
};

/** Operators as choices for a variable: those of its type, and the present one, whatever it is. */
export function operatorChoices(type: ValueType, present: OperatorKey): { value: OperatorKey; label: string }[] {
  const offered = OFFERED[type].includes(present) ? OFFERED[type] : [present, ...OFFERED[type]];
  const label = (key: OperatorKey) => operatorName(key, type);
  return offered
    .filter((key) => key === present || label(key) !== label(present))
    .map((value) => ({ value, label: label(value) }));
}

export function operatorName(key: OperatorKey, type: ValueType): string {
  const { name, names }: Operator = OPERATORS[key];
  return names?.[type] ?? name;
}

/** What is entered beside an operator. */
export function valueKindOf(key: OperatorKey): ValueKind {
  return OPERATORS[key].value;
}

/** The first operator of a type, for a variable that has just been chosen. */
export function operatorFor(type: ValueType, present: OperatorKey): OperatorKey {
  return OFFERED[type].includes(present) ? present : OFFERED[type][0]!;
}

/** The schema of a variable by its path; undefined where it is not known. */
export function schemaAt(schema: VariableSchema | undefined, path: string): VariableSchema | undefined {
  return path
    .split('.')
    .reduce<VariableSchema | undefined>(
      (place, part) => (/^\d+$/.test(part) ? place?.items : place?.properties?.[part]),
      schema,
    );
}

/** What a variable of this schema holds. */
export function typeOf(schema: VariableSchema | undefined): ValueType {
  const types = [schema?.type ?? []].flat().filter((type) => type !== 'null');
  if (types.length !== 1) return 'any';
  switch (types[0]) {
    case 'string':
      return schema?.format === 'date-time' || schema?.format === 'date' ? 'date' : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return 'list';
    default:
      return 'any';
  }
}

/** All variables that are known, as paths. */
export function pathsOf(schema: VariableSchema | undefined, before = '', depth = 0): string[] {
  if (depth > 4) return [];
  return Object.entries(schema?.properties ?? {}).flatMap(([name, member]) => {
    const path = before ? `${before}.${name}` : name;
    return member.properties ? pathsOf(member, path, depth + 1) : [path];
  });
}
