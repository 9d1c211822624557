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
