import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict } from '../kit/http/read-response.js';
import { at, readJson } from '../kit/json.js';
import { senderOf } from './message.js';

/** Processed, sent, queued. */
const ACCEPTED = new Set([100, 101, 102]);
/** User name of the service's sandbox. */
const TRIAL = 'sandbox';

/** Africa's Talking. A response with status 201 has a code for each number. */
export const africasTalking = smsProvider({
  id: 'africas-talking',
  name: "Africa's Talking",
  documentation: 'https://developers.africastalking.com/docs/sms/sending/bulk',
  keys: { needed: ['apiKey', 'user', 'from'] },
  request({ content }, account) {
    const username = text(account, 'user');
    return {
      url: `https://api.${username === TRIAL ? 'sandbox.' : ''}africastalking.com/version1/messaging`,
      form: { username, to: content.to, message: content.body, from: senderOf(content, account) },
      headers: { apikey: text(account, 'apiKey'), accept: 'application/json' },
    };
  },
  // https://developers.africastalking.com/docs/sms/sending/bulk (status codes)
  code: 'SMSMessageData.Recipients.0.statusCode',
  faults: {
    recipient: '403 404 406 407 409',
    account: ['402', /InvalidSenderId/, '405'],
    content: '401 502',
    passing: '500 501',
  },
  messageId: 'SMSMessageData.Recipients.0.messageId',
  optionalId: true,
  verdict: verdictOf,
});

function verdictOf(body: string): Verdict {
  const { SMSMessageData: data } = readJson(body);
  const code = at(data, 'Recipients.0.statusCode');
  if (typeof code === 'number') {
    if (ACCEPTED.has(code)) return 'accepted';
    return { refused: refusalText(code, at(data, 'Recipients.0.status')) };
  }
  // A sender that does not belong to the account is refused for all numbers together.
  const reason = at(data, 'Message');
  return typeof reason === 'string' ? { refused: reason } : 'unknown';
}
