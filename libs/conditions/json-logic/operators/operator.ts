/** What an operator may ask of the evaluation it is part of. */
export interface Evaluation {
  readonly now: Date;
  render(template: string): string;
  /** Evaluates a rule with this data in scope. */
  run(rule: unknown, data?: unknown): unknown;
  truthy(value: unknown): boolean;
  /** Refuses texts and lists that would grow without end. */
  assertLength(length: number): void;
  /** Accounts for work, and ends an evaluation that does too much of it. */
  spend(operations: number): void;
  /** Accounts for going through a text or list of this length. */
  spendOnSearch(length: number): void;
}

/** What an operator of ours does with its evaluated arguments. */
export type Operator = (args: readonly unknown[], data: unknown, above: unknown, evaluation: Evaluation) => unknown;
export type Operators = Record<string, Operator>;

/** An operator that gets its arguments as rules and decides itself what to evaluate. */
export interface LazyOperator {
  lazy: true;
  method: Operator;
}
