import type { Evaluation, LazyOperator, Operator, Operators } from './operator.js';

type EachItem = (item: unknown) => unknown;

/** An operator over the items of a list: the list is evaluated in the scope, the second argument once per item. */
function overList(apply: (items: readonly unknown[], each: EachItem, evaluation: Evaluation) => unknown): LazyOperator {
  return {
    lazy: true,
    method: ([list, rule], data, _above, evaluation) =>
      apply(listOf(list, data, evaluation), (item) => evaluation.run(rule, item), evaluation),
  };
}

/** Anything but a list has no items: a missing path behaves like an empty list. */
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
  // No item at all is not all, as in every JSON-logic.
  all: overList((items, each, evaluation) => items.length > 0 && items.every(isTrue(evaluation, each))),
  reduce,
};

const merge: Operator = (args, _data, _above, evaluation) => {
  evaluation.assertLength(args.reduce<number>((sum, arg) => sum + (Array.isArray(arg) ? arg.length : 1), 0));
  return args.flat();
};

export const mergeOperator: Operators = { merge };
