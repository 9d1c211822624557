import { basicAuthorization, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { optionalSenderOf } from './message.js';

/** BulkSMS. `apiToken` is the id and the secret of a token joined by a colon, or both as the service encodes them. */
export const bulkSms = smsProvider({
  id: 'bulk-sms',
  name: 'BulkSMS',
  documentation: 'https://www.bulksms.com/developer/json/v1/#tag/Message',
  keys: { needed: ['apiToken'], optional: ['from'] },
  request: ({ content }, account) => ({
    url: 'https://api.bulksms.com/v1/messages?auto-unicode=true',
    json: { to: content.to, body: content.body, from: optionalSenderOf(content, account) },
    headers: { authorization: authorizationOf(text(account, 'apiToken')) },
  }),
  // The response is a list.
  // https://www.bulksms.com/developer/json/v1/#tag/Errors
  faults: {
    account: [/authentication|FORBIDDEN|unauthori[sz]ed/i, /insufficient-credits|INSUFFICIENT_CREDITS/],
    recipient: /INVALID_RECIPIENT|recipient|"to"/i,
  },
  messageId: ({ body }) => idAt(`{"list":${body}}`, 'list.0.id'),
});

function authorizationOf(token: string): string {
  const [id, ...secret] = token.split(':');
  return secret.length === 0 ? `Basic ${token}` : basicAuthorization(id!, secret.join(':'));
}
