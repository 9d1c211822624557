import { problemOf } from '../kit/classify.js';
import type { HttpAnswer } from '../kit/http-exchange.js';
import { retryAfterMs } from '../kit/retry-after.js';
import type { SendProblem } from '../kit/send-result.js';

/**
 * An answer that its body makes a problem of this kind, whatever its status says. `seconds`: for how long the service
 * says in the body that it wants to be left alone.
 */
export function judged(answer: HttpAnswer, now: Date, kind: SendProblem['kind'], seconds?: unknown): SendProblem {
  const told = typeof seconds === 'number' || typeof seconds === 'string' ? String(seconds) : undefined;
  const wait = kind === 'transient' ? retryAfterMs(told ?? answer.headers['retry-after'], now) : undefined;
  return { ...problemOf(answer, now), kind, ...(wait !== undefined && { retryAfterMs: Math.ceil(wait) }) };
}

/** An answer that does not say whether the message was taken, where only the body could. */
export function unclear(answer: HttpAnswer, now: Date): SendProblem {
  return { ...judged(answer, now, 'transient'), ambiguous: true };
}

/** Whether the status alone is one of success. */
export function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status <= 299;
}
