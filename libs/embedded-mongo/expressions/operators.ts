import { createRequire } from 'node:module';
import { Decimal128, Long } from 'bson';
import { Context, evalExpr } from 'mingo/core';
import type { Options } from 'mingo/types';
import { typeName } from '../bson/bson-type.js';
import { fromJs } from '../bson/convert.js';
import { CommandError } from '../errors.js';
import { encodeKey } from '../ordering/key-encoding.js';

type Operator = (object: unknown, expression: unknown, options: Options) => unknown;

/** Operators of the aggregation library that are refused: it computes them differently from MongoDB, or runs scripts. */
const REFUSED = new Set(
  `$function $switch $zip $round $trunc $toHashedIndexKey
  $convert $isNumber $toDate $toDecimal $toDouble $toInt $toLong $toString
  $toLower $toUpper $split $indexOfBytes $regexFind $regexFindAll $regexMatch
  $dateAdd $dateDiff $dateFromParts $dateFromString $dateSubtract $dateToParts $dateToString $dateTrunc
  $year $month $week $dayOfYear $dayOfMonth $dayOfWeek $hour $minute $second $millisecond
  $isoWeekYear $isoWeek $isoDayOfWeek`.split(/\s+/),
);

/** Operators that the aggregation library lacks, or computes differently from MongoDB. */
const OWN: Readonly<Record<string, Operator>> = {
  $cmp: comparison('$cmp', (order) => Math.sign(order)),
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $max: extremum(1),
  $min: extremum(-1),
  $first: unary((value) => edge('$first', value, 0)),
  $last: unary((value) => edge('$last', value, -1)),
  $size: unary(size),
  $not: unary((value) => !isTrue(value)),
  $type: unary((value) => (value === undefined ? 'missing' : typeName(fromJs(value).type))),
  $mergeObjects: (object, expression, options) =>
    mergeObjects(
      (Array.isArray(expression) ? expression : [expression]).map((part) => evalExpr(object, part, options)),
    ),
  $indexOfCP: indexOfCodePoint,
};

const require = createRequire(import.meta.url);
let context: Context | undefined;

/**
 * The expression operators that are served. The library's are loaded on first use: they are most of the files that the
 * store loads, and many programs never aggregate.
 */
export function servedOperators(): Context {
  context ??= Context.init({ expression: { ...libraryOperators(), ...OWN } });
  return context;
}

function libraryOperators(): Readonly<Record<string, Operator>> {
  const library = require('mingo/operators/expression') as Readonly<Record<string, Operator>>;
  return Object.fromEntries(Object.entries(library).filter(([name]) => name.startsWith('$') && !REFUSED.has(name)));
}

/** An operator of one operand, given bare or in an array. */
function unary(compute: (value: unknown) => unknown): Operator {
  return (object, expression, options) =>
    compute(
      evalExpr(object, Array.isArray(expression) && expression.length === 1 ? expression[0] : expression, options),
    );
}

function comparison(name: string, decide: (order: number) => unknown): Operator {
  return (object, operands, options) => {
    if (!Array.isArray(operands) || operands.length !== 2) {
      throw new CommandError(16020, `Expression ${name} takes exactly 2 arguments.`);
    }
    return decide(compareJs(evalExpr(object, operands[0], options), evalExpr(object, operands[1], options)));
  };
}

/** Compares two decoded values in MongoDB's order; a missing field (undefined) sorts before everything else. */
function compareJs(left: unknown, right: unknown): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right);
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  return encodeKey(fromJs(left)).compare(encodeKey(fromJs(right)));
}

function compareNumbers(left: number, right: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether MongoDB treats a computed value as true: everything except false, null, missing and zero. */
export function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0) return false;
  if (value instanceof Long) return !value.isZero();
  return !(value instanceof Decimal128 && Number(value.toString()) === 0);
}

/** The greatest or least of several operands, or of the elements of a single array operand. */
function extremum(sign: 1 | -1): Operator {
  const better = (found: unknown, value: unknown): unknown =>
    value === null || value === undefined || (found !== null && compareJs(value, found) * sign <= 0) ? found : value;
  const best = (values: readonly unknown[]): unknown => values.reduce(better, null);
  const ofOne = unary((value) => best(Array.isArray(value) ? value : [value]));
  return (object, expression, options) =>
    Array.isArray(expression) && expression.length !== 1
      ? best(expression.map((part) => evalExpr(object, part, options)))
      : ofOne(object, expression, options);
}

function edge(name: string, value: unknown, position: number): unknown {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) throw new CommandError(28689, `${name}'s argument must be an array`);
  return value.at(position) as unknown;
}

function size(value: unknown): number {
  if (!Array.isArray(value)) throw new CommandError(17124, 'The argument to $size must be an array');
  return value.length;
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

/** `$indexOfCP`: the position of one text in another, counted in code points; -1 when it is not found. */
function indexOfCodePoint(object: unknown, expression: unknown, options: Options): number | null {
  const operands = Array.isArray(expression) ? expression.map((operand) => evalExpr(object, operand, options)) : [];
  if (operands.length < 2 || operands.length > 4) {
    throw new CommandError(28667, 'Expression $indexOfCP takes at least 2 arguments, and at most 4');
  }
  const [text, wanted] = operands;
  if (text === null || text === undefined) return null;
  if (typeof text !== 'string') throw new CommandError(40093, '$indexOfCP requires a string as the first argument');
  if (typeof wanted !== 'string') throw new CommandError(40094, '$indexOfCP requires a string as the second argument');
  const [units, search] = [Array.from(text), Array.from(wanted)];
  const end = Math.min(position(operands[3], units.length), units.length);
  for (let i = position(operands[2], 0); i + search.length <= end; i++) {
    if (search.every((unit, j) => units[i + j] === unit)) return i;
  }
  return -1;
}

function position(value: unknown, fallback: number): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new CommandError(40096, '$indexOfCP requires an integral starting and ending index');
  }
  if (value < 0) throw new CommandError(40097, '$indexOfCP requires a nonnegative starting and ending index');
  return value;
}
