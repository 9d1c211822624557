import { text } from '../kit/account/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/http/read-json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { needsUnicode } from './gsm-alphabet.js';
import { senderOf } from './sender.js';

/** Brevo, its transactional text messages. */
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
