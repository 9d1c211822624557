import { problemOf } from '../../kit/http/classify.js';
import type { HttpResponse } from '../../kit/http/http-exchange.js';
import { isRecord } from '../../kit/is-record.js';
import { at, readJson } from '../../kit/http/read-json.js';
import type { SendProblem } from '../../kit/send-result.js';

/** Of the app's registration, not of the request: it is gone, or belongs to another sender. */
const GONE = new Set(['UNREGISTERED', 'SENDER_ID_MISMATCH']);

/** A refusal by Firebase: by its code it is about the device (behaviour U3), else the status decides. */
export function fcmProblem(answer: HttpResponse, now: Date): SendProblem | undefined {
  if (answer.status < 400) return undefined;
  const error = readJson(answer.body).error;
  const details = listAt(error, 'details');
  const gone = details.some(({ errorCode }) => typeof errorCode === 'string' && GONE.has(errorCode));
  const problem = problemOf(answer, now);
  return gone || (answer.status === 400 && isAboutToken(error, details))
    ? { ...problem, kind: 'invalid_target' }
    : problem;
}

/** An argument may be wrong in many ways; only a wrong token makes the device unusable. */
function isAboutToken(error: unknown, details: Record<string, unknown>[]): boolean {
  if (at(error, 'status') !== 'INVALID_ARGUMENT') return false;
  const violations = details.flatMap((detail) => listAt(detail, 'fieldViolations'));
  if (violations.some(({ field }) => field === 'message.token')) return true;
  const words = at(error, 'message');
  return violations.length === 0 && typeof words === 'string' && /\bregistration token\b/i.test(words);
}

function listAt(value: unknown, name: string): Record<string, unknown>[] {
  const list = at(value, name);
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
