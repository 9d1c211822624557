/** How much a rule may ask for. Rules come from users, subscribers among them, so each has an end. */
export interface RuleLimits {
  /** How deep objects and arrays may be nested in a rule. Default 200. */
  maxDepth: number;
  /** How many values a rule may consist of. Default 10,000. */
  maxSize: number;
  /** How many parts of rules one evaluation may run, loops included. Default 500,000, a few tens of milliseconds. */
  maxOperations: number;
  /** Characters or elements that `cat` and `merge` may build. Default 65,536. */
  maxLength: number;
}

export const DEFAULT_RULE_LIMITS: Readonly<RuleLimits> = {
  maxDepth: 200,
  maxSize: 10_000,
  maxOperations: 500_000,
  maxLength: 65_536,
};

/** Something in a rule or its data that cannot be evaluated; the message is shown in the run's log. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

/** The reason of whatever the engine threw: it throws plain objects (`{type}`) and the number NaN as well as errors. */
export function reasonOf(thrown: unknown): string {
  if (typeof thrown === 'number') return 'the arithmetic has no number as its result';
  if (typeof thrown === 'object' && thrown !== null) {
    if ('type' in thrown && typeof thrown.type === 'string') return thrown.type.toLowerCase();
    if (thrown instanceof Error) return thrown.message;
  }
  return String(thrown);
}
