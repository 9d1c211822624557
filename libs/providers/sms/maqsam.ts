import { basicAuthorization, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { formBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

/** Maqsam. */
export const maqsam: SmsProvider = httpProvider({
  id: 'maqsam',
  channel: 'sms',
  name: 'Maqsam',
  documentation: 'https://portal.maqsam.com/docs/v2/sms',
  keys: { needed: ['apiKey', 'secretKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.maqsam.com/v2/sms',
    ...formBody(
      { to: content.to, message: content.body, sender: senderOf(content, account) },
      { authorization: basicAuthorization(text(account, 'apiKey'), text(account, 'secretKey')) },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'message.identifier'),
});
