import type { Integration } from './reads';

type Conditions = Integration['conditions'];
type Comparison = Conditions[number]['children'][number];

/** What comparisons are called. */
export const OPERATORS: { value: Comparison['operator']; label: string }[] = [
  { value: 'EQUAL', label: 'is' },
  { value: 'NOT_EQUAL', label: 'is not' },
  { value: 'LIKE', label: 'contains' },
  { value: 'NOT_LIKE', label: 'does not contain' },
  { value: 'IN', label: 'is one of' },
  { value: 'NOT_IN', label: 'is none of' },
  { value: 'ANY_IN', label: 'contains any of' },
  { value: 'ALL_IN', label: 'contains all of' },
  { value: 'LARGER', label: 'is greater than' },
  { value: 'LARGER_EQUAL', label: 'is at least' },
  { value: 'SMALLER', label: 'is less than' },
  { value: 'SMALLER_EQUAL', label: 'is at most' },
  { value: 'BETWEEN', label: 'is between' },
  { value: 'NOT_BETWEEN', label: 'is not between' },
];

/** Comparisons with several values, which commas divide. */
export const SEVERAL: ReadonlySet<Comparison['operator']> = new Set([
  'IN',
  'NOT_IN',
  'ANY_IN',
  'ALL_IN',
  'BETWEEN',
  'NOT_BETWEEN',
]);

const SUBSCRIBER = 'subscriber.';

/** What a comparison reads, as one path; the rest of a path in the payload is of the context or the workflow. */
export function variableOf({ on, field }: Pick<Comparison, 'on' | 'field'>): string {
  return on === 'subscriber' ? `${SUBSCRIBER}${field}` : field;
}

/** The path of {@link variableOf}, as it is stored. */
export function readVariable(variable: string): Pick<Comparison, 'on' | 'field'> {
  return variable.startsWith(SUBSCRIBER)
    ? { on: 'subscriber', field: variable.slice(SUBSCRIBER.length) }
    : { on: 'payload', field: variable };
}

/** Conditions as a sentence: any of the groups must match. */
export function conditionText(conditions: Conditions): string {
  return conditions
    .map(({ children, value, isNegated }) => {
      const text = children.map(comparisonText).join(value === 'OR' ? ' or ' : ' and ');
      return isNegated ? `not (${text})` : text;
    })
    .join('; or ');
}

function comparisonText({ on, field, operator, value }: Comparison): string {
  const word = OPERATORS.find((one) => one.value === operator)?.label ?? operator;
  return `${variableOf({ on, field })} ${word} ${value}`;
}
