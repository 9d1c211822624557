import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { needsUnicode, senderOf } from './message.js';

/** smsmode. */
export const smsmode: SmsProvider = httpProvider({
  id: 'smsmode',
  channel: 'sms',
  name: 'smsmode',
  documentation: 'https://dev.smsmode.com/sms/v1/#tag/Message/operation/send-message',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://rest.smsmode.com/sms/v1/messages',
    ...jsonBody(
      {
        recipient: { to: content.to },
        body: { text: content.body, encoding: needsUnicode(content.body) ? 'UNICODE' : 'GSM7' },
        from: senderOf(content, account),
      },
      { 'x-api-key': text(account, 'apiKey'), accept: 'application/json' },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'messageId'),
});
