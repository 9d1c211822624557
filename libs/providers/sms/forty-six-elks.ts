import { basicAuthorization, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { judged } from '../kit/http/read-response.js';
import { senderOf } from './message.js';

/** 46elks. */
export const fortySixElks = smsProvider({
  id: 'forty-six-elks',
  name: '46elks',
  documentation: 'https://46elks.com/docs/send-sms',
  keys: { needed: ['user', 'password', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://api.46elks.com/a1/sms',
    form: { from: senderOf(content, account), to: content.to, message: content.body },
    headers: { authorization: basicAuthorization(text(account, 'user'), text(account, 'password')) },
  }),
  // https://46elks.com/docs/send-sms#errors
  faults: { recipient: /'to'|"to"|\bto number/i, account: [/'from'|\bfrom\b|API access/i, /credits/i] },
  messageId: 'id',
  verdict: judged('status', { bad: ['failed'] }),
});
