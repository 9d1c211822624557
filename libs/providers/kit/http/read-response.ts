import type { Refusal } from '../provider.js';
import { OUTCOMES, type Ruling, statusRuling } from '../fault.js';
import { at, readJson } from '../json.js';
import { type HttpResponse, UnreachableError } from './http-exchange.js';

/** Whether the status is 2xx. */
export function isSuccess({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** A provider can ask to wait at most a day. */
const MAX_WAIT_MS = 86_400_000;

/** The header `Retry-After`, in seconds or as a date, in milliseconds from now; undefined without a valid one. */
function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_WAIT_MS);
}

/** The problem of a refused message. `seconds`: the waiting time from the body, if the service gives one there. */
export function refusalOf(
  { status, headers, body }: HttpResponse,
  now: Date,
  ruling: Ruling = statusRuling(status),
  { error, seconds }: { error?: string; seconds?: unknown } = {},
): Refusal {
  const outcome = OUTCOMES[ruling];
  const given = typeof seconds === 'number' || typeof seconds === 'string' ? String(seconds) : undefined;
  const wait = outcome.kind === 'transient' ? retryAfterMs(given ?? headers['retry-after'], now) : undefined;
  return {
    ok: false,
    ...outcome,
    error: error ?? (body.trim() === '' ? `status ${status}` : `status ${status}: ${body.trim()}`),
    statusCode: status,
    ...(wait !== undefined && { retryAfterMs: Math.ceil(wait) }),
  };
}

/** The problem without a response of the service. */
export function problemFor(ruling: Ruling, error: string): Refusal {
  return { ok: false, ...OUTCOMES[ruling], error };
}

/** The problem when there was no response. Undefined for other errors. `access`: whose address was connected to. */
export function unreachableProblem(error: unknown, access: Ruling = 'account'): Refusal | undefined {
  if (!(error instanceof UnreachableError)) return undefined;
  return {
    ...problemFor(error.kind === 'forbidden' ? access : 'passing', error.message),
    ...(error.kind === 'no_response' && { ambiguous: true }),
  };
}

/** The problem when the body should say whether the message was accepted, but does not. */
export function unclearProblem(response: HttpResponse, now: Date): Refusal {
  const error = `status ${response.status}, but the response does not say whether the message was accepted: ${response.body}`;
  return { ...refusalOf(response, now, 'passing', { error }), ambiguous: true };
}

/** The outcome of the message according to the body of a 2xx response. `unknown`: it has no documented form. */
export type Verdict = 'accepted' | 'unknown' | { refused?: string };

/**
 * A verdict by the member at a path of the JSON body: values that mean success, and others that mean a refusal. With
 * only one of the lists all other values mean the opposite, but an absent member that is not listed leaves it open.
 * `reasons`: the paths of the provider's words; without them the whole body is the reason.
 */
export function judged(
  path: string,
  { good, bad }: { good?: readonly unknown[]; bad?: readonly unknown[] },
  ...reasons: readonly string[]
): (body: string) => Verdict {
  return (body) => {
    const json = readJson(body);
    const value = at(json, path);
    if (good ? good.includes(value) : !bad?.includes(value)) return 'accepted';
    if (value === undefined) return 'unknown';
    return { ...(reasons.length > 0 && { refused: refusalText(...reasons.map((reason) => at(json, reason))) }) };
  };
}

/** The text of a refusal: those of the values that are strings or numbers, joined. */
export function refusalText(...values: unknown[]): string {
  const texts = values.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return texts.length === 0 ? 'refused without a reason' : texts.join(': ');
}
