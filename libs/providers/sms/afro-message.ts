import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

/** AfroMessage. `from` is the identifier of the account's number, `senderName` the name that recipients see. */
export const afroMessage: SmsProvider = httpProvider({
  id: 'afro-message',
  channel: 'sms',
  name: 'AfroMessage',
  documentation: 'https://afromessage.com/developers',
  keys: { needed: ['apiKey', 'senderName', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.afromessage.com/api/send',
    ...jsonBody(
      {
        from: senderOf(content, account),
        sender: text(account, 'senderName'),
        to: content.to,
        message: content.body,
      },
      { authorization: `Bearer ${text(account, 'apiKey')}` },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'response.message_id'),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const { acknowledge } = readJson(body);
  if (acknowledge === 'success') return 'accepted';
  if (typeof acknowledge !== 'string') return 'unknown';
  const response = at(readJson(body), 'response');
  return { refused: refusalText(response, at(response, 'errors.0')) };
}
