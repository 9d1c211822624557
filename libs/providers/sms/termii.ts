import { baseUrl, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { needsUnicode, senderOf, withoutPlus } from './message.js';

/** Termii. Accounts with their own address set it as `baseUrl`. */
export const termii: SmsProvider = httpProvider({
  id: 'termii',
  channel: 'sms',
  name: 'Termii',
  documentation: 'https://developers.termii.com/messaging-api',
  keys: { needed: ['apiKey', 'from'], optional: ['baseUrl'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: `${baseUrl(account, 'https://api.ng.termii.com')}/api/sms/send`,
    ...jsonBody({
      to: withoutPlus(content.to),
      from: senderOf(content, account),
      sms: content.body,
      type: needsUnicode(content.body) ? 'unicode' : 'plain',
      channel: 'generic',
      api_key: text(account, 'apiKey'),
    }),
  }),
  messageId: ({ body }) => idAt(body, 'message_id'),
});
