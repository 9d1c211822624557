import type { ConditionEngine } from '../condition-engine.js';
import type { LazyOperator, Operator, Operators } from './operator.js';

type EachItem = (item: unknown) => unknown;

/** An operator over the items of a list: the list is evaluated in the scope, the second argument once per item. */
function overList(
  apply: (items: readonly unknown[], each: EachItem, engine: ConditionEngine) => unknown,
): LazyOperator {
  return {
    lazy: true,
    method: ([list, rule], data, _above, engine) =>
      apply(listOf(list, data, engine), (item) => engine.run(rule, item), engine),
  };
}

/** Anything but a list has no items: a missing path behaves like an empty list. */
function listOf(rule: unknown, data: unknown, engine: ConditionEngine): readonly unknown[] {
  const list: unknown = engine.run(rule, data);
  return Array.isArray(list) ? list : [];
}

function isTrue(engine: ConditionEngine, each: EachItem): (item: unknown) => boolean {
  return (item) => engine.truthy(each(item));
}

const reduce: LazyOperator = {
  lazy: true,
  method: ([list, rule, initial], data, _above, engine) =>
    listOf(list, data, engine).reduce<unknown>(
      (accumulator, current) => engine.run(rule, { accumulator, current }),
      engine.run(initial ?? null, data),
    ),
};

export const listOperators: Record<string, LazyOperator> = {
  map: overList((items, each) => items.map(each)),
  filter: overList((items, each, engine) => items.filter(isTrue(engine, each))),
  some: overList((items, each, engine) => items.some(isTrue(engine, each))),
  none: overList((items, each, engine) => !items.some(isTrue(engine, each))),
  // No item at all is not all, as in every JSON-logic.
  all: overList((items, each, engine) => items.length > 0 && items.every(isTrue(engine, each))),
  reduce,
};

const merge: Operator = (args, _data, _above, engine) => {
  engine.assertLength(args.reduce<number>((sum, arg) => sum + (Array.isArray(arg) ? arg.length : 1), 0));
  return args.flat();
};

export const mergeOperator: Operators = { merge };
