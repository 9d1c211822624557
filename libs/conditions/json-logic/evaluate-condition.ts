import type { Allowance } from '#libs/computation/task.js';
import { isContainer } from '#libs/schedule/data-path.js';
import { failure, type Outcome, shown, success } from '#libs/schedule/outcome.js';
import { ConditionEngine } from './condition-engine.js';
import { prepareRule } from './prepare-rule.js';
import { DEFAULT_RULE_LIMITS, reasonOf, type RuleLimits } from './rule-error.js';

/** The part of a rule that settled its value: `and.1` is the second part of the outermost `and`. */
export interface DecidingRule {
  path: string;
  rule: unknown;
}

/** A condition's value with the part that settled it. */
export interface Decision {
  value: boolean;
  decidedBy: DecidingRule;
}

/** A rule as its author wrote it beside its prepared copy; both have the same shape above the leaves. */
interface RulePair {
  written: unknown;
  prepared: unknown;
  path: string;
}

/**
 * Evaluates a prepared rule and says which part settled it: the first false part of an `and`, the first true part of an
 * `or`, else the whole group.
 */
export function decide(engine: ConditionEngine, pair: RulePair, data: unknown): Decision {
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

export interface ConditionOptions {
  now: Date;
  /** Renders a text with templates against the same data (X7). Without it templates are plain texts. */
  render?: (template: string) => string;
  limits?: Partial<RuleLimits>;
  /** What may be done here; beyond it the evaluation is to be done again elsewhere. */
  allowance?: Allowance;
}

/**
 * The value of a condition: true runs the step or delivers, false does not. `decidedBy` is absent when there was no
 * condition. An error is neither: the caller must not take it for a pass (X9, TS8).
 */
export type ConditionResult = { ok: true; value: boolean; decidedBy?: DecidingRule } | { ok: false; error: string };

/**
 * Evaluates a JSON-logic condition over the data it may see (X1, X3 to X9). True means run; an absent or empty condition
 * is true. Never throws, and ends within its limits whatever the rule.
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

/** Why a condition can never be evaluated, or undefined: for the moment it is saved. */
export function conditionError(rule: unknown, limits?: Partial<RuleLimits>): string | undefined {
  if (isEmpty(rule)) return undefined;
  const prepared = prepare(rule, limits, true);
  return prepared.ok ? undefined : prepared.error;
}

function isEmpty(rule: unknown): boolean {
  return rule === undefined || rule === null || rule === '' || (isContainer(rule) && Object.keys(rule).length === 0);
}

/** Rules prepared with and without templates. Preparing costs about as much as running, and a fan-out runs one rule often. */
const preparedRules = {
  templates: new WeakMap<object, Outcome<unknown>>(),
  plain: new WeakMap<object, Outcome<unknown>>(),
};

/** Prepares a rule, once per object: rules are values and must not be changed after they were evaluated. */
function prepare(rule: unknown, limits: Partial<RuleLimits> | undefined, templates: boolean): Outcome<unknown> {
  if (typeof rule === 'boolean') return success(rule);
  if (!isContainer(rule) || Array.isArray(rule)) {
    return failure(`a condition is a JSON-logic object, got ${shown(rule)}`);
  }
  // Rules that were judged by other limits are not shared.
  if (limits) return prepareAnew(rule, { ...DEFAULT_RULE_LIMITS, ...limits }, templates);
  const cache = templates ? preparedRules.templates : preparedRules.plain;
  const known = cache.get(rule);
  if (known) return known;
  const prepared = prepareAnew(rule, DEFAULT_RULE_LIMITS, templates);
  cache.set(rule, prepared);
  return prepared;
}

function prepareAnew(rule: unknown, limits: Readonly<RuleLimits>, templates: boolean): Outcome<unknown> {
  try {
    return success(prepareRule(rule, limits, templates));
  } catch (error) {
    return failure(reasonOf(error));
  }
}
