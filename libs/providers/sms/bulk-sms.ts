import { basicAuthorization, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { optionalSenderOf } from './message.js';

/** BulkSMS. `apiToken` is the id and the secret of a token joined by a colon, or both as the service encodes them. */
export const bulkSms: SmsProvider = httpProvider({
  id: 'bulk-sms',
  channel: 'sms',
  name: 'BulkSMS',
  documentation: 'https://www.bulksms.com/developer/json/v1/#tag/Message',
  keys: { needed: ['apiToken'], optional: ['from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.bulksms.com/v1/messages?auto-unicode=true',
    ...jsonBody(
      { to: content.to, body: content.body, from: optionalSenderOf(content, account) },
      { authorization: authorizationOf(text(account, 'apiToken')) },
    ),
  }),
  // The response is a list.
  messageId: ({ body }) => idAt(`{"list":${body}}`, 'list.0.id'),
});

function authorizationOf(token: string): string {
  const [id, ...secret] = token.split(':');
  return secret.length === 0 ? `Basic ${token}` : basicAuthorization(id!, secret.join(':'));
}
