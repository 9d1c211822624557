import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { needsUnicode, optionalSenderOf, withoutPlus } from './message.js';

/** Gupshup. Its response is one line: `success | number | id`, or `error | code | text`, both with status 200. */
export const gupshup = smsProvider({
  id: 'gupshup',
  name: 'Gupshup',
  documentation: 'https://docs.gupshup.io/docs/send-single-message',
  keys: { needed: ['user', 'password'], optional: ['from'] },
  request: ({ content }, account) => ({
    url: 'https://enterprise.smsgupshup.com/GatewayAPI/rest',
    form: {
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
    },
  }),
  // https://docs.gupshup.io/docs/error-codes-for-enterprise-api
  code: ({ body }) => fieldsOf(body)[1],
  faults: [
    {
      recipient: '105',
      account: ['102', /authenticat|userid|password|\bmask\b|account/i, /credit|balance/i],
    },
    { recipient: /phone number/i },
  ],
  messageId: ({ body }) => fieldsOf(body)[2] || undefined,
  verdict: (body) => {
    const [outcome] = fieldsOf(body);
    if (outcome === 'success') return 'accepted';
    return outcome === 'error' ? { refused: body.trim() } : 'unknown';
  },
});

function fieldsOf(line: string): string[] {
  return line.split('|').map((field) => field.trim());
}
