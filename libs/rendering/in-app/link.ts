import { isUrl } from '#libs/url/is-url.js';
import { isRecord } from '../size-of-value.js';
import { ContentError, textOf } from './content-error.js';

/** The supported link targets. */
const LINK_TARGETS = ['_self', '_blank', '_parent', '_top', '_unfencedTop'] as const;

/** The browsing context in which a link opens. */
type LinkTarget = (typeof LINK_TARGETS)[number];

/** The destination of a click on a message or one of its buttons. */
export interface Redirect {
  url: string;
  target: LinkTarget;
}

/**
 * Characters that browsers drop or replace, so that an address is not what it looks like. They are white space, control and
 * invisible formatting characters, lone surrogates, and the backslash, which is read as a slash.
 */
const DECEPTIVE = /[\s\p{Cc}\p{Cf}\p{Cs}\\]/u;
/** Schemes that run scripts, open files or imitate a page: no environment can allow them, and http(s) needs no list. */
const NEVER_ALLOWED =
  /^(?:javascript|vbscript|livescript|data|file|filesystem|blob|about|view-source|https?|wss?|ftp):$/;
const SCHEME = /^[a-z][a-z0-9+.-]{0,62}:$/;
const ABSOLUTE = /^https?:\/\/[^/]/i;
const PATH = /^\/(?!\/)/;
/** Placeholder for the site that a path belongs to. */
const OWN_SITE = 'https://own-site.invalid';

/** Whether an environment may allow links of a scheme, such as `myapp:`. */
export function isLinkScheme(scheme: string): boolean {
  return SCHEME.test(scheme) && !NEVER_ALLOWED.test(scheme);
}

/**
 * Returns the redirect of a control (L6), or `undefined` if it has no address. `schemes`: those that the
 * environment allows besides http(s).
 *
 * @throws ContentError if the address is not allowed, or the target is unknown.
 */
export function redirectOf(control: unknown, field: string, schemes: readonly string[] = []): Redirect | undefined {
  if (control === undefined || control === null) {
    return undefined;
  }
  if (!isRecord(control)) {
    throw new ContentError(field, 'value', 'must be an object with a url');
  }
  const url = addressOf(control['url'], `${field}.url`, schemes);
  return url === undefined ? undefined : { url, target: targetOf(control['target'], url, `${field}.target`) };
}

/**
 * Returns an address as L6 defines it: absolute http or https, a path that starts with one slash, or an address of one of
 * the `schemes`. `undefined` for an empty control. White space around it, which templates easily leave, is trimmed; inside it is rejected.
 *
 * @throws ContentError for any other address.
 */
export function addressOf(control: unknown, field: string, schemes: readonly string[] = []): string | undefined {
  const url = textOf(control, field).trim();
  if (url === '') {
    return undefined;
  }
  if (!isAddress(url, schemes)) {
    const others = schemes.length === 0 ? '' : `, or an address of ${schemes.join(' ')}`;
    throw new ContentError(
      field,
      'url',
      `must be an absolute http(s) URL or a path that starts with a single slash${others}`,
    );
  }
  return url;
}

/** The scheme of an address in lower case, with its colon; undefined without one. */
export function schemeOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase();
}

function isAddress(url: string, schemes: readonly string[]): boolean {
  if (DECEPTIVE.test(url)) {
    return false;
  }
  const scheme = schemeOf(url);
  if (scheme !== undefined && isLinkScheme(scheme)) {
    return schemes.includes(scheme) && url.length > scheme.length;
  }
  if (ABSOLUTE.test(url)) {
    return isUrl(url);
  }
  // A path for the rule must be one for a browser too.
  return PATH.test(url) && isUrl(url, OWN_SITE) && new URL(url, OWN_SITE).origin === OWN_SITE;
}

function targetOf(control: unknown, url: string, field: string): LinkTarget {
  const target = textOf(control, field).trim();
  if (target === '') {
    // An app opens in place of nothing: a new tab would stay empty.
    return /^https?:/i.test(url) ? '_blank' : '_self';
  }
  const known = LINK_TARGETS.find((name) => name === target);
  if (!known) {
    throw new ContentError(field, 'target', `must be one of ${LINK_TARGETS.join(', ')}`);
  }
  return known;
}
