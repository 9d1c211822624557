/** What stands in entries in place of a secret. */
export const REDACTED = '[redacted]';

/** Names of fields that hold secrets, in any case and without `_` and `-`. All that is below them is secret, too. */
const SECRET_NAMES: readonly RegExp[] = [
  /(secret|password|passwd|passphrase|credentials?|signature|cookie|authorization|auth)$/,
  /(api|secret|private|signing|access|encryption|server|service)keys?$/,
  /^pass$|^pwd$|^pin$/,
  /tokens?$/,
  /hash(es)?$/,
  /hmac$/,
  /^(code|otp|totp|codes|recoverycodes?|backupcodes?|verificationcode|authcode)$/,
  /^headers$/,
  /(link|otpauthuri|otpauthurl)$/,
];

/** Names that look like one of those above and hold none. */
const PLAIN_NAMES: readonly string[] = ['issecret', 'hashaskey', 'hassecret', 'hastoken', 'haspassword'];

/** Resources in which a `key` is a secret, and not a name. */
const SECRET_KEYS: readonly string[] = ['api-keys', 'secrets', 'self', 'members', 'owners'];

/** Texts that are secrets, whatever the name of their field. */
const SECRET_TEXTS: readonly RegExp[] = [
  // API keys, and secrets of legacy applications.
  /(?<![0-9A-Za-z])[0-9a-f]{32}(?![0-9A-Za-z])/gi,
  // Tokens of sessions and one-time links: 32 bytes in base64url.
  /(?<![\w-])[\w-]{43}(?![\w-])/g,
  /whsec_[\w+/=-]+/g,
  // JSON Web Tokens.
  /eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /otpauth:\S+/g,
  // Passwords in addresses.
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
  /(?<=\b(?:bearer|basic|apikey)\s+)[\w.~+/=-]{8,}/gi,
];

/** Whether a field with this name, in something of this resource, holds a secret. */
export function isSecretName(name: string, resource: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  if (PLAIN_NAMES.includes(plain)) return false;
  return (plain === 'key' && SECRET_KEYS.includes(resource)) || SECRET_NAMES.some((pattern) => pattern.test(plain));
}

/** The text without what looks like a secret. */
export function redactText(text: string): string {
  return SECRET_TEXTS.reduce((rest, pattern) => rest.replaceAll(pattern, REDACTED), text);
}
