import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { senderOf } from './message.js';

/** SimpleTexting. */
export const simpletexting = smsProvider({
  id: 'simpletexting',
  name: 'SimpleTexting',
  documentation: 'https://api-doc.simpletexting.com/',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://api-app2.simpletexting.com/v2/api/messages',
    json: { contactPhone: content.to, accountPhone: senderOf(content, account), mode: 'AUTO', text: content.body },
    headers: { authorization: `Bearer ${text(account, 'apiKey')}` },
  }),
  // https://api-doc.simpletexting.com/#section/Errors
  faults: {
    recipient: /unsubscribed|contactPhone/i,
    account: [/accountPhone|token/i, /credit|limit exceeded/i],
  },
  limits: { body: { max: 306, unit: 'characters' } },
  messageId: 'id',
});
