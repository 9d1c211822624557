import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { at, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

/** Maximum length of a reference of CM.com. */
const MAX_REFERENCE_LENGTH = 32;

/** CM.com. `apiToken` is the product token. Reports name the reference that the message was sent with. */
export const cmTelecom: SmsProvider = httpProvider({
  id: 'cm-telecom',
  channel: 'sms',
  name: 'CM.com',
  documentation: 'https://developers.cm.com/messaging/docs/sms',
  keys: { needed: ['apiToken', 'from'] },
  request: ({ key, content }, account) => ({
    method: 'POST',
    url: 'https://gw.messaging.cm.com/v1.0/message',
    ...jsonBody({
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
    }),
  }),
  messageId: ({ body }) => {
    const reference = at(readJson(body), 'messages.0.reference');
    return typeof reference === 'string' ? reference : undefined;
  },
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const status = at(readJson(body), 'messages.0.status');
  if (status === undefined || status === 'Accepted') return 'accepted';
  return { refused: refusalText(status, at(readJson(body), 'messages.0.messageDetails')) };
}
