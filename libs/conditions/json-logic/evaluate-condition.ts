import type { Allowance } from '#libs/computation/task.js';
import { isContainer } from '#libs/schedule/data-path.js';
import { failure, type Outcome, shown, success } from '#libs/schedule/outcome.js';
import { ConditionEngine } from './condition-engine.js';
import { prepareRule } from './prepare-rule.js';
import { DEFAULT_RULE_LIMITS, reasonOf, type RuleLimits } from './rule-error.js';

export interface ConditionOptions {
  now: Date;
  /** Renders a text with templates, with the same data (X7). Without it templates are plain texts. */
  render?: (template: string) => string;
  limits?: Partial<RuleLimits>;
  /** The work allowed in this process; above it the evaluation is repeated in another one. */
  allowance?: Allowance;
}

/** The part of a rule that decided its value: `and.1` is the second part of the outermost `and`. */
export interface DecidingRule {
  path: string;
  rule: unknown;
}

/**
 * The value of a condition: true runs the step or delivers, false does not. `decidedBy` is absent without a condition. An
 * error is neither: the caller must not treat it as a pass (X9, TS8).
 */
export type ConditionResult = { ok: true; value: boolean; decidedBy?: DecidingRule } | { ok: false; error: string };

/**
 * Evaluates a JSON-logic condition with the data it may see (X1, X3 to X9). True means run; an absent or empty
 * condition is true. Never throws, and stays within its limits for every rule.
 * @param data the visible namespaces: payload, subscriber, actor, context, tenant, workflow, steps, env (X8)
 */
export function evaluateCondition(rule: unknown, data: unknown, options: ConditionOptions): ConditionResult {
  if (isEmpty(rule)) return success(true);
  const prepared = prepare(rule, options.limits, options.render !== undefined);
  if (!prepared.ok) return prepared;
  const limits = options.limits ? { ...DEFAULT_RULE_LIMITS, ...options.limits } : DEFAULT_RULE_LIMITS;
  const engine = new ConditionEngine(options.now, options.render ?? String, limits, options.allowance);
  try {
    return { ok: true, ...decide(engine, { written: rule, prepared: prepared.value, path: '' }, data) };
  } catch (error) {
    return failure(reasonOf(error));
  }
}

/** Returns why a condition can never be evaluated, or undefined. Called when a condition is saved. */
export function conditionError(rule: unknown, limits?: Partial<RuleLimits>): string | undefined {
  if (isEmpty(rule)) return undefined;
  const prepared = prepare(rule, limits, true);
  return prepared.ok ? undefined : prepared.error;
}

function isEmpty(rule: unknown): boolean {
  return rule === undefined || rule === null || rule === '' || (isContainer(rule) && Object.keys(rule).length === 0);
}

/**
 * Cache of rules prepared with and without templates. Preparing costs about as much as running, and a fan-out runs one
 * rule often.
 */
const preparedRules = {
  templates: new WeakMap<object, Outcome<unknown>>(),
  plain: new WeakMap<object, Outcome<unknown>>(),
};

/** Prepares a rule once per object: a rule must not be changed after it was evaluated. */
function prepare(rule: unknown, limits: Partial<RuleLimits> | undefined, templates: boolean): Outcome<unknown> {
  if (typeof rule === 'boolean') return success(rule);
  if (!isContainer(rule) || Array.isArray(rule)) {
    return failure(`a condition is a JSON-logic object, got ${shown(rule)}`);
  }
  // Rules prepared with other limits are not cached.
  if (limits) return prepareUncached(rule, { ...DEFAULT_RULE_LIMITS, ...limits }, templates);
  const cache = templates ? preparedRules.templates : preparedRules.plain;
  const known = cache.get(rule);
  if (known) return known;
  const prepared = prepareUncached(rule, DEFAULT_RULE_LIMITS, templates);
  cache.set(rule, prepared);
  return prepared;
}

function prepareUncached(rule: unknown, limits: Readonly<RuleLimits>, templates: boolean): Outcome<unknown> {
  try {
    return success(prepareRule(rule, limits, templates));
  } catch (error) {
    return failure(reasonOf(error));
  }
}

/** A rule as its author wrote it, with its prepared copy; both have the same shape above the leaves. */
interface RulePair {
  written: unknown;
  prepared: unknown;
  path: string;
}

/** A condition's value with the part that decided it. */
interface Decision {
  value: boolean;
  decidedBy: DecidingRule;
}

/**
 * Evaluates a prepared rule and returns the part that decided it: the first false one of an `and`, the first true one of an
 * `or`, else the group.
 */
function decide(engine: ConditionEngine, pair: RulePair, data: unknown): Decision {
  const operator = operatorOf(pair.prepared);
  const parts = operator === undefined ? [] : partsOf(pair, operator);
  if (parts.length > 0 && (operator === 'and' || operator === 'or')) {
    for (const part of parts) {
      const decision = decide(engine, part, data);
      if (decision.value === (operator === 'or')) return decision;
    }
    return { value: operator === 'and', decidedBy: { path: pair.path, rule: pair.written } };
  }
  const [negated] = parts;
  if (negated && operator === '!') {
    const decision = decide(engine, negated, data);
    return { ...decision, value: !decision.value };
  }
  const value = engine.truthy(engine.run(pair.prepared, data));
  return { value, decidedBy: { path: pair.path, rule: pair.written } };
}

function operatorOf(rule: unknown): string | undefined {
  return isContainer(rule) && !Array.isArray(rule) ? Object.keys(rule)[0] : undefined;
}

function partsOf({ written, prepared, path }: RulePair, operator: string): RulePair[] {
  const preparedParts = isContainer(prepared) ? prepared[operator] : undefined;
  const writtenParts = isContainer(written) ? written[operator] : undefined;
  if (!Array.isArray(preparedParts)) return [];
  const prefix = path === '' ? operator : `${path}.${operator}`;
  return preparedParts.map((part: unknown, index) =>
    Array.isArray(writtenParts)
      ? { prepared: part, written: writtenParts[index] as unknown, path: `${prefix}.${index}` }
      : { prepared: part, written: writtenParts, path: prefix },
  );
}
