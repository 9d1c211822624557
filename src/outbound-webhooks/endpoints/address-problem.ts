import { isIP } from 'node:net';
import { isPublicAddress } from '../../platform/outbound-http/guard/public-address.js';

/**
 * What keeps an address from being an endpoint, as a sentence fragment. Names are looked up when a request is made: the
 * address behind them is checked then, and may be another one every time.
 */
export function addressProblem(text: string, allowsPrivate: (address: string) => boolean): string | undefined {
  if (!URL.canParse(text)) return 'must be an http or https address';
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return 'must be an http or https address';
  if (username !== '' || password !== '') return 'must not contain a user or a password';
  if (hash !== '') return 'must not have a fragment';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isIP(host)
    ? !isPublicAddress(host) && !allowsPrivate(host)
    : isThisMachine(host) && !allowsPrivate('127.0.0.1');
  return isPrivate
    ? 'must be an address of the public internet, or one that the setting HTTP_PRIVATE_TARGETS allows'
    : undefined;
}

function isThisMachine(name: string): boolean {
  return /^(.*\.)?localhost\.?$/.test(name);
}
