import type { ChatTarget } from '../kit/content.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { connectionToken, targetSecrets, wrongTarget } from './targets.js';

/** Webex: rooms and users that the connected account or bot can write to. The text is Markdown. */
export const webexMessaging: ChatProvider = httpProvider({
  id: 'webex-messaging',
  channel: 'chat',
  name: 'Webex Messaging',
  documentation: 'https://developer.webex.com/docs/api/v1/messages/create-a-message',
  keys: { optional: ['clientId', 'secretKey', 'redirectUrl'] },
  secrets: targetSecrets,
  request: ({ content: { target, body } }) => ({
    method: 'POST',
    url: 'https://webexapis.com/v1/messages',
    ...jsonBody({ ...receiver(target), markdown: body }, { authorization: `Bearer ${connectionToken(target)}` }),
  }),
  messageId: ({ body }) => idAt(body, 'id'),
});

function receiver(target: ChatTarget): Record<string, string> {
  if (target.kind === 'channel') return { roomId: target.id };
  if (target.kind === 'user') return target.id.includes('@') ? { toPersonEmail: target.id } : { toPersonId: target.id };
  throw wrongTarget('Webex', 'rooms and people', target);
}
