import type { ConditionEngine } from '../condition-engine.js';

/** What an operator of ours does with its evaluated arguments. */
export type Operator = (args: readonly unknown[], data: unknown, above: unknown, engine: ConditionEngine) => unknown;
export type Operators = Record<string, Operator>;

/** An operator that gets its arguments as rules and decides itself what to evaluate. */
export interface LazyOperator {
  lazy: true;
  method: Operator;
}
