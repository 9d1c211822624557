import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, verdictReader } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf, withoutPlus } from './message.js';

/**
 * Sendchamp. The route also reaches numbers that opted out of advertisements; the trigger may set another in the body.
 */
export const sendchamp: SmsProvider = httpProvider({
  id: 'sendchamp',
  channel: 'sms',
  name: 'Sendchamp',
  documentation: 'https://sendchamp.readme.io/reference/send-sms-api',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.sendchamp.com/api/v1/sms/send',
    ...jsonBody(
      { to: [withoutPlus(content.to)], message: content.body, sender_name: senderOf(content, account), route: 'dnd' },
      { authorization: `Bearer ${text(account, 'apiKey')}`, accept: 'application/json' },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'data.id') ?? idAt(body, 'data.message_references.0'),
  problem: verdictReader((body) => {
    const { status } = readJson(body);
    return status === undefined || status === 'success'
      ? 'accepted'
      : { refused: refusalText(status, idAt(body, 'message')) };
  }),
});
