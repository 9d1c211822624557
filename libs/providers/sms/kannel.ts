import { optionalText, text } from '../kit/account.js';
import { smsProvider } from '../kit/http/http-provider.js';
import { needsUnicode, senderOf } from './message.js';

/** Kannel's number for Unicode. */
const UNICODE = '2';

/**
 * Kannel, a self-hosted gateway. It returns no id. `host` may begin with `https://`; without a scheme it is `http://`.
 */
export const kannel = smsProvider({
  id: 'kannel',
  name: 'Kannel',
  documentation: 'https://www.kannel.org/download/1.4.5/userguide-1.4.5/userguide.html',
  keys: { needed: ['host', 'port', 'from'], optional: ['user', 'password'] },
  request({ content }, account) {
    const query = new URLSearchParams({
      ...part('username', optionalText(account, 'user')),
      ...part('password', optionalText(account, 'password')),
      from: senderOf(content, account),
      // Kannel reads numbers separated by spaces as several recipients.
      to: content.to.replaceAll(' ', ''),
      text: content.body,
      charset: 'UTF-8',
      ...part('coding', needsUnicode(content.body) ? UNICODE : undefined),
    });
    const host = text(account, 'host').replace(/\/+$/, '');
    const origin = /^https?:\/\//i.test(host) ? host : `http://${host}`;
    const url = `${origin}:${text(account, 'port')}/cgi-bin/sendsms?${query.toString()}`;
    return { method: 'GET', url };
  },
  // https://www.kannel.org/download/1.4.5/userguide-1.4.5/userguide.html: 202 accepted, 4xx refused, 503 temporary
  faults: { account: /authorization|denied|user ?name/i, recipient: /receiver|not routable/i },
});

function part(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}
