import { baseUrl, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { type Verdict } from '../kit/http/read-response.js';
import { senderOf, withoutPlus } from './message.js';

/** SMS Central. Every response has status 200; its text is "0", or the code of an error followed by a message. */
export const smsCentral = smsProvider({
  id: 'sms-central',
  name: 'SMS Central',
  documentation: 'https://www.smscentral.com.au/sms-api/rest-api/send-sms/',
  keys: { needed: ['user', 'password', 'from'], optional: ['baseUrl'] },
  request: ({ key, content }, account) => ({
    url: baseUrl(account, 'https://my.smscentral.com.au/api/v3.2'),
    form: {
      USERNAME: text(account, 'user'),
      PASSWORD: text(account, 'password'),
      ACTION: 'send',
      ORIGINATOR: senderOf(content, account),
      RECIPIENT: withoutPlus(content.to),
      // The id of the message in its reports and replies.
      REFERENCE: key,
      MESSAGE_TEXT: content.body,
    },
  }),
  // https://www.smscentral.com.au/sms-api/rest-api/error-codes/
  faults: {
    account: [/username|password|access|originator|ip address/i, /credit|balance/i],
    recipient: /recipient|number/i,
  },
  verdict: verdictOf,
});

function verdictOf(body: string): Verdict {
  const reply = body.trim();
  if (reply === '0') return 'accepted';
  return /^\d{1,8}\b/.test(reply) ? { refused: reply } : 'unknown';
}
