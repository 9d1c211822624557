import type { HttpRequest } from './http-exchange.js';

type Prepared = Pick<HttpRequest, 'headers' | 'body'>;

/** A JSON body. Members that are undefined are left out. */
export function jsonBody(value: unknown, headers: Record<string, string> = {}): Prepared {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** A body as a form sends it. Fields that are undefined are left out; one with several values is repeated. */
export function formBody(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
  headers: Record<string, string> = {},
): Prepared {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of value === undefined ? [] : typeof value === 'string' ? [value] : value) form.append(name, one);
  }
  return { headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body: form.toString() };
}
