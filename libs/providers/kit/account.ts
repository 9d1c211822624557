import { createHash } from 'node:crypto';

/** A key that credentials may have, and what its value is. */
export interface CredentialKeySpec {
  type: 'text' | 'flag' | 'object' | readonly string[];
  description: string;
  /** Never shown: whoever has it can act as the account. */
  secret?: true;
  /** Says where requests go that carry the account's secrets: they are given again when it changes. */
  destination?: true;
}

/** Every key that credentials of any provider may have; a list as type is that of the allowed texts. */
export const CREDENTIAL_KEYS = {
  apiKey: { type: 'text', description: 'Key of the API.', secret: true },
  user: { type: 'text', description: 'Name of the account.' },
  secretKey: { type: 'text', description: 'Secret of the API key, or key that signs.', secret: true },
  hmacSecretKeyEncoding: { type: ['text', 'base64', 'hex'], description: 'How the key that signs is written.' },
  domain: { type: 'text', description: 'Domain that mail is sent from.', destination: true },
  password: { type: 'text', description: 'Password.', secret: true },
  host: { type: 'text', description: 'Host name of the server.', destination: true },
  port: { type: 'text', description: 'Port of the server.', destination: true },
  secure: { type: 'flag', description: 'Whether the connection is encrypted from the start.' },
  region: { type: 'text', description: 'Region of the service.', destination: true },
  accountSid: { type: 'text', description: 'Id of the account.' },
  messageProfileId: { type: 'text', description: 'Id of the messaging profile.' },
  token: { type: 'text', description: 'Access token.', secret: true },
  from: { type: 'text', description: 'Address or number that messages come from.' },
  senderName: { type: 'text', description: 'Name that messages come from.' },
  projectName: { type: 'text', description: 'Name of the project.' },
  applicationId: { type: 'text', description: 'Id of the application.' },
  clientId: { type: 'text', description: 'Id of the client.' },
  requireTls: { type: 'flag', description: 'Whether an unencrypted connection is refused.' },
  ignoreTls: { type: 'flag', description: 'Whether encryption is not even tried.' },
  tlsOptions: { type: 'object', description: 'Options of the encrypted connection.', secret: true },
  baseUrl: { type: 'text', description: 'Address of the API.', destination: true },
  webhookUrl: { type: 'text', description: 'Address that messages are posted to.', secret: true, destination: true },
  redirectUrl: { type: 'text', description: 'Where people return to after they have agreed.' },
  hmac: { type: 'flag', description: 'Whether subscribers must prove who they are.' },
  serviceAccount: { type: 'text', description: 'Key file of the service account, as JSON text.', secret: true },
  ipPoolName: { type: 'text', description: 'Pool of addresses to send from.' },
  configurationSetName: { type: 'text', description: 'Name of the configuration set.' },
  apiKeyRequestHeader: { type: 'text', description: 'Header that carries the API key.' },
  secretKeyRequestHeader: { type: 'text', description: 'Header that carries the secret.' },
  idPath: { type: 'text', description: 'Where the id of a message stands in the answer.' },
  datePath: { type: 'text', description: 'Where the date of a message stands in the answer.' },
  apiToken: { type: 'text', description: 'Token of the API.', secret: true },
  authenticateByToken: { type: 'flag', description: 'Whether a token is fetched first.' },
  authenticationTokenKey: {
    type: 'text',
    description: 'Header that carries the token; it stands under that name in the answer.',
  },
  instanceId: { type: 'text', description: 'Id of the instance.', destination: true },
  alertUid: { type: 'text', description: 'Id of the alert.' },
  title: { type: 'text', description: 'Title of the alert.' },
  imageUrl: { type: 'text', description: 'Picture of the alert.' },
  state: { type: 'text', description: 'State of the alert.' },
  externalLink: { type: 'text', description: 'Link of the alert.' },
  channelId: { type: 'text', description: 'Id of the channel.' },
  phoneNumberIdentification: { type: 'text', description: 'Id of the phone number.' },
  accessKey: { type: 'text', description: 'Access key.', secret: true },
  appSid: { type: 'text', description: 'Id of the application.' },
  senderId: { type: 'text', description: 'Id of the sender.' },
  tenantId: { type: 'text', description: 'Id of the tenant.' },
  AppIOBaseUrl: { type: 'text', description: 'Address of the API.', destination: true },
  signingSecret: { type: 'text', description: 'Secret that signs requests.', secret: true },
  outboundIntegrationId: { type: 'text', description: 'Id of the integration that answers are sent with.' },
  outboundConnectedAt: { type: 'text', description: 'When that integration was connected.' },
  whatsNextCompletedAt: { type: 'text', description: 'When the guided set-up was completed.' },
  useFromAddressOverride: { type: 'flag', description: 'Whether the address below replaces the sender.' },
  fromAddressOverride: { type: 'text', description: 'Address that replaces the sender.' },
  emailSlugPrefix: { type: 'text', description: 'First part of the address.' },
  externalEnvironmentId: { type: 'text', description: 'Id of the environment at the provider.' },
  externalVaultId: { type: 'text', description: 'Id of the vault at the provider.' },
  externalWorkspaceId: { type: 'text', description: 'Id of the workspace at the provider.' },
  apiURL: { type: 'text', description: 'Address of the API.', destination: true },
  appID: { type: 'text', description: 'Id of the application.' },
  contentType: { type: 'text', description: 'How a text is encoded.' },
} as const satisfies Record<string, CredentialKeySpec>;

export type CredentialKey = keyof typeof CREDENTIAL_KEYS;

/** An account at a provider, in the clear. */
export type Account = Readonly<Partial<Record<CredentialKey, string | boolean | Record<string, unknown>>>>;

/** The keys by which an account says where its secrets are sent. */
export const DESTINATIONS: readonly string[] = Object.entries<CredentialKeySpec>(CREDENTIAL_KEYS).flatMap(
  ([key, { destination }]) => (destination ? [key] : []),
);

/** Whether the value of a key is never shown. That of a key nobody knows is not. */
export function isSecretKey(key: string): boolean {
  return !isCredentialKey(key) || (CREDENTIAL_KEYS[key] as CredentialKeySpec).secret === true;
}

export function isCredentialKey(key: string): key is CredentialKey {
  return Object.hasOwn(CREDENTIAL_KEYS, key);
}

/** What is kept for an account is found by this: equal for equal accounts, and it tells nothing of what is in them. */
export function accountKey(account: Account): string {
  const sorted = Object.entries(account).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
}

/** The account lacks something without which it cannot send. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** A text of the account; undefined when it has none. */
export function optionalText(account: Account, key: CredentialKey): string | undefined {
  const value = account[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A text of the account. Throws {@link AccountError} when it has none. */
export function text(account: Account, key: CredentialKey): string {
  const value = optionalText(account, key);
  if (value === undefined) throw new AccountError(`the integration has no credential "${key}"`);
  return value;
}

/** An address of the account without a slash at its end, or the service's own. */
export function baseUrl(account: Account, fallback?: string): string {
  const given = optionalText(account, 'baseUrl') ?? fallback;
  if (given === undefined) throw new AccountError('the integration has no credential "baseUrl"');
  const url = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(url)) throw new AccountError('the credential "baseUrl" of the integration is no address');
  return url.replace(/\/+$/, '');
}

/** The `Authorization` of a name and a password. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** What is not removed: shorter texts stand in ordinary words, too. */
const SHORTEST = 6;
/** Keys whose values are no secrets, and say which account a problem is about. */
const OPEN = new Set(['from', 'senderName', 'host', 'port', 'domain', 'region', 'baseUrl', 'projectName', 'channelId']);
const LONGEST = 500;
/** An `Authorization`, in which name and password are written as one. */
const CREDENTIALS = /(\bauthorization\W{1,6}(?:Basic|Bearer)) [\w+/=.~-]+/gi;
/** What a request proves itself by without being the account's own: fetched tokens, and signed ones. */
const PROOFS = /\bbearer\s+[\w.~+/-]{6,}=*|\beyJ[\w-]+\.[\w-]+\.[\w-]+/gi;

/**
 * Words of a provider without anything secret of the account, however it is written, and not too many of them. `others`:
 * what is secret besides.
 */
export function withoutSecrets(words: string, account: Account, others: readonly string[] = []): string {
  let clean = words.replace(CREDENTIALS, '$1 ***');
  for (const secret of secretsOf(account, others)) clean = clean.split(secret).join('***');
  clean = clean.replace(PROOFS, '***');
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean;
}

function secretsOf(account: Account, others: readonly string[]): string[] {
  const ofAccount = Object.entries(account).flatMap(([key, value]) => (OPEN.has(key) ? [] : textsOf(value)));
  const values = [...ofAccount, ...others];
  const written = values.flatMap((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
    JSON.stringify(value).slice(1, -1),
  ]);
  // The longest first: one may be part of another.
  return [...new Set(written)].filter(({ length }) => length >= SHORTEST).toSorted((a, b) => b.length - a.length);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string')
    return value.trimStart().startsWith('{') ? [value, ...textsOf(parsed(value))] : [value];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
