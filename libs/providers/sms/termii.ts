import { baseUrl, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { needsUnicode, senderOf, withoutPlus } from './message.js';

/** Termii. Accounts with their own address set it as `baseUrl`. */
export const termii = smsProvider({
  id: 'termii',
  name: 'Termii',
  documentation: 'https://developers.termii.com/messaging-api',
  keys: { needed: ['apiKey', 'from'], optional: ['baseUrl'] },
  request: ({ content }, account) => ({
    url: `${baseUrl(account, 'https://api.ng.termii.com')}/api/sms/send`,
    json: {
      to: withoutPlus(content.to),
      from: senderOf(content, account),
      sms: content.body,
      type: needsUnicode(content.body) ? 'unicode' : 'plain',
      channel: 'generic',
      api_key: text(account, 'apiKey'),
    },
  }),
  // https://developers.termii.com/errors
  faults: {
    account: [/sender|api.?key|ApplicationSenderId|not approved/i, /insufficient|balance/i],
    recipient: /phone number|DND|recipient/i,
  },
  messageId: 'message_id',
});
