import { evalExpr } from 'mingo/core';
import type { AnyObject, Options } from 'mingo/types';
import { CommandError } from '../../errors.js';
import { compareJs, isTrue } from './comparison.js';
import { libraryOperators } from '../library-operators.js';

/** Operators that aggregate lists, choose between values, and round. */
export const summaryOperators = {
  $sum: overList((values) => numbersIn(values).reduce((sum, value) => sum + value, 0)),
  $avg: overList((values) => average(numbersIn(values))),
  $max: overList((values) => extreme(values, 1)),
  $min: overList((values) => extreme(values, -1)),
  $mergeObjects: (object: AnyObject, expression: unknown, options: Options) =>
    mergeObjects(
      (Array.isArray(expression) ? expression : [expression]).map((part) => evalExpr(object, part, options)),
    ),
  $first: edge('$first', 0),
  $last: edge('$last', -1),
  $size: size,
  $not: (object: AnyObject, expression: unknown, options: Options) => !isTrue(operand(object, expression, options)),
  $switch: choose,
  $zip: zip,
  $round: rounding('$round'),
  $trunc: rounding('$trunc'),
};

function operand(object: AnyObject, expression: unknown, options: Options): unknown {
  return evalExpr(object, Array.isArray(expression) && expression.length === 1 ? expression[0] : expression, options);
}

/** An operator over several operands, or over the elements of a single array operand. */
function overList(compute: (values: readonly unknown[]) => unknown) {
  return (object: AnyObject, expression: unknown, options: Options): unknown => {
    if (Array.isArray(expression) && expression.length !== 1) {
      return compute(expression.map((part) => evalExpr(object, part, options)));
    }
    const value = operand(object, expression, options);
    return compute(Array.isArray(value) ? value : [value]);
  };
}

function numbersIn(values: readonly unknown[]): number[] {
  return values.filter((value) => typeof value === 'number');
}

function average(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

function extreme(values: readonly unknown[], sign: 1 | -1): unknown {
  const present = values.filter((value) => value !== null && value !== undefined);
  let best: unknown = null;
  for (const value of present) if (best === null || compareJs(value, best) * sign > 0) best = value;
  return best;
}

function mergeObjects(values: readonly unknown[]): unknown {
  const present = values.filter((value) => value !== null && value !== undefined);
  for (const value of present) {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
      throw new CommandError(40400, '$mergeObjects requires object inputs');
    }
  }
  return Object.assign({}, ...present) as unknown;
}

function edge(name: string, position: number) {
  return (object: AnyObject, expression: unknown, options: Options): unknown => {
    const value = operand(object, expression, options);
    if (value === null || value === undefined) return null;
    if (!Array.isArray(value)) throw new CommandError(28689, `${name}'s argument must be an array`);
    return value.at(position) as unknown;
  };
}

function size(object: AnyObject, expression: unknown, options: Options): number {
  const value = operand(object, expression, options);
  if (!Array.isArray(value)) throw new CommandError(17124, 'The argument to $size must be an array');
  return value.length;
}

function choose(object: AnyObject, expression: unknown, options: Options): unknown {
  const { branches, ...rest } = (expression ?? {}) as {
    branches?: { case: unknown; then: unknown }[];
    default?: unknown;
  };
  for (const branch of branches ?? []) {
    if (isTrue(evalExpr(object, branch.case, options))) return evalExpr(object, branch.then, options);
  }
  if ('default' in rest) return evalExpr(object, rest.default, options);
  throw new CommandError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
}

function zip(object: AnyObject, expression: unknown, options: Options): unknown {
  const request = (expression ?? {}) as { inputs?: unknown; useLongestLength?: unknown; defaults?: unknown };
  const inputs = evalExpr(object, request.inputs, options);
  const defaults = evalExpr(object, request.defaults, options);
  if (!Array.isArray(inputs) || inputs.length === 0)
    throw new CommandError(34461, 'inputs must be an array of expressions');
  if (inputs.some((input) => input === null || input === undefined)) return null;
  if (!inputs.every((input) => Array.isArray(input)))
    throw new CommandError(34468, '$zip found a non-array expression in input');
  const lists = inputs as unknown[][];
  const lengths = lists.map((list) => list.length);
  const length = request.useLongestLength === true ? Math.max(...lengths) : Math.min(...lengths);
  const fallback = Array.isArray(defaults) ? (defaults as unknown[]) : [];
  return Array.from({ length }, (_, i) => lists.map((list, j) => (i < list.length ? list[i] : (fallback[j] ?? null))));
}

type LibraryOperator = (object: AnyObject, expression: unknown, options: Options) => unknown;

/** Rounds a number; the default is 0 decimal places. */
function rounding(name: '$round' | '$trunc'): LibraryOperator {
  return (object, expression, options) => {
    const [number, places]: unknown[] = Array.isArray(expression) ? expression : [expression];
    return libraryOperators().expression[name](object, [number, places ?? 0], options);
  };
}
