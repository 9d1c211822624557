import type { ChatTarget } from '../kit/content.js';
import { chatProvider } from '../kit/http/http-provider.js';
import { escapeWebex, hardBreaks } from './escape.js';
import { connectionToken, targetSecrets, wrongTarget } from './targets.js';

/** Webex: rooms and users that the connected account or bot can write to. The text is Markdown. */
export const webexMessaging = chatProvider({
  id: 'webex-messaging',
  name: 'Webex Messaging',
  documentation: 'https://developer.webex.com/docs/api/v1/messages/create-a-message',
  keys: { optional: ['clientId', 'secretKey', 'redirectUrl'] },
  secrets: targetSecrets,
  request: ({ content: { target, body } }) => ({
    url: 'https://webexapis.com/v1/messages',
    json: { ...receiver(target), markdown: hardBreaks(body, '  \n') },
    headers: { authorization: `Bearer ${connectionToken(target)}` },
  }),
  // https://developer.webex.com/docs/basics#api-errors (statuses and messages)
  code: ({ status }) => status,
  faults: {
    recipient: [
      /could not find (?:a )?room|roomId|toPerson|user (?:could )?not (?:be )?found|not a member|not in (?:the )?room/i,
      '404',
    ],
    content: /message.{0,20}(?:length|too long)|unable to (?:post|parse)/i,
  },
  escape: escapeWebex,
  limits: { body: { max: 7439, unit: 'bytes' } },
  messageId: 'id',
});

function receiver(target: ChatTarget): Record<string, string> {
  if (target.kind === 'channel') return { roomId: target.id };
  if (target.kind === 'user') return target.id.includes('@') ? { toPersonEmail: target.id } : { toPersonId: target.id };
  throw wrongTarget('Webex', 'rooms and people', target);
}
