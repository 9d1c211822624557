import type { IncomingHttpHeaders } from 'node:http';
import { isSameSecret } from '../../secrets/is-same-secret.js';

const MS_PER_SECOND = 1000;

/** How far the clocks of sender and receiver may be apart, the way included. */
const SIGNATURE_LIFE_MS = 300_000;

/** What a provider is asked for that proves itself with the password in the address. */
export const BASIC_CHALLENGE = 'Basic realm="Carillon", charset="UTF-8"';

/** Whether a proof of this time, in seconds since 1970, still counts: for five minutes, in either direction. */
export function isFresh(seconds: unknown, now: Date): boolean {
  return Math.abs(now.getTime() - Number(seconds) * MS_PER_SECOND) <= SIGNATURE_LIFE_MS;
}

/** Whether a request has the password in its basic authentication, with whatever user name. */
export function hasPassword({ authorization = '' }: IncomingHttpHeaders, password: string): boolean {
  const encoded = /^Basic\s+(\S+)$/i.exec(authorization)?.[1];
  if (encoded === undefined || password === '') return false;
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  return isSameSecret(given.slice(given.indexOf(':') + 1), password);
}

/** Whether a request has the token in its authorization, as bearer. */
export function hasBearer({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
  return given !== undefined && token !== '' && isSameSecret(given, token);
}
