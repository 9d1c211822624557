import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { formBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { verdictReader } from '../kit/http/read-response.js';
import { needsUnicode, optionalSenderOf, withoutPlus } from './message.js';

/** Gupshup. Its response is one line: `success | number | id`, or `error | code | text`, both with status 200. */
export const gupshup: SmsProvider = httpProvider({
  id: 'gupshup',
  channel: 'sms',
  name: 'Gupshup',
  documentation: 'https://docs.gupshup.io/docs/send-single-message',
  keys: { needed: ['user', 'password'], optional: ['from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://enterprise.smsgupshup.com/GatewayAPI/rest',
    ...formBody({
      method: 'SendMessage',
      v: '1.1',
      auth_scheme: 'plain',
      userid: text(account, 'user'),
      password: text(account, 'password'),
      format: 'text',
      msg_type: needsUnicode(content.body) ? 'Unicode_text' : 'TEXT',
      mask: optionalSenderOf(content, account),
      send_to: withoutPlus(content.to),
      msg: content.body,
    }),
  }),
  messageId: ({ body }) => fieldsOf(body)[2] || undefined,
  problem: verdictReader((body) => {
    const [outcome] = fieldsOf(body);
    if (outcome === 'success') return 'accepted';
    return outcome === 'error' ? { refused: body.trim() } : 'unknown';
  }),
});

function fieldsOf(line: string): string[] {
  return line.split('|').map((field) => field.trim());
}
