import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { formBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

/** Processed, sent, queued. */
const ACCEPTED = new Set([100, 101, 102]);
/** Internal failure, failure in the network. */
const TEMPORARY_ERRORS = new Set([500, 501]);
/** User name of the service's sandbox. */
const TRIAL = 'sandbox';

/** Africa's Talking. A response with status 201 has a code for each number. */
export const africasTalking: SmsProvider = httpProvider({
  id: 'africas-talking',
  channel: 'sms',
  name: "Africa's Talking",
  documentation: 'https://developers.africastalking.com/docs/sms/sending/bulk',
  keys: { needed: ['apiKey', 'user', 'from'] },
  request({ content }, account) {
    const username = text(account, 'user');
    return {
      method: 'POST',
      url: `https://api.${username === TRIAL ? 'sandbox.' : ''}africastalking.com/version1/messaging`,
      ...formBody(
        { username, to: content.to, message: content.body, from: senderOf(content, account) },
        { apikey: text(account, 'apiKey'), accept: 'application/json' },
      ),
    };
  },
  messageId: ({ body }) => idAt(body, 'SMSMessageData.Recipients.0.messageId'),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const { SMSMessageData: data } = readJson(body);
  const code = at(data, 'Recipients.0.statusCode');
  if (typeof code === 'number') {
    if (ACCEPTED.has(code)) return 'accepted';
    return { refused: refusalText(code, at(data, 'Recipients.0.status')), transient: TEMPORARY_ERRORS.has(code) };
  }
  // A sender that does not belong to the account is refused for all numbers together.
  const reason = at(data, 'Message');
  return typeof reason === 'string' ? { refused: reason } : 'unknown';
}
