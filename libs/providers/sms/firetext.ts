import { text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { senderOf, withoutPlus } from './message.js';

/** FireText. Its response is a code and a text separated by a colon, without an id. */
export const firetext = smsProvider({
  id: 'firetext',
  name: 'Firetext',
  documentation: 'https://www.firetext.co.uk/docs',
  keys: { needed: ['apiKey', 'from'] },
  request: ({ content }, account) => ({
    url: 'https://www.firetext.co.uk/api/sendsms',
    form: {
      apiKey: text(account, 'apiKey'),
      to: withoutPlus(content.to),
      from: senderOf(content, account),
      message: content.body,
    },
  }),
  // https://www.firetext.co.uk/docs#response-codes
  code: ({ body }) => /^\s*(\d+):/.exec(body)?.[1],
  faults: { recipient: '2', content: '5 6', account: ['1 3 4', '7'] },
  verdict: (body) => {
    const code = /^\s*(\d+):/.exec(body)?.[1];
    if (code === undefined) return 'unknown';
    return code === '0' ? 'accepted' : { refused: body.trim() };
  },
});
