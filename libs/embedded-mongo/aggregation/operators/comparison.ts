import { Decimal128, Long } from 'bson';
import { evalExpr } from 'mingo/core';
import type { Options } from 'mingo/types';
import { fromJs } from '../../bson/convert.js';
import { CommandError } from '../../errors.js';
import { encodeKey } from '../../ordering/key-encoding.js';

/** Comparison operators; the library's order of types differs from MongoDB's. */
export const comparisonOperators = {
  $cmp: comparison('$cmp', (order) => Math.sign(order)),
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
};

function comparison<Result>(name: string, decide: (order: number) => Result) {
  return (object: unknown, operands: unknown, options: Options): Result => {
    if (!Array.isArray(operands) || operands.length !== 2) {
      throw new CommandError(16020, `Expression ${name} takes exactly 2 arguments.`);
    }
    return decide(compareJs(evalExpr(object, operands[0], options), evalExpr(object, operands[1], options)));
  };
}

/** Compares two decoded values in MongoDB's order; a missing field (undefined) sorts before everything else. */
export function compareJs(left: unknown, right: unknown): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  if (typeof left === 'number' && typeof right === 'number') return compareNumbers(left, right);
  if (left instanceof Date && right instanceof Date) return left.getTime() - right.getTime();
  return keyOf(left).compare(keyOf(right));
}

/** The sort key of a decoded value. */
function keyOf(value: unknown): Buffer {
  return encodeKey(fromJs(value));
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
