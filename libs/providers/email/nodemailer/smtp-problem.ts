import type { NodemailerError } from 'nodemailer';
import { AccountError } from '../../kit/account/account.js';
import { silenceOf } from '../../kit/http/classify.js';
import type { SendProblem } from '../../kit/send-result.js';

/** Codes for what no other attempt will change, when the server has not said anything. */
const LASTING = new Set(['EAUTH', 'ENOAUTH', 'EENVELOPE', 'EMESSAGE', 'ESTREAM', 'ECONFIG', 'EMAXRECIPIENTS']);

/**
 * What an error means. `handedOver`: the server had the whole message; unless it has refused it, nobody knows whether it
 * took it (behaviour S2).
 */
export function smtpProblem(error: unknown, handedOver: boolean): SendProblem {
  if (error instanceof AccountError) return { ok: false, kind: 'permanent', error: error.message };
  const silence = silenceOf(error);
  if (silence) return ambiguousIf(handedOver, silence);
  const { message, code, response, responseCode } = error as NodemailerError;
  const words = response ?? (message || String(error));
  if (responseCode !== undefined) {
    // Replies of SMTP: 4xx may pass, 5xx will not. Anything else was out of turn.
    return { ok: false, kind: responseCode >= 500 ? 'permanent' : 'transient', error: words, statusCode: responseCode };
  }
  if (code !== undefined && LASTING.has(code)) return { ok: false, kind: 'permanent', error: words };
  return ambiguousIf(handedOver, { ok: false, kind: 'transient', error: words });
}

function ambiguousIf(handedOver: boolean, { ambiguous: _whileConnecting, ...problem }: SendProblem): SendProblem {
  return handedOver && problem.kind === 'transient' ? { ...problem, ambiguous: true } : problem;
}
