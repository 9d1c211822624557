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
  /** Undefined when the provider does not say. */
  emailVerified?: boolean;
  name?: string;
  /** Undefined when the provider does not say. */
  groups?: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

const MAX_EMAIL = 254;
const MAX_NAME = 200;

/**
 * Reads the claims of a person by the names in the settings. Values of other types count as missing, but an
 * `email_verified` of another type as false.
 */
export function readClaims(
  claims: Claims & { iss: string; sub: string },
  names: Pick<Config, 'oidcEmailClaim' | 'oidcNameClaim' | 'oidcGroupsClaim'>,
): ProviderPerson {
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: toEmail(claimAt(claims, names.oidcEmailClaim)),
    emailVerified: toBoolean(claims.email_verified),
    name: toName(claimAt(claims, names.oidcNameClaim)),
    groups: toGroups(claimAt(claims, names.oidcGroupsClaim)),
  };
}

/** The claim of this name; if there is none, the one that the names between its dots lead to. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) value = isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return value;
}

function toEmail(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_EMAIL) return undefined;
  const email = normalEmail(value);
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) ? email : undefined;
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
