import { optionalText, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { needsUnicode, optionalSenderOf, withoutPlus } from './message.js';

/** iSend. The encoding follows from the characters of the text, unless the account sets it. */
export const isendSms = smsProvider({
  id: 'isend-sms',
  name: 'iSend SMS',
  documentation: 'https://send.com.ly/developers/docs',
  keys: { needed: ['apiToken'], optional: ['from', 'contentType'] },
  request: ({ content }, account) => ({
    url: 'https://isend.com.ly/api/v3/sms/send',
    json: {
      recipient: withoutPlus(content.to),
      sender_id: optionalSenderOf(content, account),
      type: optionalText(account, 'contentType') ?? (needsUnicode(content.body) ? 'unicode' : 'plain'),
      message: content.body,
    },
    headers: { authorization: `Bearer ${text(account, 'apiToken')}`, accept: 'application/json' },
  }),
  // https://send.com.ly/developers/docs (errors)
  faults: {
    account: [/sender|unauthenticated|permission/i, /balance|credit|sms unit/i],
    recipient: /recipient|phone number|invalid number/i,
  },
  messageId: 'data.uid',
  optionalId: true,
  verdict: judged('status', { bad: ['error'] }, 'message'),
});
