import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { ChatProvider } from '../kit/provider.js';
import { phoneNumber } from './targets.js';

/** Too many requests, internal error, overloaded server. */
const TEMPORARY_ERRORS = new Set(['4001', '5000', '5003']);

/** Sendblue: iMessage, and text messages to phones without it. It recognizes no repetitions. */
export const sendblue: ChatProvider = httpProvider({
  id: 'sendblue',
  channel: 'chat',
  name: 'Sendblue',
  documentation: 'https://docs.sendblue.com/docs/outbound',
  keys: { needed: ['apiKey', 'secretKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.sendblue.co/api/send-message',
    ...jsonBody(
      { number: phoneNumber(content, 'Sendblue'), from_number: text(account, 'from'), content: content.body },
      { 'sb-api-key-id': text(account, 'apiKey'), 'sb-api-secret-key': text(account, 'secretKey') },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'message_handle'),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  if (readJson(body).status !== 'ERROR') return 'accepted';
  const code = idAt(body, 'error_code');
  return {
    refused: refusalText(code, idAt(body, 'error_message')),
    transient: code !== undefined && TEMPORARY_ERRORS.has(code),
  };
}
