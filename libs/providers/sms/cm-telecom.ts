import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { at, readJson } from '../kit/json.js';
import { senderOf } from './message.js';

/** Maximum length of a reference of CM.com. */
const MAX_REFERENCE_LENGTH = 32;

/** CM.com. `apiToken` is the product token. Reports name the reference that the message was sent with. */
export const cmTelecom = smsProvider({
  id: 'cm-telecom',
  name: 'CM.com',
  documentation: 'https://developers.cm.com/messaging/docs/sms',
  keys: { needed: ['apiToken', 'from'] },
  request: ({ key, content }, account) => ({
    url: 'https://gw.messaging.cm.com/v1.0/message',
    json: {
      messages: {
        authentication: { producttoken: text(account, 'apiToken') },
        msg: [
          {
            allowedChannels: ['SMS'],
            from: senderOf(content, account),
            to: [{ number: content.to }],
            body: { type: 'auto', content: content.body },
            reference: key.slice(0, MAX_REFERENCE_LENGTH),
          },
        ],
      },
    },
  }),
  // https://developers.cm.com/messaging/docs/responses-errors
  code: 'messages.0.messageErrorCode errorCode',
  faults: [
    { account: ['101 103', '102'], recipient: /\bto\b|recipient|phone ?number/i },
    { account: /\bfrom\b|sender|product ?token|not allowed/i },
  ],
  messageId: ({ body }) => {
    const reference = at(readJson(body), 'messages.0.reference');
    return typeof reference === 'string' ? reference : undefined;
  },
  verdict: judged(
    'messages.0.status',
    { good: ['Accepted', undefined] },
    'messages.0.status',
    'messages.0.messageDetails',
  ),
});
