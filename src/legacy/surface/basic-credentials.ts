/** The two halves of Basic credentials. */
export interface BasicCredentials {
  id: string;
  secret: string;
}

const HEADER = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/**
 * Reads an `Authorization: Basic <base64(id:secret)>` header. Undefined for another scheme, base64 that is not whole or not
 * UTF-8, and when the colon or either half is missing. A secret may hold colons, an id cannot.
 */
export function readBasicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = HEADER.exec(authorization ?? '')?.[1];
  const text = encoded === undefined ? undefined : decode(encoded);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1 || colon === text.length - 1) return undefined;
  return { id: text.slice(0, colon), secret: text.slice(colon + 1) };
}

function decode(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64');
  // Node reads what it can; a text that is not what its bytes are written as is malformed.
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
