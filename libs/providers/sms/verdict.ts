import type { HttpAnswer } from '../kit/http-exchange.js';
import type { SendProblem } from '../kit/send-result.js';

/** What the body of an answer with status 2xx says of a message. `unknown`: nothing that the service documents. */
export type Verdict = 'accepted' | 'unknown' | { refused: string; transient?: boolean };

/** Reads answers in which status 2xx does not mean success, but the body says whether it was one. */
export function judgedBy(verdictOf: (body: string) => Verdict): (answer: HttpAnswer) => SendProblem | undefined {
  return ({ status, body }) => {
    if (status < 200 || status > 299) return undefined;
    const verdict = verdictOf(body);
    if (verdict === 'accepted') return undefined;
    if (verdict === 'unknown') {
      const error = `status ${status}, but the answer does not say what has become of the message: ${body}`;
      return { ok: false, kind: 'transient', error, statusCode: status, ambiguous: true };
    }
    const kind = verdict.transient === true ? 'transient' : 'permanent';
    return { ok: false, kind, error: verdict.refused, statusCode: status };
  };
}

/** The words of a refusal: of several values those that are texts or numbers, one behind the other. */
export function wordsOf(...values: unknown[]): string {
  const told = values.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  return told.length === 0 ? 'refused without a reason' : told.join(': ');
}
