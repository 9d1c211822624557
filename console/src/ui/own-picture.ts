import { isUrl } from '../../../libs/url/is-url';

const OWN = /^\/assets\/[0-9a-f]{40}\.[a-z]{3,4}$/;

/**
 * Where the page may load a picture from: its own origin, whatever address the installation has for others. Undefined for a
 * picture from elsewhere, which the policy of the page refuses.
 */
export function ownPicture(url: string): string | undefined {
  if (!isUrl(url)) return undefined;
  const { pathname } = new URL(url);
  return OWN.test(pathname) ? window.location.origin + pathname : undefined;
}
