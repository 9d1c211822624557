import { isRecord } from '../json.js';
import type { HttpRequest } from './http-exchange.js';

/**
 * Returns a request with the additions of the trigger (behaviour E2): `_passthrough` with `headers`, `query` and
 * `body`. The members of `body` are merged into a JSON object or a form; lists and other values replace the existing
 * value.
 */
export function withPassthrough(request: HttpRequest, overrides: Readonly<Record<string, unknown>>): HttpRequest {
  const { _passthrough: given } = overrides;
  if (!isRecord(given)) return request;
  const headers = Object.entries(isRecord(given.headers) ? given.headers : {}).flatMap(([name, value]) =>
    typeof value === 'string' && isHeader(name, value) ? [[name.toLowerCase(), value]] : [],
  );
  return {
    ...request,
    url: withQuery(request.url, isRecord(given.query) ? given.query : {}),
    headers: { ...request.headers, ...Object.fromEntries(headers) },
    ...(isRecord(given.body) && {
      body: isForm(request) ? withFields(request.body, given.body) : withMembers(request.body, given.body),
    }),
  };
}

/** Whether the trigger may set a header. Target and length of the request are fixed. */
function isHeader(name: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[\r\n\0]/.test(value) && !FIXED.has(name.toLowerCase());
}

const FIXED = new Set(['host', 'content-length', 'transfer-encoding', 'connection']);

function withQuery(address: string, query: Record<string, unknown>): string {
  if (Object.keys(query).length === 0) return address;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.toString();
}

function isForm({ headers, body }: HttpRequest): boolean {
  return typeof body === 'string' && headers['content-type'] === 'application/x-www-form-urlencoded';
}

function withFields(body: HttpRequest['body'], members: Record<string, unknown>): string {
  const form = new URLSearchParams(String(body));
  for (const [name, value] of Object.entries(members)) {
    form.delete(name);
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      form.append(name, typeof one === 'string' ? one : JSON.stringify(one));
    }
  }
  return form.toString();
}

function withMembers(body: HttpRequest['body'], members: Record<string, unknown>): HttpRequest['body'] {
  if (typeof body !== 'string') return body;
  try {
    const own: unknown = JSON.parse(body);
    return isRecord(own) ? JSON.stringify(merged(own, members)) : body;
  } catch {
    return body;
  }
}

function merged(own: Record<string, unknown>, given: Record<string, unknown>): Record<string, unknown> {
  const result = { ...own };
  for (const [key, value] of Object.entries(given)) {
    const before = Object.hasOwn(own, key) ? own[key] : undefined;
    Object.defineProperty(result, key, {
      value: isRecord(before) && isRecord(value) ? merged(before, value) : value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}

/** The documented fields among the trigger's overrides; fields that are not set are left out. */
export function overrideFields(
  overrides: Readonly<Record<string, unknown>>,
  documented: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    documented.flatMap((name) => (Object.hasOwn(overrides, name) ? [[name, overrides[name]]] : [])),
  );
}
