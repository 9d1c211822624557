import { text } from '../../kit/account/account.js';
import { httpProvider } from '../../kit/http/http-provider.js';
import { isRecord } from '../../kit/is-record.js';
import { verdictReader, type Verdict, wordsOf } from '../../kit/response-verdict.js';
import type { SmsProvider } from '../../kit/provider.js';
import { idAt, readJson } from '../../kit/http/read-json.js';
import { formBody } from '../../kit/http/request-bodies.js';
import { needsUnicode } from '../gsm-alphabet.js';
import { withoutPlus } from '../numbers.js';
import { senderOf } from '../sender.js';
import { nexmoWebhook } from './nexmo.webhook.js';

const ACCEPTED = '0';
/** Too fast, broken inside, too many connections. */
const MAY_PASS = new Set(['1', '5', '10']);

/** Vonage, once Nexmo. Its status is 200 whatever has happened; each part of a long message has a status in the body. */
export const nexmo: SmsProvider = httpProvider({
  id: 'nexmo',
  channel: 'sms',
  name: 'Vonage',
  documentation: 'https://developer.vonage.com/en/api/sms',
  keys: { needed: ['apiKey', 'secretKey', 'from'] },
  reports: nexmoWebhook,
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://rest.nexmo.com/sms/json',
    ...formBody({
      api_key: text(account, 'apiKey'),
      api_secret: text(account, 'secretKey'),
      from: withoutPlus(senderOf(content, account)),
      to: withoutPlus(content.to),
      text: content.body,
      type: needsUnicode(content.body) ? 'unicode' : 'text',
    }),
  }),
  messageId: ({ body }) => idAt(body, 'messages.0.message-id'),
  problem: verdictReader(verdictOf),
});

function verdictOf(body: string): Verdict {
  const { messages } = readJson(body);
  if (!Array.isArray(messages) || messages.length === 0) return 'unknown';
  const parts = (messages as unknown[]).map((part) => (isRecord(part) ? part : {}));
  const refused = parts.find(({ status }) => status !== ACCEPTED);
  if (!refused) return 'accepted';
  const { status, 'error-text': words } = refused;
  return { refused: wordsOf('status', status, words), transient: MAY_PASS.has(String(status)) };
}
