import { problemOf } from './http/classify.js';
import type { HttpResponse } from './http/http-exchange.js';
import { isSuccess } from './http/is-success.js';
import { retryAfterMs } from './http/retry-after.js';
import type { SendProblem } from './send-result.js';

/**
 * An answer that its body makes a problem of this kind, whatever its status says. `seconds`: for how long the service
 * says in the body that it wants to be left alone.
 */
export function responseVerdict(
  answer: HttpResponse,
  now: Date,
  kind: SendProblem['kind'],
  seconds?: unknown,
): SendProblem {
  const told = typeof seconds === 'number' || typeof seconds === 'string' ? String(seconds) : undefined;
  const wait = kind === 'transient' ? retryAfterMs(told ?? answer.headers['retry-after'], now) : undefined;
  return { ...problemOf(answer, now), kind, ...(wait !== undefined && { retryAfterMs: Math.ceil(wait) }) };
}

/** An answer that does not say whether the message was taken, where only the body could. */
export function unclear(answer: HttpResponse, now: Date): SendProblem {
  const error = `status ${answer.status}, but the answer does not say what has become of the message: ${answer.body}`;
  return { ...responseVerdict(answer, now, 'transient'), error, ambiguous: true };
}

/** What the body of an answer with status 2xx says of a message. `unknown`: nothing that the service documents. */
export type Verdict = 'accepted' | 'unknown' | { refused: string; transient?: boolean };

/** Reads answers in which status 2xx does not mean success, but the body says whether it was one. */
export function verdictReader(
  verdictOf: (body: string) => Verdict,
): (answer: HttpResponse, now: Date) => SendProblem | undefined {
  return (answer, now) => {
    if (!isSuccess(answer)) return undefined;
    const verdict = verdictOf(answer.body);
    if (verdict === 'accepted') return undefined;
    if (verdict === 'unknown') return unclear(answer, now);
    const kind = verdict.transient === true ? 'transient' : 'permanent';
    return { ...responseVerdict(answer, now, kind), error: verdict.refused };
  };
}

/** The words of a refusal: of several values those that are texts or numbers, one behind the other. */
export function wordsOf(...values: unknown[]): string {
  const told = values.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return told.length === 0 ? 'refused without a reason' : told.join(': ');
}
