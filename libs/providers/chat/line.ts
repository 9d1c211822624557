import { text } from '../kit/account.js';
import { derivedUuid } from '../kit/provider.js';
import { chatProvider } from '../kit/http/http-provider.js';
import { targetSecrets, wrongTarget } from './targets.js';

/** LINE: users who have added the official account. Repetitions are recognized by a key for 24 hours. */
export const line = chatProvider({
  id: 'line',
  name: 'LINE',
  documentation: 'https://developers.line.biz/en/reference/messaging-api/#send-push-message',
  keys: { needed: ['apiToken'] },
  secrets: targetSecrets,
  request({ key, content: { target, body } }, account) {
    if (target.kind !== 'user' && target.kind !== 'channel') throw wrongTarget('LINE', 'people and groups', target);
    return {
      url: 'https://api.line.me/v2/bot/message/push',
      json: { to: target.id, messages: [{ type: 'text', text: body }] },
      headers: { authorization: `Bearer ${text(account, 'apiToken')}`, 'x-line-retry-key': derivedUuid(key) },
    };
  },
  // https://developers.line.biz/en/reference/messaging-api/#error-responses
  faults: {
    quota: /monthly limit/i,
    recipient: /property, 'to'|can't send messages to|"to"|not found.{0,20}user/i,
    account: /not available for your account|Authentication failed|invalid access token/i,
  },
  // Counted in UTF-16 units: https://developers.line.biz/en/docs/messaging-api/text-character-count/
  limits: { body: { max: 5000, unit: 'units' } },
  isRepetition: ({ status }) => status === 409,
  messageId: 'sentMessages.0.id',
});
