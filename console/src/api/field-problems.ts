import { Problem } from './problem';

/** Divides an error into what fields of a form are about, and the rest. */
export function divide(error: Error, names: readonly string[]): { fields: Record<string, string>; rest?: Error } {
  if (!(error instanceof Problem)) return { fields: {}, rest: error };
  const broken = Object.entries(error.fields);
  const ofForm = broken.filter(([field]) => names.includes(topOf(field)));
  const fields = Object.fromEntries(ofForm.map(([field, message]) => [topOf(field), message]));
  if (ofForm.length > 0 && ofForm.length === broken.length) return { fields };
  const others = Object.fromEntries(broken.filter(([field]) => !names.includes(topOf(field))));
  return { fields, rest: new Problem(error.message, error.status, error.hint, others, error.retryAfterSeconds) };
}

function topOf(field: string): string {
  return field.split('.', 1)[0]!;
}
