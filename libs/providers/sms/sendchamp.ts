import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { idAt } from '../kit/json.js';
import { senderOf, withoutPlus } from './message.js';

/**
 * Sendchamp. The route also reaches numbers that opted out of advertisements; the trigger may set another in the body.
 */
export const sendchamp = smsProvider({
  id: 'sendchamp',
  name: 'Sendchamp',
  documentation: 'https://sendchamp.readme.io/reference/send-sms-api',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://api.sendchamp.com/api/v1/sms/send',
    json: {
      to: [withoutPlus(content.to)],
      message: content.body,
      sender_name: senderOf(content, account),
      route: 'dnd',
    },
    headers: { authorization: `Bearer ${text(account, 'apiKey')}`, accept: 'application/json' },
  }),
  // https://sendchamp.readme.io/reference/errors
  faults: {
    account: [/sender|unauthori[sz]ed|access key/i, /balance|insufficient/i],
    recipient: /phone|number|recipient/i,
  },
  messageId: ({ body }) => idAt(body, 'data.id') ?? idAt(body, 'data.message_references.0'),
  verdict: judged('status', { good: ['success'] }, 'status', 'message'),
});
