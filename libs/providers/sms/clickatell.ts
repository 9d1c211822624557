import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { optionalSenderOf, withoutPlus } from './message.js';

/** Clickatell. Without a sender it uses one that the account owns. */
export const clickatell: SmsProvider = httpProvider({
  id: 'clickatell',
  channel: 'sms',
  name: 'Clickatell',
  documentation: 'https://docs.clickatell.com/channels/one-api/one-api-reference/',
  keys: { needed: ['apiKey'], optional: ['from'] },
  request({ content }, account) {
    const sender = optionalSenderOf(content, account);
    return {
      method: 'POST',
      url: 'https://platform.clickatell.com/v1/message',
      ...jsonBody(
        {
          messages: [
            {
              channel: 'sms',
              to: withoutPlus(content.to),
              content: content.body,
              from: sender === undefined ? undefined : withoutPlus(sender),
            },
          ],
        },
        { authorization: text(account, 'apiKey'), accept: 'application/json' },
      ),
    };
  },
  messageId: ({ body }) => idAt(body, 'messages.0.apiMessageId'),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const message = at(readJson(body), 'messages.0');
  const accepted = at(message, 'accepted');
  if (accepted === true) return 'accepted';
  return accepted === false
    ? { refused: refusalText(at(message, 'error.code'), at(message, 'error.description')) }
    : 'unknown';
}
