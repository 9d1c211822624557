import { basicAuthorization, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { type Verdict, verdictReader } from '../kit/http/read-response.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

const TEMPORARY_ERRORS = new Set(['THROTTLED', 'INTERNAL_ERROR', 'SOMETHING_IS_WRONG']);

/** ClickSend. A response with status 200 has a status for each message. */
export const clicksend: SmsProvider = httpProvider({
  id: 'clicksend',
  channel: 'sms',
  name: 'ClickSend',
  documentation: 'https://developers.clicksend.com/docs/messaging/sms/other/send-sms',
  keys: { needed: ['user', 'apiKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://rest.clicksend.com/v3/sms/send',
    ...jsonBody(
      { messages: [{ from: senderOf(content, account), to: content.to, body: content.body }] },
      { authorization: basicAuthorization(text(account, 'user'), text(account, 'apiKey')) },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'data.messages.0.message_id'),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const status = idAt(body, 'data.messages.0.status');
  if (status === undefined) return 'unknown';
  return status === 'SUCCESS' ? 'accepted' : { refused: status, transient: TEMPORARY_ERRORS.has(status) };
}
