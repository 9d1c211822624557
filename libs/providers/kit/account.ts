import { createHash } from 'node:crypto';

/** The type and description of a credential. */
export interface CredentialKeySpec {
  type: 'text' | 'flag' | 'object' | readonly string[];
  description: string;
  /** Never shown: anyone who has it can act as the account. */
  secret?: true;
  /** Decides where the account's secrets are sent: when it changes, the secrets must be entered again. */
  destination?: true;
}

/** Every key that the credentials of any provider may have. A list as type has the allowed values. */
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
  redirectUrl: { type: 'text', description: 'Address to which users return after they have agreed.' },
  hmac: { type: 'flag', description: 'Whether subscribers must prove who they are.' },
  serviceAccount: { type: 'text', description: 'Key file of the service account, as JSON text.', secret: true },
  ipPoolName: { type: 'text', description: 'Pool of addresses to send from.' },
  configurationSetName: { type: 'text', description: 'Name of the configuration set.' },
  apiKeyRequestHeader: { type: 'text', description: 'Header that carries the API key.' },
  secretKeyRequestHeader: { type: 'text', description: 'Header that carries the secret.' },
  idPath: { type: 'text', description: 'Path of the message id in the response.' },
  datePath: { type: 'text', description: 'Path of the message date in the response.' },
  apiToken: { type: 'text', description: 'Token of the API.', secret: true },
  authenticateByToken: { type: 'flag', description: 'Whether a token is fetched first.' },
  authenticationTokenKey: {
    type: 'text',
    description: 'Header that carries the token; the response has it under the same name.',
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
  outboundIntegrationId: { type: 'text', description: 'Id of the integration that replies are sent with.' },
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

/** The credentials of an account at a provider, decrypted. */
export type Account = Readonly<Partial<Record<CredentialKey, string | boolean | Record<string, unknown>>>>;

/** The keys that decide where an account's secrets are sent. */
export const DESTINATIONS: readonly string[] = Object.entries<CredentialKeySpec>(CREDENTIAL_KEYS).flatMap(
  ([key, { destination }]) => (destination ? [key] : []),
);

/** Whether the value of a key is never shown. Unknown keys count as secret. */
export function isSecretKey(key: string): boolean {
  return !isCredentialKey(key) || (CREDENTIAL_KEYS[key] as CredentialKeySpec).secret === true;
}

export function isCredentialKey(key: string): key is CredentialKey {
  return Object.hasOwn(CREDENTIAL_KEYS, key);
}

/** The key for data cached per account: a hash that is equal for equal accounts and reveals nothing of them. */
export function accountKey(account: Account): string {
  const sorted = Object.entries(account).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('base64url');
}

/** The account is incomplete or invalid and cannot send. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

/** A string of the account; undefined when it is missing or empty. */
export function optionalText(account: Account, key: CredentialKey): string | undefined {
  const value = account[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A string of the account. Throws {@link AccountError} when it is missing or empty. */
export function text(account: Account, key: CredentialKey): string {
  const value = optionalText(account, key);
  if (value === undefined) throw new AccountError(`the integration has no credential "${key}"`);
  return value;
}

/** The account's `baseUrl`, else `fallback`, without a trailing slash. Throws {@link AccountError} when invalid. */
export function baseUrl(account: Account, fallback?: string): string {
  const given = optionalText(account, 'baseUrl') ?? fallback;
  if (given === undefined) throw new AccountError('the integration has no credential "baseUrl"');
  const url = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  if (!URL.canParse(url)) throw new AccountError('the credential "baseUrl" of the integration is no address');
  return url.replace(/\/+$/, '');
}

/** The `Authorization` header for a user name and a password. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Shorter secrets are not removed: they also occur in ordinary words. */
const SHORTEST = 6;
/** Keys whose values are not secret and help to identify the account in an error. */
const OPEN = new Set(['from', 'senderName', 'host', 'port', 'domain', 'region', 'baseUrl', 'projectName', 'channelId']);
const MAX_LENGTH = 500;
/** An `Authorization` header, in which user name and password are encoded together. */
const CREDENTIALS = /(\bauthorization\W{1,6}(?:Basic|Bearer)) [\w+/=.~-]+/gi;
/** Fetched and signed tokens, which authenticate a request but are not part of the account. */
const PROOFS = /\bbearer\s+[\w.~+/-]{6,}=*|\beyJ[\w-]+\.[\w-]+\.[\w-]+/gi;

/**
 * Returns an error text of a provider without the account's secrets, in any encoding, and shortened. `others`: further
 * secrets.
 */
export function withoutSecrets(message: string, account: Account, others: readonly string[] = []): string {
  let clean = message.replace(CREDENTIALS, '$1 ***');
  for (const secret of secretsOf(account, others)) clean = clean.split(secret).join('***');
  clean = clean.replace(PROOFS, '***');
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean;
}

function secretsOf(account: Account, others: readonly string[]): string[] {
  const ofAccount = Object.entries(account).flatMap(([key, value]) => (OPEN.has(key) ? [] : textsOf(value)));
  const values = [...ofAccount, ...others];
  const variants = values.flatMap((value) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
    JSON.stringify(value).slice(1, -1),
  ]);
  // The longest first: one secret may be part of another.
  return [...new Set(variants)].filter(({ length }) => length >= SHORTEST).toSorted((a, b) => b.length - a.length);
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string')
    return value.trimStart().startsWith('{') ? [value, ...textsOf(parsed(value))] : [value];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return [];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
