import { baseUrl, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { refusalText, type Verdict } from '../kit/http/read-response.js';
import { at, readList } from '../kit/json.js';
import { needsUnicode, senderOf, withoutPlus } from './message.js';

/**
 * Mobishastra. `baseUrl` is the full address of its JSON interface, such as https://mshastra.com/sendsms_api_json.aspx.
 */
export const mobishastra = smsProvider({
  id: 'mobishastra',
  name: 'Mobishastra',
  documentation: 'https://telkosh.com/mobishastra/',
  keys: { needed: ['baseUrl', 'user', 'password', 'from'] },
  request: ({ content }, account) => ({
    url: baseUrl(account),
    json: [
      {
        user: text(account, 'user'),
        pwd: text(account, 'password'),
        number: withoutPlus(content.to),
        msg: content.body,
        sender: senderOf(content, account),
        language: needsUnicode(content.body) ? 'Unicode' : 'English',
      },
    ],
  }),
  // https://telkosh.com/mobishastra/ (responses)
  faults: { account: [/password|profile id|sender|user/i, /credit|balance/i], recipient: /mobile|number/i },
  verdict: verdictOf,
  messageId({ body }) {
    const id = at(readList(body), '0.msg_id');
    return typeof id === 'string' && id !== '' ? id : typeof id === 'number' ? String(id) : undefined;
  },
});

function verdictOf(body: string): Verdict {
  const reply = at(readList(body), '0.str_response');
  if (typeof reply !== 'string') return 'unknown';
  return /success/i.test(reply) ? 'accepted' : { refused: refusalText(reply) };
}
