import { UnreachableError, type HttpResponse } from './http-exchange.js';
import { retryAfterMs } from './retry-after.js';
import type { SendProblem } from '../send-result.js';

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
