/** Says what is wrong with a text that is to be a JSON object, before it is sent. Empty is allowed. */
export function checkJsonObject(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? null : 'Must be a JSON object, such as { "plan": "pro" }';
  } catch {
    return 'This is not valid JSON: check quotes and commas';
  }
}

/** The object that a checked text is; undefined for an empty one. */
export function jsonObjectOf(text: string): Record<string, unknown> | undefined {
  return text.trim() === '' ? undefined : (JSON.parse(text) as Record<string, unknown>);
}

/** The values of a form whose `data` is to be JSON, without it as long as it is none. */
export function withJson<Values extends { data: string }>(values: Values): Values {
  return checkJsonObject(values.data) === null ? values : { ...values, data: '' };
}

/** The reverse of {@link jsonObjectOf}, to be read by people. */
export function jsonTextOf(value: object | undefined): string {
  return value === undefined || Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);
}
