import { AccountError, baseUrl, optionalText, text } from '../kit/account/account.js';
import type { CredentialKey } from '../kit/account/credential-keys.js';
import { askFirst } from '../kit/http/earlier-request.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/http/read-json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { Account, SmsProvider, World } from '../kit/provider.js';
import { senderOf } from './sender.js';

/**
 * Any service that takes a message as JSON. `idPath` tells where the id of the message stands in the answer. With
 * `authenticateByToken` a token is fetched from `domain` before each message, with the headers of the keys; it stands in
 * that answer under the name of `authenticationTokenKey`, alone or within `data`, and is sent as the header of that name.
 * A date in the answer, to which `datePath` leads, is not needed here.
 */
export const genericSms: SmsProvider = httpProvider({
  id: 'generic-sms',
  channel: 'sms',
  name: 'Generic SMS',
  documentation: 'https://docs.novu.co/platform/integrations/sms/sms-webhook',
  keys: {
    needed: ['baseUrl', 'apiKeyRequestHeader', 'apiKey', 'idPath', 'from'],
    optional: [
      'secretKeyRequestHeader',
      'secretKey',
      'datePath',
      'authenticateByToken',
      'domain',
      'authenticationTokenKey',
    ],
  },
  async request({ content }, account, world) {
    const url = baseUrl(account);
    const sender = senderOf(content, account);
    // Asked for before anything is sent: an account that lacks it is not complete.
    text(account, 'idPath');
    const keys = keyHeaders(account);
    const headers = account.authenticateByToken === true ? await tokenHeader(account, keys, world) : keys;
    return { method: 'POST', url, ...jsonBody({ to: content.to, content: content.body, sender }, headers) };
  },
  messageId: ({ body }, account) => idAt(body, text(account, 'idPath')),
});

function keyHeaders(account: Account): Record<string, string> {
  const secret = optionalText(account, 'secretKey');
  return {
    [headerIn(account, 'apiKeyRequestHeader')]: text(account, 'apiKey'),
    ...(secret !== undefined && { [headerIn(account, 'secretKeyRequestHeader')]: secret }),
  };
}

async function tokenHeader(
  account: Account,
  headers: Record<string, string>,
  world: World,
): Promise<Record<string, string>> {
  const name = text(account, 'authenticationTokenKey');
  const header = headerIn(account, 'authenticationTokenKey');
  const url = baseUrl({ baseUrl: text(account, 'domain') });
  const { body } = await askFirst({ method: 'POST', url, headers }, world);
  const token = idAt(body, `data.${name}`) ?? idAt(body, name);
  if (token === undefined) throw new AccountError(`the answer of "domain" has no "${name}"`);
  return { [header]: token };
}

function headerIn(account: Account, key: CredentialKey): string {
  const name = text(account, key);
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new AccountError(`the credential "${key}" is no name of a header`);
  return name.toLowerCase();
}
