import { text } from '../kit/account.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { formBody } from '../kit/http/request-bodies.js';
import type { SmsProvider } from '../kit/provider.js';
import { verdictReader } from '../kit/http/read-response.js';
import { senderOf, withoutPlus } from './message.js';

/** FireText. Its response is a code and a text separated by a colon, without an id. */
export const firetext: SmsProvider = httpProvider({
  id: 'firetext',
  channel: 'sms',
  name: 'Firetext',
  documentation: 'https://www.firetext.co.uk/docs',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    method: 'POST',
    url: 'https://www.firetext.co.uk/api/sendsms',
    ...formBody({
      apiKey: text(account, 'apiKey'),
      to: withoutPlus(content.to),
      from: senderOf(content, account),
      message: content.body,
    }),
  }),
  problem: verdictReader((body) => {
    const code = /^\s*(\d+):/.exec(body)?.[1];
    if (code === undefined) return 'unknown';
    return code === '0' ? 'accepted' : { refused: body.trim() };
  }),
});
