/**
 * The result of a pure rule: a value, or a sentence that says why there is none. Callers show the sentence in the
 * run's log, so it names the invalid value and what would have been accepted.
 */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: string };

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function failure(error: string): { ok: false; error: string } {
  return { ok: false, error };
}

const SHOWN_LENGTH = 60;

/** Formats a value for an error message: JSON, cut to 60 characters. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_LENGTH + 1)) : stringify(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

const SHOWN_VALUES = 200;

/** Returns JSON of a value from outside; only its type if it is large, circular or cannot be JSON. */
function stringify(value: unknown): string {
  let values = 0;
  try {
    const text: string | undefined = JSON.stringify(value, (_key, inner: unknown) => {
      values += 1;
      if (values > SHOWN_VALUES) throw new RangeError('too large to show');
      return inner;
    });
    return text ?? typeof value;
  } catch {
    return `a large ${Array.isArray(value) ? 'array' : typeof value}`;
  }
}
