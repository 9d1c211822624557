import type { Allowance } from '#libs/computation/task.js';
import { defaultMethods, LogicEngine } from 'json-logic-engine';
import { RuleError, type RuleLimits } from './rule-error.js';
import {
  comparisonOperators,
  dataOperators,
  type Evaluation,
  listOperators,
  mergeOperator,
  type Operator,
} from './operators/operators.js';
import { dateOperators, textOperators } from './operators/text-and-date-operators.js';

/** Operators taken from the engine as they are: logic and arithmetic, which throw on anything but numbers. */
const ENGINE_OPERATORS = ['if', '?:', 'and', 'or', '!', '!!', '+', '-', '*', '/', '%', 'min', 'max'] as const;

/** What the preparation of a rule makes of a text with a template in it. No rule from outside may use it. */
export const TEMPLATE_OPERATOR = '$template';

/** Operations that take about as long as a step of an allowance. */
const OPERATIONS_PER_STEP = 6;

/** A rendering costs about as much as a hundred operators. */
const RENDER_OPERATIONS = 100;

const renderTemplate: Operator = ([text], _data, _above, evaluation) => {
  evaluation.spend(RENDER_OPERATIONS);
  return evaluation.render(String(text));
};

const engineMethods = defaultMethods as Record<string, unknown>;

const methods: Record<string, unknown> = {
  ...Object.fromEntries(ENGINE_OPERATORS.map((name) => [name, engineMethods[name]])),
  ...comparisonOperators,
  ...textOperators,
  ...dateOperators,
  ...dataOperators,
  ...listOperators,
  ...mergeOperator,
  [TEMPLATE_OPERATOR]: renderTemplate,
};

/** The operators a rule may use (X3). */
export const OPERATORS: ReadonlySet<string> = new Set(
  Object.keys(methods).filter((name) => name !== TEMPLATE_OPERATOR),
);

/** The operators whose second argument is `{amount, unit}`. */
export const DATE_OPERATORS: ReadonlySet<string> = new Set(Object.keys(dateOperators));

/** The operators whose first argument is a path and not a value. */
export const PATH_OPERATORS: ReadonlySet<string> = new Set(['var', 'missing', 'missing_some']);

/** One evaluation: the rules of JSON-logic over our operators, with a limit on the work. */
export class ConditionEngine extends LogicEngine implements Evaluation {
  private operations = 0;

  constructor(
    readonly now: Date,
    readonly render: (template: string) => string,
    private readonly limits: Readonly<RuleLimits>,
    private readonly allowance?: Allowance,
  ) {
    // Execution plans of the engine would be kept per rule object and belong to the engine that made them.
    super(methods, { disableInline: true, disableInterpretedOptimization: true });
  }

  override run(rule: unknown, data?: unknown, options?: { above?: unknown }): unknown {
    if (typeof rule !== 'object' || rule === null) {
      this.spend(1);
      return rule;
    }
    this.spend(Array.isArray(rule) ? rule.length + 1 : 1);
    return super.run(rule, data, options);
  }

  /** JSON-logic's truth: as in JavaScript, but an empty list is false. */
  override truthy(value: unknown): boolean {
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  }

  /** Refuses texts and lists that would grow without end. */
  assertLength(length: number): void {
    this.spendOnSearch(length);
    if (length > this.limits.maxLength)
      throw new RuleError(`the rule builds more than ${this.limits.maxLength} values`);
  }

  /** Accounts for going through a text or list of this length. */
  spendOnSearch(length: number): void {
    this.spend(length / 32);
  }

  /** Accounts for work, and ends an evaluation that does too much of it. */
  spend(operations: number): void {
    this.operations += operations;
    if (this.operations > this.limits.maxOperations) {
      throw new RuleError(`the rule takes more than ${this.limits.maxOperations} operations`);
    }
    this.allowance?.spend(operations / OPERATIONS_PER_STEP);
  }
}
