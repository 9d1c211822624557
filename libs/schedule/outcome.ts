/**
 * What a pure rule answers: a value, or a sentence that says why there is none. Callers show the sentence in the
 * run's log, so it names the offending value and what would have been accepted.
 */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: string };

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function failure(error: string): { ok: false; error: string } {
  return { ok: false, error };
}

const SHOWN_LENGTH = 60;

/** A value as it may appear in an error: JSON, cut to 60 characters. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_LENGTH + 1)) : stringify(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return typeof value;
  }
}
