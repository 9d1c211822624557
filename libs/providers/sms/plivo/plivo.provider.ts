import { basicAuthorization, text } from '../../kit/account/account.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { SmsProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { senderOf } from '../sender.js';
import { plivoWebhook } from './plivo.webhook.js';

/** Plivo. */
export const plivo: SmsProvider = httpProvider({
  id: 'plivo',
  channel: 'sms',
  name: 'Plivo',
  documentation: 'https://www.plivo.com/docs/messaging/api/message/send-a-message',
  keys: { needed: ['accountSid', 'token', 'from'] },
  reports: plivoWebhook,
  request({ content }, account) {
    const id = text(account, 'accountSid');
    const authorization = basicAuthorization(id, text(account, 'token'));
    return {
      method: 'POST',
      url: `https://api.plivo.com/v1/Account/${encodeURIComponent(id)}/Message/`,
      ...jsonBody({ src: senderOf(content, account), dst: content.to, text: content.body }, { authorization }),
    };
  },
  messageId: ({ body }) => idAt(body, 'message_uuid.0'),
});
