import { createHash } from 'node:crypto';
import type { ConnectionOptions } from 'node:tls';
import { isRecord } from '../kit/json.js';
import { type Account, AccountError, optionalText, text } from '../kit/account.js';
import { type TokenRequest, tokenRequestOf } from './smtp-oauth.js';

/** The private key that emails are signed with, and the location of its public key (RFC 6376). */
interface SigningKey {
  domainName: string;
  keySelector: string;
  privateKey: string;
}

/** How a mail server is reached. */
export interface SmtpSettings {
  host: string;
  port: number;
  /** Encrypted from the start; if absent, only on port 465. Otherwise STARTTLS is used when the server offers it. */
  secure?: boolean;
  /** Never sends without encryption. */
  requireTls: boolean;
  /** Never uses encryption, even when the server offers it. */
  ignoreTls: boolean;
  tls: ConnectionOptions;
  login?: { user: string; pass: string } | { user: string; token: TokenRequest };
  signingKey?: SigningKey;
}

/** Allowed options, all about encryption. The target of the connection and its socket cannot be set. */
const TLS_OPTIONS = [
  'rejectUnauthorized',
  'servername',
  'ca',
  'cert',
  'key',
  'passphrase',
  'ciphers',
  'minVersion',
  'maxVersion',
  'ecdhCurve',
  'sigalgs',
] as const satisfies readonly (keyof ConnectionOptions)[];

/** Reads an account. Throws {@link AccountError} when it is incomplete or contradictory. */
export function smtpSettings(account: Account): SmtpSettings {
  const { secure } = account;
  const login = loginOf(account);
  const signingKey = signingKeyOf(account);
  return {
    host: text(account, 'host'),
    port: portOf(text(account, 'port')),
    ...(typeof secure === 'boolean' && { secure }),
    requireTls: account.requireTls === true,
    ignoreTls: account.ignoreTls === true,
    tls: tlsOf(account.tlsOptions),
    ...(login && { login }),
    ...(signingKey && { signingKey }),
  };
}

/** The mailbox of a token is the sender, unless the account names another. */
function loginOf(account: Account): SmtpSettings['login'] {
  const user = optionalText(account, 'user');
  const token = tokenRequestOf(account);
  if (token) return { user: user ?? text(account, 'from'), token };
  return user === undefined ? undefined : { user, pass: text(account, 'password') };
}

/** A hash of the settings: equal for equal settings, and it reveals nothing of them. */
export function fingerprintOf(settings: SmtpSettings): string {
  return createHash('sha256').update(JSON.stringify(settings, inOrder)).digest('base64url');
}

function inOrder(_name: string, value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
}

function portOf(written: string): number {
  const port = /^\d{1,5}$/.test(written) ? Number(written) : 0;
  if (port < 1 || port > 65_535) throw new AccountError('the credential "port" of the integration is not a port');
  return port;
}

function tlsOf(given: unknown): ConnectionOptions {
  if (!isRecord(given)) return {};
  return Object.fromEntries(
    TLS_OPTIONS.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]),
  );
}

/** DKIM needs three credentials; only `secretKey` enables it, since `domain` may be set for other reasons. */
function signingKeyOf(account: Account): SigningKey | undefined {
  const privateKey = optionalText(account, 'secretKey');
  if (privateKey === undefined) return undefined;
  return { domainName: text(account, 'domain'), keySelector: text(account, 'accountSid'), privateKey };
}
