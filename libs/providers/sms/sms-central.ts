import { baseUrl, text } from '../kit/account/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { formBody } from '../kit/http/request-bodies.js';
import { verdictReader, type Verdict } from '../kit/response-verdict.js';
import type { SmsProvider } from '../kit/provider.js';
import { withoutPlus } from './numbers.js';
import { senderOf } from './sender.js';

/** SMS Central. Every answer has status 200; its text is "0" or the code of an error with words behind it. */
export const smsCentral: SmsProvider = httpProvider({
  id: 'sms-central',
  channel: 'sms',
  name: 'SMS Central',
  documentation: 'https://www.smscentral.com.au/sms-api/rest-api/send-sms/',
  keys: { needed: ['user', 'password', 'from'], optional: ['baseUrl'] },
  request: ({ key, content }, account) => ({
    method: 'POST',
    url: baseUrl(account, 'https://my.smscentral.com.au/api/v3.2'),
    ...formBody({
      USERNAME: text(account, 'user'),
      PASSWORD: text(account, 'password'),
      ACTION: 'send',
      ORIGINATOR: senderOf(content, account),
      RECIPIENT: withoutPlus(content.to),
      // What its reports and replies name the message by.
      REFERENCE: key,
      MESSAGE_TEXT: content.body,
    }),
  }),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const told = body.trim();
  if (told === '0') return 'accepted';
  return /^\d{1,8}\b/.test(told) ? { refused: told } : 'unknown';
}
