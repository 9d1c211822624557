import { createHash } from 'node:crypto';
import { text } from '../../kit/account.js';
import { httpProvider } from '../../kit/http-provider.js';
import type { ChatProvider } from '../../kit/provider.js';
import { idAt } from '../../kit/read-json.js';
import { jsonBody } from '../../kit/request-bodies.js';
import { targetSecrets, unfit } from '../targets.js';

const push: ChatProvider = httpProvider({
  id: 'line',
  channel: 'chat',
  name: 'LINE',
  documentation: 'https://developers.line.biz/en/reference/messaging-api/#send-push-message',
  keys: { needed: ['apiToken'] },
  secrets: targetSecrets,
  request({ key, content: { target, body } }, account) {
    if (target.kind !== 'user' && target.kind !== 'channel') throw unfit('LINE', 'people and groups', target);
    return {
      method: 'POST',
      url: 'https://api.line.me/v2/bot/message/push',
      ...jsonBody(
        { to: target.id, messages: [{ type: 'text', text: body }] },
        { authorization: `Bearer ${text(account, 'apiToken')}`, 'x-line-retry-key': uuidOf(key) },
      ),
    };
  },
  messageId: ({ body }) => idAt(body, 'sentMessages.0.id'),
});

/** LINE: people who have added the official account. Repetitions are recognized by a key for 24 hours. */
export const line: ChatProvider = {
  ...push,
  async send(message, account, world) {
    const result = await push.send(message, account, world);
    // Of a repetition it says that it has taken it already.
    return !result.ok && result.statusCode === 409 ? { ok: true } : result;
  },
};

/** The key in the only form that is taken. */
function uuidOf(key: string): string {
  const digits = createHash('sha256').update(key).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
