import { text } from '../kit/account/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { at, idAt, readJson } from '../kit/http/read-json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import { verdictReader, type Verdict, wordsOf } from '../kit/response-verdict.js';
import type { SmsProvider } from '../kit/provider.js';
import { needsUnicode } from './gsm-alphabet.js';
import { withoutPlus } from './numbers.js';
import { optionalSenderOf } from './sender.js';

/** As many parts as a text needs. */
const ALL_PARTS = '999';

/** iSendPro. Refusals may have status 200, with a code for the number or for all of the request. */
export const isendproSms: SmsProvider = httpProvider({
  id: 'isendpro-sms',
  channel: 'sms',
  name: 'iSendPro SMS',
  documentation: 'https://www.isendpro.com/docs/',
  keys: { needed: ['apiKey'], optional: ['from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://apirest.isendpro.com/cgi-bin/sms',
    ...jsonBody({
      keyid: text(account, 'apiKey'),
      num: withoutPlus(content.to),
      sms: content.body,
      emetteur: optionalSenderOf(content, account),
      smslong: ALL_PARTS,
      ucs2: needsUnicode(content.body) ? '1' : undefined,
    }),
  }),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const state = at(readJson(body), 'etat.etat');
  const told = Array.isArray(state) ? (state[0] as unknown) : state;
  const code = idAt(JSON.stringify(told ?? null), 'code');
  if (code === undefined) return 'unknown';
  return code === '0' ? 'accepted' : { refused: wordsOf('code', code, at(told, 'message')) };
}
