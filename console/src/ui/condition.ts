/** One comparison of a condition. */
export interface Comparison {
  variable: string;
  operator: Operator;
  value: string;
}

/** A condition that a form can show: comparisons that must all hold, or one of them. */
export interface Condition {
  join: 'and' | 'or';
  comparisons: Comparison[];
}

/** How things are compared, in words. */
export const OPERATORS = {
  '==': 'is',
  '!=': 'is not',
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
  in: 'contains',
  '!!': 'exists',
  '!': 'is missing or empty',
} as const;

export type Operator = keyof typeof OPERATORS;

/** Whether a comparison is with nothing. */
export function isAlone(operator: Operator): boolean {
  return operator === '!!' || operator === '!';
}

/** Reads JSON-logic; undefined where a form cannot show it. */
export function conditionOf(rule: unknown): Condition | undefined {
  if (rule === undefined || isEmpty(rule)) return { join: 'and', comparisons: [] };
  const { name, operands } = partsOf(rule);
  if (name === 'and' || name === 'or') {
    const comparisons = operands.map(comparisonOf);
    return comparisons.every((one) => one !== undefined) ? { join: name, comparisons } : undefined;
  }
  const only = comparisonOf(rule);
  return only && { join: 'and', comparisons: [only] };
}

/** Writes JSON-logic; undefined for a condition without comparisons, which always holds. */
export function ruleOf({ join, comparisons }: Condition): Record<string, unknown> | undefined {
  const rules = comparisons.map(({ variable, operator, value }) => {
    const read = { var: variable };
    if (isAlone(operator)) return { [operator]: [read] };
    return { [operator]: operator === 'in' ? [literalOf(value), read] : [read, literalOf(value)] };
  });
  if (rules.length === 0) return undefined;
  return rules.length === 1 && join === 'and' ? rules[0] : { [join]: rules };
}

function comparisonOf(rule: unknown): Comparison | undefined {
  const { name, operands } = partsOf(rule);
  if (name === undefined || !(name in OPERATORS)) return undefined;
  const operator = name as Operator;
  const [first, second] = operator === 'in' ? [operands[1], operands[0]] : operands;
  const variable = variableOf(first);
  const isPlain = ['string', 'number', 'boolean'].includes(typeof second) || second === null;
  const isWhole = operands.length === (isAlone(operator) ? 1 : 2);
  if (variable === undefined || !isWhole || !(isAlone(operator) || isPlain)) return undefined;
  return { variable, operator, value: isAlone(operator) ? '' : textOfLiteral(second) };
}

function partsOf(rule: unknown): { name?: string; operands: unknown[] } {
  const entries = typeof rule === 'object' && rule !== null && !Array.isArray(rule) ? Object.entries(rule) : [];
  const [only] = entries;
  if (!only || entries.length > 1) return { operands: [] };
  return { name: only[0], operands: [only[1]].flat() };
}

function variableOf(value: unknown): string | undefined {
  const { name, operands } = partsOf(value);
  return name === 'var' && operands.length === 1 && typeof operands[0] === 'string' ? operands[0] : undefined;
}

function isEmpty(rule: unknown): boolean {
  return typeof rule === 'object' && (rule === null || Object.keys(rule).length === 0);
}

/** `5`, `true` and `null` are values, `"5"` is a text, and so is everything else. */
function literalOf(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? text : value;
  } catch {
    return text;
  }
}

/** The text that {@link literalOf} reads as this value. */
function textOfLiteral(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return literalOf(value) === value ? value : JSON.stringify(value);
}
