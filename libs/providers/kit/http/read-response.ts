import type { SendProblem } from '../provider.js';
import { type HttpResponse, UnreachableError } from './http-exchange.js';

/** Whether the status alone is one of success. */
export function isSuccess({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status >= 200 && status <= 299;
}

/** Nobody is left alone for longer than a day. */
const LONGEST = 86_400_000;

/** The header `Retry-After`, seconds or a date, in milliseconds from now; undefined when it says nothing. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST);
}

/** Answers that ask for another attempt, besides those of a broken server. */
const TRY_AGAIN = new Set([408, 425, 429]);

/** What an answer that is no success means by its status alone (behaviour S1). */
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

/** What it means that there was no answer. Undefined for errors of another kind. */
export function silenceOf(error: unknown): SendProblem | undefined {
  if (!(error instanceof UnreachableError)) return undefined;
  return {
    ok: false,
    kind: error.kind === 'forbidden' ? 'permanent' : 'transient',
    error: error.message,
    ...(error.kind === 'unanswered' && { ambiguous: true }),
  };
}

/**
 * An answer that its body makes a problem of this kind, whatever its status says. `seconds`: for how long the service
 * says in the body that it wants to be left alone.
 */
export function responseVerdict(
  response: HttpResponse,
  now: Date,
  kind: SendProblem['kind'],
  seconds?: unknown,
): SendProblem {
  const told = typeof seconds === 'number' || typeof seconds === 'string' ? String(seconds) : undefined;
  const wait = kind === 'transient' ? retryAfterMs(told ?? response.headers['retry-after'], now) : undefined;
  return { ...problemOf(response, now), kind, ...(wait !== undefined && { retryAfterMs: Math.ceil(wait) }) };
}

/** An answer that does not say whether the message was taken, where only the body could. */
export function unclear(response: HttpResponse, now: Date): SendProblem {
  const error = `status ${response.status}, but the answer does not say what has become of the message: ${response.body}`;
  return { ...responseVerdict(response, now, 'transient'), error, ambiguous: true };
}

/** What the body of an answer with status 2xx says of a message. `unknown`: nothing that the service documents. */
export type Verdict = 'accepted' | 'unknown' | { refused: string; transient?: boolean };

/** Reads answers in which status 2xx does not mean success, but the body says whether it was one. */
export function verdictReader(
  verdictOf: (body: string) => Verdict,
): (response: HttpResponse, now: Date) => SendProblem | undefined {
  return (response, now) => {
    if (!isSuccess(response)) return undefined;
    const verdict = verdictOf(response.body);
    if (verdict === 'accepted') return undefined;
    if (verdict === 'unknown') return unclear(response, now);
    const kind = verdict.transient === true ? 'transient' : 'permanent';
    return { ...responseVerdict(response, now, kind), error: verdict.refused };
  };
}

/** The words of a refusal: of several values those that are texts or numbers, one behind the other. */
export function wordsOf(...values: unknown[]): string {
  const told = values.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return told.length === 0 ? 'refused without a reason' : told.join(': ');
}
