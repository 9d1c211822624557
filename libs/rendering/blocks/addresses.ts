import { isUrl } from '#libs/url/is-url.js';

/**
 * Characters that browsers drop or replace, so that an address is not what it looks like. They are control and invisible
 * formatting characters, lone surrogates, and the backslash, which is read as a slash.
 */
const DECEPTIVE = /[\s\p{Cc}\p{Cf}\p{Cs}\\]/u;
const WEB = /^https?:\/\/[^/]/i;
const PERSON = /^(?:mailto|tel):[^\s]+$/i;
/** A host without a scheme, as people write it, with or without a path. */
const HOST = /^[a-z\d](?:[a-z\d-]*\.)+[a-z]{2,}(?:[/?#:].*)?$/i;

/**
 * Returns an address that a link of an email may have: http, https, mailto or tel. `https` is added where a host stands
 * without a scheme. Undefined for every other text.
 */
export function linkAddress(text: string): string | undefined {
  const address = withoutSpaces(text);
  if (DECEPTIVE.test(address)) return undefined;
  if (PERSON.test(address)) return address;
  return webAddress(address);
}

/** Returns an address that an image of an email may have: http or https. Undefined for every other text. */
export function imageAddress(text: string): string | undefined {
  const address = withoutSpaces(text);
  return DECEPTIVE.test(address) ? undefined : webAddress(address);
}

function webAddress(address: string): string | undefined {
  const complete = HOST.test(address) ? `https://${address}` : address;
  return WEB.test(complete) && isUrl(complete) ? complete : undefined;
}

function withoutSpaces(text: string): string {
  return text.trim().replaceAll(' ', '%20');
}
