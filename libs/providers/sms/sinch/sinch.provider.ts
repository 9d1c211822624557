import { optionalText, text } from '../../kit/account/account.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import type { SmsProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/http/read-json.js';
import { jsonBody } from '../../kit/http/request-bodies.js';
import { senderOf } from '../sender.js';
import { sinchWebhook } from './sinch.webhook.js';

/** Sinch. `accountSid` is the id of the service plan. */
export const sinch: SmsProvider = httpProvider({
  id: 'sinch',
  channel: 'sms',
  name: 'Sinch',
  documentation: 'https://developers.sinch.com/docs/sms/api-reference/sms/batches/sendsms',
  keys: { needed: ['accountSid', 'apiToken', 'from'], optional: ['region'] },
  reports: sinchWebhook,
  request({ content }, account) {
    const region = encodeURIComponent(optionalText(account, 'region') ?? 'eu');
    const plan = encodeURIComponent(text(account, 'accountSid'));
    return {
      method: 'POST',
      url: `https://${region}.sms.api.sinch.com/xms/v1/${plan}/batches`,
      ...jsonBody(
        { from: senderOf(content, account), to: [content.to], body: content.body },
        { authorization: `Bearer ${text(account, 'apiToken')}` },
      ),
    };
  },
  messageId: ({ body }) => idAt(body, 'id'),
});
