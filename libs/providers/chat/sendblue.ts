import { text } from '../kit/account.js';
import { chatProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { phoneNumber } from './targets.js';

/** Sendblue: iMessage, and text messages to phones without it. It recognizes no repetitions. */
export const sendblue = chatProvider({
  id: 'sendblue',
  name: 'Sendblue',
  documentation: 'https://docs.sendblue.com/docs/outbound',
  keys: { needed: ['apiKey', 'secretKey', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://api.sendblue.co/api/send-message',
    json: { number: phoneNumber(content, 'Sendblue'), from_number: text(account, 'from'), content: content.body },
    headers: { 'sb-api-key-id': text(account, 'apiKey'), 'sb-api-secret-key': text(account, 'secretKey') },
  }),
  // https://docs.sendblue.com/docs/error-codes
  code: 'error_code',
  faults: {
    passing: '4001 5000 5003',
    recipient: /opted out|invalid number|number is invalid|not a valid (?:phone )?number/i,
    account: /from_number|not registered|plan|credentials|unauthori[sz]ed/i,
  },
  limits: { body: { max: 18_996, unit: 'characters' } },
  messageId: 'message_handle',
  optionalId: true,
  verdict: judged('status', { bad: ['ERROR'] }, 'error_code', 'error_message'),
});
