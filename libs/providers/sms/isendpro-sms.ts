import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict } from '../kit/http/read-response.js';
import { at, idAt, readJson } from '../kit/json.js';
import { needsUnicode, optionalSenderOf, withoutPlus } from './message.js';

/** As many parts as the text needs. */
const ALL_PARTS = '999';

/** iSendPro. Refusals may have status 200, with a code for the number or for the whole request. */
export const isendproSms = smsProvider({
  id: 'isendpro-sms',
  name: 'iSendPro SMS',
  documentation: 'https://www.isendpro.com/docs/',
  keys: { needed: ['apiKey'], optional: ['from'] },
  request: ({ content }, account) => ({
    url: 'https://apirest.isendpro.com/cgi-bin/sms',
    json: {
      keyid: text(account, 'apiKey'),
      num: withoutPlus(content.to),
      sms: content.body,
      emetteur: optionalSenderOf(content, account),
      smslong: ALL_PARTS,
      ucs2: needsUnicode(content.body) ? '1' : undefined,
    },
  }),
  // https://www.isendpro.com/docs/ (codes de retour)
  code: ({ body }) => [at(readJson(body), 'etat.etat.code'), at(readJson(body), 'etat.etat.0.code')],
  faults: [
    { recipient: '11 21', account: [/keyid|compte|\bip\b|[ée]metteur/i, /cr[ée]dit/i] },
    { recipient: /num[ée]ro/i },
  ],
  verdict: verdictOf,
});

function verdictOf(body: string): Verdict {
  const state = at(readJson(body), 'etat.etat');
  const reported = Array.isArray(state) ? (state[0] as unknown) : state;
  const code = idAt(JSON.stringify(reported ?? null), 'code');
  if (code === undefined) return 'unknown';
  return code === '0' ? 'accepted' : { refused: refusalText('code', code, at(reported, 'message')) };
}
