import { compareValues, looselyEqual, toNumber } from '../../comparison.js';
import { RuleError } from '../rule-error.js';
import type { Operator, Operators } from './operator.js';

type Test = (left: unknown, right: unknown) => boolean;

/** Holds for every neighbouring pair: `{"<": [1, x, 10]}` is a range. */
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

/** A number within two inclusive bounds, given as `[x, [low, high]]` or `[x, low, high]`; undefined if any is none. */
function isBetween([value, ...bounds]: readonly unknown[]): boolean | undefined {
  const [low, high] = (Array.isArray(bounds[0]) ? bounds[0] : bounds).map(toNumber);
  if (typeof value !== 'number' || low === undefined || high === undefined) return undefined;
  return value >= low && value <= high;
}

const equal = pairwise(looselyEqual);

/** The comparisons of rule X4, and `between` of X5, which is false with its opposite when a value is no number. */
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
