import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict } from '../kit/http/read-response.js';
import { at, readJson } from '../kit/json.js';
import { needsUnicode, senderOf, withoutPlus } from './message.js';

/** Ruach. Errors may have status 200; their codes have leading zeros, which JSON numbers cannot have. */
export const ruachSms = smsProvider({
  id: 'ruach-sms',
  name: 'Ruach SMS',
  documentation: 'https://docs.ruach.ng/api-reference/sms/send-sms-post',
  keys: { needed: ['apiKey', 'clientId', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://accounts.netvox.ng/api/v2/SendSMS',
    json: {
      SenderId: senderOf(content, account),
      Is_Unicode: needsUnicode(content.body),
      Is_Flash: false,
      Message: content.body,
      MobileNumbers: withoutPlus(content.to),
      ApiKey: text(account, 'apiKey'),
      ClientId: text(account, 'clientId'),
    },
  }),
  // https://docs.ruach.ng/api-reference/sms/send-sms-post (error codes)
  faults: {
    account: [/api ?key|client ?id|sender|unauthori[sz]ed/i, /credit|balance/i],
    recipient: /mobile|number/i,
  },
  messageId: 'Data.0.MessageId',
  optionalId: true,
  verdict: (body) => verdictOf(body.replace(/("ErrorCode"\s*:\s*)0+(?=\d)/, '$1')),
});

function verdictOf(body: string): Verdict {
  const code = at(readJson(body), 'ErrorCode');
  if (code === 0 || code === '0') return 'accepted';
  if (code === undefined) return 'unknown';
  return { refused: refusalText('code', code, at(readJson(body), 'ErrorDescription')) };
}
