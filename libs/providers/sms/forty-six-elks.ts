import { basicAuthorization, text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { verdictReader } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { formBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { senderOf } from './message.js';

/** 46elks. */
export const fortySixElks: SmsProvider = httpProvider({
  id: 'forty-six-elks',
  channel: 'sms',
  name: '46elks',
  documentation: 'https://46elks.com/docs/send-sms',
  keys: { needed: ['user', 'password', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://api.46elks.com/a1/sms',
    ...formBody(
      { from: senderOf(content, account), to: content.to, message: content.body },
      { authorization: basicAuthorization(text(account, 'user'), text(account, 'password')) },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'id'),
  problem: verdictReader((body) => (readJson(body).status === 'failed' ? { refused: 'status failed' } : 'accepted')),
});
