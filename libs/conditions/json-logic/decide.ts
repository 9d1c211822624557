import { isContainer } from '#libs/schedule/data-path.js';
import type { ConditionEngine } from './condition-engine.js';

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
