import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict } from '../kit/http/read-response.js';
import { idAt } from '../kit/json.js';
import { senderOf } from './message.js';

const ACCEPTED = '100';

/** seven, formerly sms77. Refusals have status 200; the body is the code alone or an object with it. */
export const sms77 = smsProvider({
  id: 'sms77',
  name: 'sms77',
  documentation: 'https://docs.seven.io/en/rest-api/endpoints/sms',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://gateway.seven.io/api/sms',
    json: { to: content.to, text: content.body, from: senderOf(content, account) },
    headers: { 'x-api-key': text(account, 'apiKey'), accept: 'application/json' },
  }),
  // https://docs.seven.io/en/rest-api/endpoints/sms#status-codes
  code: ({ body }) => codeOf(body),
  faults: {
    recipient: '202 403',
    content: '101 301 305 401 402',
    account: ['201 900 901 902 903', '500'],
    passing: '600 700',
  },
  limits: { body: { max: 1520, unit: 'characters' } },
  messageId: 'messages.0.id',
  optionalId: true,
  verdict: verdictOf,
});

function codeOf(body: string): string | undefined {
  return idAt(body, 'success') ?? /^\s*"?(\d{3})"?\s*$/.exec(body)?.[1];
}

function verdictOf(body: string): Verdict {
  const code = codeOf(body);
  if (code === undefined) return 'unknown';
  if (code === ACCEPTED) return 'accepted';
  return {
    refused: refusalText('code', code, idAt(body, 'messages.0.error_text')),
  };
}
