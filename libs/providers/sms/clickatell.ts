import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { optionalSenderOf, withoutPlus } from './message.js';

/** Clickatell. Without a sender it uses one that the account owns. */
export const clickatell = smsProvider({
  id: 'clickatell',
  name: 'Clickatell',
  documentation: 'https://docs.clickatell.com/channels/one-api/one-api-reference/',
  keys: { needed: ['apiKey'], optional: ['from'] },
  request({ content }, account) {
    const sender = optionalSenderOf(content, account);
    return {
      url: 'https://platform.clickatell.com/v1/message',
      json: {
        messages: [
          {
            channel: 'sms',
            to: withoutPlus(content.to),
            content: content.body,
            from: sender === undefined ? undefined : withoutPlus(sender),
          },
        ],
      },
      headers: { authorization: text(account, 'apiKey'), accept: 'application/json' },
    };
  },
  // https://docs.clickatell.com/channels/one-api/one-api-reference/#error-codes
  code: 'messages.0.error.code error.code code',
  faults: {
    recipient: '25 26 27 101',
    content: '21 22 23 24 30 31 32 33 40 100',
    account: ['1 2 3 7 28 38 39 41 44 45 46 110', '20'],
    passing: '18 19 43',
  },
  messageId: 'messages.0.apiMessageId',
  optionalId: true,
  verdict: judged('messages.0.accepted', { good: [true] }, 'messages.0.error.code', 'messages.0.error.description'),
});
