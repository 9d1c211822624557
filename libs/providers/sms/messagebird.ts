import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

/** MessageBird. */
export const messagebird: SmsProvider = httpProvider({
  id: 'messagebird',
  channel: 'sms',
  name: 'MessageBird',
  documentation: 'https://developers.messagebird.com/api/sms-messaging/',
  keys: { needed: ['accessKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://rest.messagebird.com/messages',
    ...jsonBody(
      {
        originator: senderOf(content, account),
        recipients: [content.to],
        body: content.body,
        datacoding: 'auto',
      },
      { authorization: `AccessKey ${text(account, 'accessKey')}` },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'id'),
});
