import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { formBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { withoutPlus } from './message.js';

/** Unifonic. `senderId` is the sender that is registered for the application `appSid`. */
export const unifonic: SmsProvider = httpProvider({
  id: 'unifonic',
  channel: 'sms',
  name: 'Unifonic',
  documentation: 'https://docs.unifonic.com/articles/products-documentation/sending-your-first-sms-via-unifonic-api',
  keys: { needed: ['appSid', 'senderId'], optional: ['from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://el.cloud.unifonic.com/rest/SMS/messages',
    ...formBody(
      {
        AppSid: text(account, 'appSid'),
        SenderID: content.from ?? text(account, 'senderId'),
        Recipient: withoutPlus(content.to),
        Body: content.body,
        responseType: 'JSON',
      },
      { accept: 'application/json' },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'data.MessageID'),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const { success } = readJson(body);
  if (success !== false && success !== 'false') return 'accepted';
  return { refused: refusalText(idAt(body, 'errorCode'), idAt(body, 'message')) };
}
