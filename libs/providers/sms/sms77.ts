import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

const ACCEPTED = '100';
/** Failure in the network, unknown failure. */
const TEMPORARY_ERRORS = new Set(['600', '700']);

/** seven, formerly sms77. Refusals have status 200; the body is the code alone or an object with it. */
export const sms77: SmsProvider = httpProvider({
  id: 'sms77',
  channel: 'sms',
  name: 'sms77',
  documentation: 'https://docs.seven.io/en/rest-api/endpoints/sms',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://gateway.seven.io/api/sms',
    ...jsonBody(
      { to: content.to, text: content.body, from: senderOf(content, account) },
      { 'x-api-key': text(account, 'apiKey'), accept: 'application/json' },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'messages.0.id'),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const code = idAt(body, 'success') ?? /^\s*"?(\d{3})"?\s*$/.exec(body)?.[1];
  if (code === undefined) return 'unknown';
  if (code === ACCEPTED) return 'accepted';
  return {
    refused: refusalText('code', code, idAt(body, 'messages.0.error_text')),
    transient: TEMPORARY_ERRORS.has(code),
  };
}
