import { basicAuthorization, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { senderOf } from './message.js';

/** Maqsam. */
export const maqsam = smsProvider({
  id: 'maqsam',
  name: 'Maqsam',
  documentation: 'https://portal.maqsam.com/docs/v2/sms',
  keys: { needed: ['apiKey', 'secretKey', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://api.maqsam.com/v2/sms',
    form: { to: content.to, message: content.body, sender: senderOf(content, account) },
    headers: { authorization: basicAuthorization(text(account, 'apiKey'), text(account, 'secretKey')) },
  }),
  // https://portal.maqsam.com/docs/v2/sms (responses)
  faults: { account: [/sender|unauthorized/i, /balance|credit/i], recipient: /recipient|phone|number/i },
  messageId: 'message.identifier',
});
