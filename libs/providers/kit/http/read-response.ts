import type { SendProblem } from '../provider.js';
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

/** Statuses besides 5xx after which another attempt makes sense. */
const TRY_AGAIN = new Set([408, 425, 429]);

/** The problem that follows from the status of a response that is not a success (behaviour S1). */
export function problemOf({ status, headers, body }: HttpResponse, now: Date): SendProblem {
  const transient = status >= 500 || TRY_AGAIN.has(status);
  const wait = transient ? retryAfterMs(headers['retry-after'], now) : undefined;
  return {
    ok: false,
    kind: transient ? 'transient' : 'permanent',
    error: body.trim() === '' ? `status ${status}` : `status ${status}: ${body.trim()}`,
    statusCode: status,
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
}

/** The problem when there was no response. Undefined for other errors. */
export function unreachableProblem(error: unknown): SendProblem | undefined {
  if (!(error instanceof UnreachableError)) return undefined;
  return {
    ok: false,
    kind: error.kind === 'forbidden' ? 'permanent' : 'transient',
    error: error.message,
    ...(error.kind === 'no_response' && { ambiguous: true }),
  };
}

/**
 * The problem of the given kind, when the body decides and not the status. `seconds`: the waiting time from the body,
 * if the service gives one there.
 */
export function bodyProblem(
  response: HttpResponse,
  now: Date,
  kind: SendProblem['kind'],
  seconds?: unknown,
): SendProblem {
  const given = typeof seconds === 'number' || typeof seconds === 'string' ? String(seconds) : undefined;
  const wait = kind === 'transient' ? retryAfterMs(given ?? response.headers['retry-after'], now) : undefined;
  return { ...problemOf(response, now), kind, ...(wait !== undefined && { retryAfterMs: Math.ceil(wait) }) };
}

/** The problem when the body should say whether the message was accepted, but does not. */
export function unclearProblem(response: HttpResponse, now: Date): SendProblem {
  const error = `status ${response.status}, but the response does not say whether the message was accepted: ${response.body}`;
  return { ...bodyProblem(response, now, 'transient'), error, ambiguous: true };
}

/** The outcome of the message according to the body of a 2xx response. `unknown`: it has no documented form. */
export type Verdict = 'accepted' | 'unknown' | { refused: string; transient?: boolean };

/** Reads responses of services where only the body of a 2xx response says whether it was a success. */
export function verdictReader(
  verdictOf: (body: string) => Verdict,
): (response: HttpResponse, now: Date) => SendProblem | undefined {
  return (response, now) => {
    if (!isSuccess(response)) return undefined;
    const verdict = verdictOf(response.body);
    if (verdict === 'accepted') return undefined;
    if (verdict === 'unknown') return unclearProblem(response, now);
    const kind = verdict.transient === true ? 'transient' : 'permanent';
    return { ...bodyProblem(response, now, kind), error: verdict.refused };
  };
}

/** The text of a refusal: those of the values that are strings or numbers, joined. */
export function refusalText(...values: unknown[]): string {
  const texts = values.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return texts.length === 0 ? 'refused without a reason' : texts.join(': ');
}
