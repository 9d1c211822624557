import { text } from '../kit/account.js';
import { type ChatProvider, derivedUuid } from '../kit/provider.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import { targetSecrets, wrongTarget } from './targets.js';

/** LINE: users who have added the official account. Repetitions are recognized by a key for 24 hours. */
export const line: ChatProvider = httpProvider({
  id: 'line',
  channel: 'chat',
  name: 'LINE',
  documentation: 'https://developers.line.biz/en/reference/messaging-api/#send-push-message',
  keys: { needed: ['apiToken'] },
  secrets: targetSecrets,
  request({ key, content: { target, body } }, account) {
    if (target.kind !== 'user' && target.kind !== 'channel') throw wrongTarget('LINE', 'people and groups', target);
    return {
      method: 'POST',
      url: 'https://api.line.me/v2/bot/message/push',
      ...jsonBody(
        { to: target.id, messages: [{ type: 'text', text: body }] },
        { authorization: `Bearer ${text(account, 'apiToken')}`, 'x-line-retry-key': derivedUuid(key) },
      ),
    };
  },
  isRepetition: ({ status }) => status === 409,
  messageId: ({ body }) => idAt(body, 'sentMessages.0.id'),
});
