import { evalExpr } from 'mingo/core';
import type { Options } from 'mingo/types';
import { CommandError } from '../../errors/command-error.js';
import { compareJs } from '../compare-js.js';

/** Expression operators that compare: the library's own order of types is not MongoDB's. */
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
