import { defaultMethods, LogicEngine } from 'json-logic-engine';
import type { Allowance } from '#libs/computation/task.js';
import {
  comparisonOperators,
  dataOperators,
  type Evaluation,
  listOperators,
  mergeOperator,
  type Operator,
} from './operators/operators.js';
import { dateOperators, textOperators } from './operators/text-and-date-operators.js';
import { RuleError, type RuleLimits } from './rule-error.js';

/** Operators taken from the engine unchanged: logic, and arithmetic, which throws on anything but numbers. */
const ENGINE_OPERATORS = ['if', '?:', 'and', 'or', '!', '!!', '+', '-', '*', '/', '%', 'min', 'max'] as const;

/** The operator that preparing a rule substitutes for a text with a template. Rules from outside may not use it. */
export const TEMPLATE_OPERATOR = '$template';

/** Operations per step of an allowance. */
const OPERATIONS_PER_STEP = 6;

/** A rendering costs about as much as a hundred operations. */
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

/** The operators whose first argument is a path, not a value. */
export const PATH_OPERATORS: ReadonlySet<string> = new Set(['var', 'missing', 'missing_some']);

/** One evaluation of a JSON-logic rule with our operators, with a limit on the work. */
export class ConditionEngine extends LogicEngine implements Evaluation {
  private operations = 0;

  constructor(
    readonly now: Date,
    readonly render: (template: string) => string,
    private readonly limits: Readonly<RuleLimits>,
    private readonly allowance?: Allowance,
  ) {
    // The engine would cache execution plans per rule object, but each belongs to the engine that created it.
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

  /** Truthiness in JSON-logic: as in JavaScript, except that an empty list is false. */
  override truthy(value: unknown): boolean {
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  }

  /** Throws if a text or list grows too long. */
  assertLength(length: number): void {
    this.spendOnSearch(length);
    if (length > this.limits.maxLength)
      throw new RuleError(`the rule builds more than ${this.limits.maxLength} values`);
  }

  /** Accounts for searching a text or list of this length. */
  spendOnSearch(length: number): void {
    this.spend(length / 32);
  }

  /** Accounts for work, and throws if the evaluation does too much of it. */
  spend(operations: number): void {
    this.operations += operations;
    if (this.operations > this.limits.maxOperations) {
      throw new RuleError(`the rule takes more than ${this.limits.maxOperations} operations`);
    }
    this.allowance?.spend(operations / OPERATIONS_PER_STEP);
  }
}
