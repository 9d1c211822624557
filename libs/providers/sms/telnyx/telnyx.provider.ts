import { text } from '../../kit/account/account.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { SmsProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { senderOf } from '../sender.js';
import { telnyxWebhook } from './telnyx.webhook.js';

/** Telnyx. A sender may be a name, because the messaging profile is always told. */
export const telnyx: SmsProvider = httpProvider({
  id: 'telnyx',
  channel: 'sms',
  name: 'Telnyx',
  documentation: 'https://developers.telnyx.com/api/messaging/send-message',
  keys: { needed: ['apiKey', 'messageProfileId', 'from'] },
  reports: telnyxWebhook,
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.telnyx.com/v2/messages',
    ...jsonBody(
      {
        from: senderOf(content, account),
        to: content.to,
        text: content.body,
        messaging_profile_id: text(account, 'messageProfileId'),
      },
      { authorization: `Bearer ${text(account, 'apiKey')}` },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'data.id'),
});
