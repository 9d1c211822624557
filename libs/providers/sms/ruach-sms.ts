import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict, verdictReader } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { needsUnicode, senderOf, withoutPlus } from './message.js';

/** Ruach. Errors may have status 200; their codes have leading zeros, which JSON numbers cannot have. */
export const ruachSms: SmsProvider = httpProvider({
  id: 'ruach-sms',
  channel: 'sms',
  name: 'Ruach SMS',
  documentation: 'https://docs.ruach.ng/api-reference/sms/send-sms-post',
  keys: { needed: ['apiKey', 'clientId', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://accounts.netvox.ng/api/v2/SendSMS',
    ...jsonBody({
      SenderId: senderOf(content, account),
      Is_Unicode: needsUnicode(content.body),
      Is_Flash: false,
      Message: content.body,
      MobileNumbers: withoutPlus(content.to),
      ApiKey: text(account, 'apiKey'),
      ClientId: text(account, 'clientId'),
    }),
  }),
  messageId: ({ body }) => idAt(body, 'Data.0.MessageId'),
  problem: verdictReader((body) => verdictOf(body.replace(/("ErrorCode"\s*:\s*)0+(?=\d)/, '$1'))),
});

function verdictOf(body: string): Verdict {
  const code = at(readJson(body), 'ErrorCode');
  if (code === 0 || code === '0') return 'accepted';
  if (code === undefined) return 'unknown';
  return { refused: refusalText('code', code, at(readJson(body), 'ErrorDescription')) };
}
