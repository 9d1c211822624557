import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { senderOf } from './message.js';

/** AfroMessage. `from` is the identifier of the account's number, `senderName` the name that recipients see. */
export const afroMessage = smsProvider({
  id: 'afro-message',
  name: 'AfroMessage',
  documentation: 'https://afromessage.com/developers',
  keys: { needed: ['apiKey', 'senderName', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://api.afromessage.com/api/send',
    json: {
      from: senderOf(content, account),
      sender: text(account, 'senderName'),
      to: content.to,
      message: content.body,
    },
    headers: { authorization: `Bearer ${text(account, 'apiKey')}` },
  }),
  // https://afromessage.com/developers (responses)
  faults: {
    account: [/sender|identifier|token/i, /balance|credit/i],
    recipient: /recipient|phone number|\bto\b/i,
  },
  messageId: 'response.message_id',
  optionalId: true,
  verdict: judged('acknowledge', { good: ['success'] }, 'response', 'response.errors.0'),
});
