import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalJson } from '../../../platform/values/canonical-json.js';

/**
 * What an application proves on its server with an API key of the environment, so that nobody else can open a session
 * for its users (behaviour C8): HMAC-SHA256, in hexadecimal, of a text.
 */
export function sessionHash(apiKey: string, text: string): string {
  return createHmac('sha256', apiKey).update(text).digest('hex');
}

/** The text of a context that is hashed: its canonical JSON. */
export function contextText(context: Readonly<Record<string, unknown>>): string {
  return canonicalJson(context);
}

/** Whether `hash` is that of the text with one of the keys. Takes as long for a good guess as for a bad one. */
export function isHashOf(text: string, hash: string | undefined, apiKeys: readonly string[]): boolean {
  if (hash === undefined) return false;
  const given = Buffer.from(hash.toLowerCase());
  return apiKeys.some((apiKey) => {
    const expected = Buffer.from(sessionHash(apiKey, text));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
