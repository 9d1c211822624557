import { OPERATORS, type OperatorKey, valueKindOf } from './operators';

/** A comparison of a variable with a value. */
export interface Row {
  kind: 'row';
  variable: string;
  operator: OperatorKey;
  /** A literal, a list, two bounds, or `{amount, unit}`; undefined beside operators that need none. */
  value: unknown;
  /** As it was read; gone once it is changed. */
  source?: unknown;
}

/** Rows of which all must be true, or any. */
export interface Group {
  kind: 'group';
  join: 'and' | 'or';
  parts: Part[];
  source?: unknown;
}

/** A rule that no row can show; it stays as it is. */
export interface Other {
  kind: 'other';
  source: unknown;
}

export type Part = Row | Group | Other;

/** Groups within the outermost group. */
const DEPTH = 2;

export const NEW_ROW: Row = { kind: 'row', variable: 'payload.', operator: '==', value: '' };

/**
 * Reads JSON-logic as rows; undefined for what is not a rule, such as a text. What is not changed is written by
 * {@link ruleOf} as it was.
 */
export function conditionOf(rule: unknown): Group | undefined {
  if (rule === undefined || rule === null || isEmpty(rule)) return { kind: 'group', join: 'and', parts: [] };
  if (!isRecord(rule)) return undefined;
  const part = partOf(rule, DEPTH);
  return part.kind === 'group' ? part : { kind: 'group', join: 'and', parts: [part], source: rule };
}

/** Writes JSON-logic; undefined for a condition without rows, which is always true. */
export function ruleOf(condition: Group): unknown {
  const { parts, join } = condition;
  if ('source' in condition) return condition.source;
  if (parts.length === 0) return undefined;
  return parts.length === 1 && join === 'and' ? written(parts[0]!) : written(condition);
}

function written(part: Part): unknown {
  if ('source' in part) return part.source;
  if (part.kind === 'group') return { [part.join]: part.parts.map(written) };
  const { operator, variable, value } = part;
  const read = { var: variable };
  const name = operator.replace(' list', '');
  switch (valueKindOf(operator)) {
    case 'none':
      return { [name]: [read] };
    case 'range':
      return { [name]: [read, ...(Array.isArray(value) ? value : [])] };
    default:
      return { [name]: isReversed(operator) ? [value, read] : [read, value] };
  }
}

/** A group with another part at a place; undefined removes it. */
export function withPart(group: Group, index: number, part: Part | undefined): Group {
  return { kind: 'group', join: group.join, parts: group.parts.toSpliced(index, 1, ...(part ? [part] : [])) };
}

/** A row with something changed. */
export function changed({ source: _as, ...row }: Row, change: Partial<Omit<Row, 'kind' | 'source'>>): Row {
  return { ...row, ...change };
}

function partOf(rule: unknown, depth: number): Part {
  const [name, operand] = onlyEntryOf(rule);
  if ((name === 'and' || name === 'or') && Array.isArray(operand) && operand.length > 0 && depth > 0)
    return { kind: 'group', join: name, parts: operand.map((one) => partOf(one, depth - 1)), source: rule };
  const operands = Array.isArray(operand) ? (operand as unknown[]) : [operand];
  const row = name === undefined ? undefined : rowOf(name, operands);
  return row ? { ...row, source: rule } : { kind: 'other', source: rule };
}

function rowOf(name: string, operands: readonly unknown[]): Omit<Row, 'source'> | undefined {
  const [first, second] = operands;
  const keys = name.includes(' ') ? [] : [name, `${name} list`];
  for (const operator of keys.filter((key): key is OperatorKey => Object.hasOwn(OPERATORS, key))) {
    const variable = variableOf(isReversed(operator) ? second : first);
    if (variable === undefined) continue;
    const value = valueOf(operator, isReversed(operator) ? [first] : operands.slice(1), operands.length);
    if (value) return { kind: 'row', variable, operator, value: value.is };
  }
  return undefined;
}

/** The value beside an operator, if it has the form that the operator needs. */
function valueOf(operator: OperatorKey, values: readonly unknown[], count: number): { is: unknown } | undefined {
  const [value] = values;
  switch (valueKindOf(operator)) {
    case 'none':
      return count === 1 ? { is: undefined } : undefined;
    case 'one':
      return count === 2 && isLiteral(value) ? { is: value } : undefined;
    case 'many':
      return count === 2 && Array.isArray(value) && value.every(isLiteral) ? { is: value } : undefined;
    case 'range': {
      const bounds = count === 2 && Array.isArray(value) ? (value as unknown[]) : values;
      return bounds.length === 2 && bounds.every((one) => typeof one === 'number') ? { is: bounds } : undefined;
    }
    case 'ago':
      return count === 2 && isAgo(value) ? { is: value } : undefined;
  }
}

function isReversed(operator: OperatorKey): boolean {
  return 'isReversed' in OPERATORS[operator];
}

function variableOf(value: unknown): string | undefined {
  const [name, operand] = onlyEntryOf(value);
  const path = Array.isArray(operand) && operand.length === 1 ? (operand as unknown[])[0] : operand;
  return name === 'var' && typeof path === 'string' ? path : undefined;
}

function onlyEntryOf(value: unknown): [string, unknown] | [] {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return entries.length === 1 ? entries[0]! : [];
}

function isAgo(value: unknown): boolean {
  return isRecord(value) && typeof value['amount'] === 'number' && typeof value['unit'] === 'string';
}

function isLiteral(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isEmpty(rule: unknown): boolean {
  return typeof rule === 'object' && rule !== null && Object.keys(rule).length === 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
