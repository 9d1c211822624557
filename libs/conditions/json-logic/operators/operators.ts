import { readPath } from '#libs/schedule/data-path.js';
import { compareValues, looselyEqual, toNumber } from '../../comparison.js';
import { RuleError } from '../rule-error.js';

/** The evaluation that an operator is part of. */
export interface Evaluation {
  readonly now: Date;
  render(template: string): string;
  /** Evaluates a rule with this data as its scope. */
  run(rule: unknown, data?: unknown): unknown;
  truthy(value: unknown): boolean;
  /** Throws if a text or list grows too long. */
  assertLength(length: number): void;
  /** Accounts for work, and throws if the evaluation does too much of it. */
  spend(operations: number): void;
  /** Accounts for searching a text or list of this length. */
  spendOnSearch(length: number): void;
}

/** An operator of ours, called with its evaluated arguments. */
export type Operator = (args: readonly unknown[], data: unknown, above: unknown, evaluation: Evaluation) => unknown;
export type Operators = Record<string, Operator>;

/** An operator that gets its arguments unevaluated and decides which to evaluate. */
export interface LazyOperator {
  lazy: true;
  method: Operator;
}

type Test = (left: unknown, right: unknown) => boolean;

/** True if the test holds for every adjacent pair: `{"<": [1, x, 10]}` is a range. */
function pairwise(test: Test): Operator {
  return (args) => {
    if (args.length < 2) throw new RuleError('a comparison needs two values');
    return args.slice(1).every((right, index) => test(args[index], right));
  };
}

function ordered(test: (order: number) => boolean): Operator {
  return pairwise((left, right) => {
    const order = compareValues(left, right);
    return order !== undefined && test(order);
  });
}

/**
 * Returns whether a number is within two inclusive bounds: `[x, [low, high]]` or `[x, low, high]`. Undefined if one is not
 * a number.
 */
function isBetween([value, ...bounds]: readonly unknown[]): boolean | undefined {
  const [low, high] = (Array.isArray(bounds[0]) ? bounds[0] : bounds).map(toNumber);
  if (typeof value !== 'number' || low === undefined || high === undefined) return undefined;
  return value >= low && value <= high;
}

const equal = pairwise(looselyEqual);

/**
 * The comparisons of rule X4, and `between` of X5. Both `between` and its opposite are false if a value is not a
 * number.
 */
export const comparisonOperators: Operators = {
  '==': equal,
  '=': equal,
  '!=': pairwise((left, right) => !looselyEqual(left, right)),
  '===': pairwise((left, right) => left === right),
  '!==': pairwise((left, right) => left !== right),
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  between: (args) => isBetween(args) === true,
  notBetween: (args) => isBetween(args) === false,
  null: ([value]) => value === null || value === undefined,
  notNull: ([value]) => value !== null && value !== undefined,
};

/** Returns the value at a path of the data in scope; the data itself for an empty path; null if missing. */
function lookUp(data: unknown, path: unknown): unknown {
  if (path === '' || path === null || path === undefined) return data;
  return (typeof path === 'string' || typeof path === 'number' ? readPath(data, String(path)) : undefined) ?? null;
}

function missingOf(data: unknown, paths: readonly unknown[], evaluation: Evaluation): unknown[] {
  evaluation.spendOnSearch(paths.length);
  return paths.filter((path) => {
    const value = lookUp(data, path);
    return value === null || value === undefined || value === '';
  });
}

const missing: Operator = (args, data, _above, evaluation) =>
  missingOf(data, Array.isArray(args[0]) ? args[0] : args, evaluation);

const missingSome: Operator = ([needed, paths], data, _above, evaluation) => {
  const all = Array.isArray(paths) ? paths : [paths];
  const absent = missingOf(data, all, evaluation);
  return all.length - absent.length >= (toNumber(needed) ?? 1) ? [] : absent;
};

/** Access to the data. Only own properties are visible, for any path. */
export const dataOperators: Operators = {
  var: ([path, fallback = null], data) => lookUp(data, path) ?? fallback,
  missing,
  missing_some: missingSome,
  // Standard JSON-logic prints the value, but payloads do not belong in logs.
  log: ([value]) => value,
};

type EachItem = (item: unknown) => unknown;

/**
 * Creates an operator over the items of a list: the list is evaluated in the scope, the second argument once per item.
 */
function overList(apply: (items: readonly unknown[], each: EachItem, evaluation: Evaluation) => unknown): LazyOperator {
  return {
    lazy: true,
    method: ([list, rule], data, _above, evaluation) =>
      apply(listOf(list, data, evaluation), (item) => evaluation.run(rule, item), evaluation),
  };
}

/** Anything but a list has no items, so a missing path behaves like an empty list. */
function listOf(rule: unknown, data: unknown, evaluation: Evaluation): readonly unknown[] {
  const list: unknown = evaluation.run(rule, data);
  return Array.isArray(list) ? list : [];
}

function isTrue(evaluation: Evaluation, each: EachItem): (item: unknown) => boolean {
  return (item) => evaluation.truthy(each(item));
}

const reduce: LazyOperator = {
  lazy: true,
  method: ([list, rule, initial], data, _above, evaluation) =>
    listOf(list, data, evaluation).reduce<unknown>(
      (accumulator, current) => evaluation.run(rule, { accumulator, current }),
      evaluation.run(initial ?? null, data),
    ),
};

export const listOperators: Record<string, LazyOperator> = {
  map: overList((items, each) => items.map(each)),
  filter: overList((items, each, evaluation) => items.filter(isTrue(evaluation, each))),
  some: overList((items, each, evaluation) => items.some(isTrue(evaluation, each))),
  none: overList((items, each, evaluation) => !items.some(isTrue(evaluation, each))),
  // False for an empty list, as in every JSON-logic.
  all: overList((items, each, evaluation) => items.length > 0 && items.every(isTrue(evaluation, each))),
  reduce,
};

const merge: Operator = (args, _data, _above, evaluation) => {
  evaluation.assertLength(args.reduce<number>((sum, arg) => sum + (Array.isArray(arg) ? arg.length : 1), 0));
  return args.flat();
};

export const mergeOperator: Operators = { merge };
