import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { needsUnicode, senderOf } from './message.js';

/** Brevo's transactional text messages. */
export const brevoSms = smsProvider({
  id: 'brevo-sms',
  name: 'Brevo',
  documentation: 'https://developers.brevo.com/docs/transactional-sms-endpoints',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://api.brevo.com/v3/transactionalSMS/send',
    json: {
      sender: senderOf(content, account),
      recipient: content.to,
      content: content.body,
      type: 'transactional',
      unicodeEnabled: needsUnicode(content.body),
    },
    headers: { 'api-key': text(account, 'apiKey'), accept: 'application/json' },
  }),
  // https://developers.brevo.com/docs/how-it-works#error-codes
  code: 'code',
  faults: {
    account: ['permission_denied unauthorized account_under_validation', /sender/i, 'not_enough_credits'],
    recipient: /recipient|phone/i,
    content: 'invalid_parameter missing_parameter out_of_range bad_request',
  },
  messageId: 'messageId',
});
