import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { needsUnicode, senderOf } from './message.js';

/** smsmode. */
export const smsmode = smsProvider({
  id: 'smsmode',
  name: 'smsmode',
  documentation: 'https://dev.smsmode.com/sms/v1/#tag/Message/operation/send-message',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://rest.smsmode.com/sms/v1/messages',
    json: {
      recipient: { to: content.to },
      body: { text: content.body, encoding: needsUnicode(content.body) ? 'UNICODE' : 'GSM7' },
      from: senderOf(content, account),
    },
    headers: { 'x-api-key': text(account, 'apiKey'), accept: 'application/json' },
  }),
  // https://dev.smsmode.com/sms/v1/#section/Errors
  faults: { recipient: /recipient|phone/i, account: [/"from"|sender|api ?key/i, /credit/i] },
  messageId: 'messageId',
});
