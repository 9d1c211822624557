import { optionalText, text } from '../kit/account/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt, readJson } from '../kit/http/read-json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import { verdictReader, wordsOf } from '../kit/response-verdict.js';
import type { SmsProvider } from '../kit/provider.js';
import { needsUnicode } from './gsm-alphabet.js';
import { withoutPlus } from './numbers.js';
import { optionalSenderOf } from './sender.js';

/** iSend. How a text is encoded follows from what is in it, unless the account says it. */
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
    readJson(body).status === 'error' ? { refused: wordsOf(idAt(body, 'message')) } : 'accepted',
  ),
});
