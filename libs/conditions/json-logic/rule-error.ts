/** Limits of one rule. Rules come from users, and even from subscribers. */
export interface RuleLimits {
  /** Maximum nesting of objects and arrays in a rule. Default 200. */
  maxDepth: number;
  /** Maximum number of values in a rule. Default 10,000. */
  maxSize: number;
  /**
   * Maximum number of rule parts one evaluation may run, loops included. Default 500,000, a few tens of milliseconds.
   */
  maxOperations: number;
  /** Maximum characters or elements that `cat` and `merge` may build. Default 65,536. */
  maxLength: number;
}

export const DEFAULT_RULE_LIMITS: Readonly<RuleLimits> = {
  maxDepth: 200,
  maxSize: 10_000,
  maxOperations: 500_000,
  maxLength: 65_536,
};

/** Thrown when a rule or its data cannot be evaluated; the message is shown in the run's log. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

/**
 * Returns the reason for anything the engine throws: besides errors, it throws plain objects (`{type}`) and the number
 * NaN.
 */
export function reasonOf(thrown: unknown): string {
  if (typeof thrown === 'number') return 'the arithmetic has no number as its result';
  if (typeof thrown === 'object' && thrown !== null) {
    if ('type' in thrown && typeof thrown.type === 'string') return thrown.type.toLowerCase();
    if (thrown instanceof Error) return thrown.message;
  }
  return String(thrown);
}
