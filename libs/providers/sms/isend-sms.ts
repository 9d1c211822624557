import { optionalText, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, verdictReader } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { needsUnicode, optionalSenderOf, withoutPlus } from './message.js';

/** iSend. The encoding follows from the characters of the text, unless the account sets it. */
export const isendSms: SmsProvider = httpProvider({
  id: 'isend-sms',
  channel: 'sms',
  name: 'iSend SMS',
  documentation: 'https://send.com.ly/developers/docs',
  keys: { needed: ['apiToken'], optional: ['from', 'contentType'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://isend.com.ly/api/v3/sms/send',
    ...jsonBody(
      {
        recipient: withoutPlus(content.to),
        sender_id: optionalSenderOf(content, account),
        type: optionalText(account, 'contentType') ?? (needsUnicode(content.body) ? 'unicode' : 'plain'),
        message: content.body,
      },
      { authorization: `Bearer ${text(account, 'apiToken')}`, accept: 'application/json' },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'data.uid'),
  problem: verdictReader((body) =>
    readJson(body).status === 'error' ? { refused: refusalText(idAt(body, 'message')) } : 'accepted',
  ),
});
