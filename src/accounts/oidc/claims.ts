import type { Config } from '../../platform/config/config.js';
import { isObject } from '../../platform/values/is-object.js';
import { normalEmail } from '../email.js';

/** What the provider says of a person who has signed in there. */
export interface ProviderPerson {
  issuer: string;
  /** Never changes and is never given to another person, unlike the email address. */
  subject: string;
  /** Lowercase; undefined when the provider does not say, or says something else. */
  email?: string;
  /** Of this address, not of another one of the person. Undefined when the provider does not say. */
  emailVerified?: boolean;
  name?: string;
  /** Undefined when the provider does not say. */
  groups?: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

const MAX_EMAIL = 254;
const MAX_NAME = 200;

/**
 * Reads the claims of a person by the names in the settings: those of the identity token, and of the userinfo endpoint those
 * that it lacks. Values of other types count as missing, but an `email_verified` of another type as false.
 */
export function readClaims(
  claims: Claims & { iss: string; sub: string },
  names: Pick<Config, 'oidcEmailClaim' | 'oidcNameClaim' | 'oidcGroupsClaim'>,
  more: Claims = {},
): ProviderPerson {
  const all = { ...more, ...claims };
  const email = toEmail(claimAt(all, names.oidcEmailClaim));
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    emailVerified: isVerified(email, [claims, more]),
    name: toName(claimAt(all, names.oidcNameClaim)),
    groups: toGroups(claimAt(all, names.oidcGroupsClaim)),
  };
}

/**
 * `email_verified` is said of the `email` beside it. It proves no address from another claim, which people may be free to
 * choose, and none from another place.
 */
function isVerified(email: string | undefined, places: readonly Claims[]): boolean | undefined {
  const said = places.map((claims) => toBoolean(claims.email_verified));
  if (said.includes(false)) return false;
  return places.some((claims, index) => said[index] && toEmail(claims.email) === email) || undefined;
}

/** The claim of this name; if there is none, the one that the names between its dots lead to. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return value;
}

function toEmail(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_EMAIL || turnsIntoAscii(value)) return undefined;
  const email = normalEmail(value);
  return /^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u.test(email) ? email : undefined;
}

/**
 * Whether a character such as the Kelvin sign would become a letter by normalization: the address would become that of
 * somebody else, with another mailbox.
 */
function turnsIntoAscii(text: string): boolean {
  return Array.from(text).some((one) => one > '\x7f' && /^[\x21-\x7e]+$/.test(normalEmail(one)));
}

/** Some providers send a text. */
function toBoolean(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  return value === true || value === 'true';
}

function toName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return (
    value
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_NAME) || undefined
  );
}

function toGroups(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : undefined;
}
