import { isUrl } from '#libs/url/is-url.js';
import { cutTo } from '../kit/fit.js';
import type { ToolContent, ToolTarget } from '../kit/content.js';
import { type Account, AccountError, type CredentialKey, optionalText, text } from '../kit/account.js';

type KeyTarget = Extract<ToolTarget, { kind: 'key' }>;
type UrlTarget = Extract<ToolTarget, { kind: 'url' }>;

/** The key to send to: the recipient's, else the account's. Throws {@link AccountError} for another kind of target. */
export function keyTarget({ target }: ToolContent, account: Account, service: string): KeyTarget {
  if (!target) return { kind: 'key', key: text(account, 'apiKey'), region: optionalText(account, 'region') ?? 'us' };
  if (target.kind !== 'key')
    throw new AccountError(`${service} is reached by a key, and not by an address`, 'recipient');
  return target;
}

/** The address to send to: the recipient's, else the account's. `token`: the credential with the account's token. */
export function urlTarget(
  { target }: ToolContent,
  account: Account,
  service: string,
  token?: CredentialKey,
): UrlTarget {
  if (target && target.kind !== 'url')
    throw new AccountError(`${service} is reached by an address, and not by a key`, 'recipient');
  const own = token && optionalText(account, token);
  const found: UrlTarget = target ?? {
    kind: 'url',
    url: text(account, 'webhookUrl'),
    ...(own !== undefined && { token: own }),
  };
  if (/^https?:\/\//i.test(found.url) && isUrl(found.url)) return found;
  throw new AccountError(`${service} has no http or https address`, target ? 'recipient' : 'account');
}

/** The secrets of a target: anyone who knows the address of a webhook can post to it. */
export function toolSecrets({ target }: ToolContent): string[] {
  if (!target) return [];
  if (target.kind === 'key') return [target.key];
  const { url, token, headers = {} } = target;
  const given = Object.values(headers).filter((value): value is string => typeof value === 'string');
  return [url, ...(isUrl(url) ? pathsOf(new URL(url)) : []), ...(token === undefined ? [] : [token]), ...given];
}

function pathsOf({ href, pathname, search, searchParams }: URL): string[] {
  return [href, `${pathname}${search}`, pathname, search, ...searchParams.values()];
}

/** A target without its secrets, for display. */
export function withoutKeys(target: ToolTarget): ToolTarget {
  if (target.kind === 'key') return { ...target, key: '***' };
  const { token: _token, headers: _headers, ...address } = target;
  return address;
}

/** The first line of a text, as a title of at most `most` characters. */
export function titleOf(body: string, maxLength: number): string {
  const [line = ''] = body.trim().split('\n', 1);
  return cutTo(line.trim(), { max: maxLength, unit: 'characters' });
}
