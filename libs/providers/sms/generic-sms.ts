import { smsProvider, preliminaryRequest } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import type { World } from '../kit/provider.js';
import { type Account, AccountError, baseUrl, type CredentialKey, optionalText, text } from '../kit/account.js';
import { senderOf } from './message.js';

/**
 * Any service that accepts a message as JSON. `idPath` is the path of the message's id in the response. With
 * `authenticateByToken` a token is fetched from `domain` before each message, with the headers of the keys. It is the
 * member `authenticationTokenKey` of that response, at the top or within `data`, and is sent as the header of that
 * name. The date in the response that `datePath` points to is not used.
 */
export const genericSms = smsProvider({
  id: 'generic-sms',
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
    // Checked before anything is sent: without it the account is incomplete.
    text(account, 'idPath');
    const keys = keyHeaders(account);
    const headers = account.authenticateByToken === true ? await tokenHeader(account, keys, world) : keys;
    return { url, json: { to: content.to, content: content.body, sender }, headers: headers };
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
  const { body } = await preliminaryRequest({ url, headers }, world);
  const token = idAt(body, `data.${name}`) ?? idAt(body, name);
  if (token === undefined) throw new AccountError(`the response of "domain" has no "${name}"`);
  return { [header]: token };
}

function headerIn(account: Account, key: CredentialKey): string {
  const name = text(account, key);
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new AccountError(`the credential "${key}" is not the name of a header`);
  return name.toLowerCase();
}
