import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

/** SimpleTexting. */
export const simpletexting: SmsProvider = httpProvider({
  id: 'simpletexting',
  channel: 'sms',
  name: 'SimpleTexting',
  documentation: 'https://api-doc.simpletexting.com/',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api-app2.simpletexting.com/v2/api/messages',
    ...jsonBody(
      { contactPhone: content.to, accountPhone: senderOf(content, account), mode: 'AUTO', text: content.body },
      { authorization: `Bearer ${text(account, 'apiKey')}` },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'id'),
});
