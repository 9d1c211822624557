import type { RunStep } from './run.schema.js';

/** What the activity and a simulation say alike of why a step ended as it did. */
export function explanationOf({ decidedBy, cause }: RunStep): Pick<RunStep, 'decidedBy' | 'cause'> {
  return { ...(decidedBy !== undefined && { decidedBy }), ...(cause && { cause }) };
}

/** Particulars of the line of a step's story that ends it; the cause as text, for clients that read nothing else. */
export function particularsOf({ details, decidedBy = '', cause }: RunStep, position: number): string | undefined {
  const { raw } = details[position] ?? {};
  if (raw !== undefined || !cause || position !== details.length - 1) return raw;
  const values = cause.values.map(({ name, value }) => `${name} = ${JSON.stringify(value)}`).join(', ');
  return [`${decidedBy}:`, cause.rule, cause.rule && values && 'with', values].filter(Boolean).join(' ');
}
