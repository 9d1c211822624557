import { type Context, defaultOperators } from 'liquidjs';
import { workOf } from './bounded-context.js';
import { paidNeedle } from './bounded-filters.js';
import { Markup } from './markup.js';
import type { RenderWork } from './render-work.js';
import { sizeOfValue } from './size-of-value.js';

type Operators = typeof defaultOperators;
type Operator = (left: unknown, right: unknown, ctx: Context) => ReturnType<Operators[string]>;

const comparing = new Set(['==', '!=', '<', '>', '<=', '>=', 'contains']);

/**
 * The library's operators, each counted as a step, with what it compares paid for before: one condition may hold thousands
 * of them.
 */
export function boundedOperators(): Operators {
  return Object.fromEntries(
    Object.entries(defaultOperators).map(([name, operator]) => [name, bounded(name, operator as Operator)]),
  ) as Operators;
}

function bounded(name: string, operator: Operator): Operator {
  // An operator with one operand has the context in the place of the second.
  if (name === 'not') {
    return (operand, ctx, nothing) => {
      workOf(ctx as Context).budget.spend(1);
      return operator(operand, ctx, nothing);
    };
  }
  if (!comparing.has(name)) {
    return (left, right, ctx) => {
      workOf(ctx).budget.spend(1);
      return operator(left, right, ctx);
    };
  }
  return (left, right, ctx) => {
    const work = workOf(ctx);
    work.budget.spend(1);
    payFor(left, work);
    payFor(right, work);
    if (name !== 'contains') return operator(left, right, ctx);
    const text = left instanceof Markup ? left.toText() : left;
    return operator(text, typeof text === 'string' ? paidNeedle(text, right, work) : right, ctx);
  };
}

/** Lists are compared with all that is inside; of anything else only the text or the number of entries is looked at. */
function payFor(operand: unknown, work: RenderWork): void {
  if (Array.isArray(operand)) work.use(sizeOfValue(operand, work.memory));
  else if (typeof operand === 'string' || typeof operand === 'object') work.walkShallow(operand);
}
