import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { needsUnicode, senderOf } from './message.js';

/** Brevo's transactional text messages. */
export const brevoSms: SmsProvider = httpProvider({
  id: 'brevo-sms',
  channel: 'sms',
  name: 'Brevo',
  documentation: 'https://developers.brevo.com/docs/transactional-sms-endpoints',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.brevo.com/v3/transactionalSMS/send',
    ...jsonBody(
      {
        sender: senderOf(content, account),
        recipient: content.to,
        content: content.body,
        type: 'transactional',
        unicodeEnabled: needsUnicode(content.body),
      },
      { 'api-key': text(account, 'apiKey'), accept: 'application/json' },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'messageId'),
});
