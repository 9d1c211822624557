import { isUrl } from '#libs/url/is-url.js';

/** A cookie keeps the path, and browsers keep none of more than 4,096 bytes. */
const MAX_LENGTH = 2000;
const SOMEWHERE = 'http://service.invalid';

/**
 * Where a browser goes after signing in, if that is a path of this service. Undefined for anything else, so that a link
 * to the sign-in page leads to no other site. Browsers read `//host`, `/\host` and `/<tab>/host` as another site, and
 * `/.//host` once its dots are resolved; so the path that is returned is the resolved one.
 */
export function returnPath(given: string): string | undefined {
  if (!given.startsWith('/') || /[\\\p{Cc}]/u.test(given)) return undefined;
  if (!isUrl(given, SOMEWHERE)) return undefined;
  const { origin, pathname, search, hash } = new URL(given, SOMEWHERE);
  if (origin !== SOMEWHERE || pathname.startsWith('//')) return undefined;
  const path = `${pathname}${search}${hash}`;
  return path.length > MAX_LENGTH ? undefined : path;
}
