import { performance } from 'node:perf_hooks';
import { type Context, defaultOperators } from 'liquidjs';
import { checkNeedle } from './bounded-filters.js';
import { sizeOfValue } from './size-of-value.js';

type Operators = typeof defaultOperators;
type Operator = (left: unknown, right: unknown, ctx: Context) => ReturnType<Operators[string]>;

const comparing = ['==', '!=', '<', '>', '<=', '>=', 'contains'];

/**
 * The library's operators, with lists paid for before they are compared and the time looked at before each comparison:
 * one condition may hold thousands of them.
 *
 * @param memory Largest list compared, by `sizeOfValue`.
 */
export function boundedOperators(memory: number): Operators {
  const operators: Operators = { ...defaultOperators };
  for (const name of comparing) {
    const compare = defaultOperators[name] as Operator;
    const bounded: Operator = (left, right, ctx) => {
      ctx.renderLimit.check(performance.now());
      payFor(left, ctx, memory);
      payFor(right, ctx, memory);
      if (name === 'contains' && typeof left === 'string') {
        checkNeedle(right);
      }
      return compare(left, right, ctx);
    };
    operators[name] = bounded;
  }
  return operators;
}

function payFor(operand: unknown, ctx: Context, memory: number): void {
  if (Array.isArray(operand)) {
    ctx.memoryLimit.use(sizeOfValue(operand, memory));
  }
}
