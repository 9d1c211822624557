import { createHash } from 'node:crypto';
import { isUrl } from '#libs/url/is-url.js';
import type { Fault } from './fault.js';

/** The type of a credential, and how a form presents it. */
export interface CredentialKeySpec {
  type: 'text' | 'flag' | 'object' | readonly string[];
  /** Name in a form. */
  label: string;
  description: string;
  /** Never shown: anyone who has it can act as the account. */
  secret?: true;
  /** Decides where the account's secrets are sent: when it changes, the secrets must be entered again. */
  destination?: true;
}

/** Every key that the credentials of any provider may have. A list as type has the allowed values. */
export const CREDENTIAL_KEYS = {
  apiKey: { label: 'API key', type: 'text', description: 'Key of the API.', secret: true },
  user: { label: 'User name', type: 'text', description: 'Name of the account.' },
  secretKey: {
    label: 'Secret key',
    type: 'text',
    description: 'Secret of the API key, or key that signs.',
    secret: true,
  },
  hmacSecretKeyEncoding: {
    label: 'Encoding of the secret key',
    type: ['text', 'base64', 'hex'],
    description: 'How the key that signs is written.',
  },
  domain: { label: 'Domain', type: 'text', description: 'Domain that mail is sent from.', destination: true },
  password: { label: 'Password', type: 'text', description: 'Password.', secret: true },
  host: { label: 'Host', type: 'text', description: 'Host name of the server.', destination: true },
  port: { label: 'Port', type: 'text', description: 'Port of the server.', destination: true },
  secure: {
    label: 'Encrypted from the start',
    type: 'flag',
    description: 'Whether the connection is encrypted from the start.',
  },
  region: { label: 'Region', type: 'text', description: 'Region of the service.', destination: true },
  accountSid: { label: 'Account SID', type: 'text', description: 'Id of the account.' },
  messageProfileId: { label: 'Messaging profile ID', type: 'text', description: 'Id of the messaging profile.' },
  token: { label: 'Access token', type: 'text', description: 'Access token.', secret: true },
  from: { label: 'From', type: 'text', description: 'Address or number that messages come from.' },
  senderName: { label: 'Sender name', type: 'text', description: 'Name that messages come from.' },
  projectName: { label: 'Project name', type: 'text', description: 'Name of the project.' },
  applicationId: { label: 'Application ID', type: 'text', description: 'Id of the application.' },
  clientId: { label: 'Client ID', type: 'text', description: 'Id of the client.' },
  requireTls: { label: 'Require TLS', type: 'flag', description: 'Whether an unencrypted connection is refused.' },
  ignoreTls: { label: 'Ignore TLS', type: 'flag', description: 'Whether encryption is not even tried.' },
  tlsOptions: {
    label: 'TLS options',
    type: 'object',
    description: 'Options of the encrypted connection.',
    secret: true,
  },
  baseUrl: { label: 'Base URL', type: 'text', description: 'Address of the API.', destination: true },
  webhookUrl: {
    label: 'Webhook URL',
    type: 'text',
    description: 'Address that messages are posted to.',
    secret: true,
    destination: true,
  },
  redirectUrl: {
    label: 'Redirect URL',
    type: 'text',
    description: 'Address to which users return after they have agreed.',
  },
  hmac: { label: 'HMAC', type: 'flag', description: 'Whether subscribers must prove who they are.' },
  serviceAccount: {
    label: 'Service account',
    type: 'text',
    description: 'Key file of the service account, as JSON text.',
    secret: true,
  },
  ipPoolName: { label: 'IP pool', type: 'text', description: 'Pool of addresses to send from.' },
  configurationSetName: { label: 'Configuration set', type: 'text', description: 'Name of the configuration set.' },
  apiKeyRequestHeader: {
    label: 'Header of the API key',
    type: 'text',
    description: 'Header that carries the API key.',
  },
  secretKeyRequestHeader: {
    label: 'Header of the secret key',
    type: 'text',
    description: 'Header that carries the secret.',
  },
  idPath: { label: 'Path of the id', type: 'text', description: 'Path of the message id in the response.' },
  datePath: { label: 'Path of the date', type: 'text', description: 'Path of the message date in the response.' },
  apiToken: { label: 'API token', type: 'text', description: 'Token of the API.', secret: true },
  authenticateByToken: {
    label: 'Authenticate by token',
    type: 'flag',
    description: 'Whether a token is fetched first.',
  },
  authenticationTokenKey: {
    label: 'Header of the token',
    type: 'text',
    description: 'Header that carries the token; the response has it under the same name.',
  },
  instanceId: { label: 'Instance ID', type: 'text', description: 'Id of the instance.', destination: true },
  alertUid: { label: 'Alert UID', type: 'text', description: 'Id of the alert.' },
  title: { label: 'Title', type: 'text', description: 'Title of the alert.' },
  imageUrl: { label: 'Image URL', type: 'text', description: 'Picture of the alert.' },
  state: { label: 'State', type: 'text', description: 'State of the alert.' },
  externalLink: { label: 'Link', type: 'text', description: 'Link of the alert.' },
  channelId: { label: 'Channel ID', type: 'text', description: 'Id of the channel.' },
  phoneNumberIdentification: { label: 'Phone number ID', type: 'text', description: 'Id of the phone number.' },
  accessKey: { label: 'Access key', type: 'text', description: 'Access key.', secret: true },
  appSid: { label: 'App SID', type: 'text', description: 'Id of the application.' },
  senderId: { label: 'Sender ID', type: 'text', description: 'Id of the sender.' },
  tenantId: { label: 'Tenant ID', type: 'text', description: 'Id of the tenant.' },
  AppIOBaseUrl: { label: 'Base URL', type: 'text', description: 'Address of the API.', destination: true },
  signingSecret: { label: 'Signing secret', type: 'text', description: 'Secret that signs requests.', secret: true },
  outboundIntegrationId: {
    label: 'Outbound integration ID',
    type: 'text',
    description: 'Id of the integration that replies are sent with.',
  },
  outboundConnectedAt: {
    label: 'Outbound connected at',
    type: 'text',
    description: 'When that integration was connected.',
  },
  whatsNextCompletedAt: {
    label: 'Set-up completed at',
    type: 'text',
    description: 'When the guided set-up was completed.',
  },
  useFromAddressOverride: {
    label: 'Replace the sender',
    type: 'flag',
    description: 'Whether the address below replaces the sender.',
  },
  fromAddressOverride: { label: 'Replacing sender', type: 'text', description: 'Address that replaces the sender.' },
  emailSlugPrefix: { label: 'First part of the address', type: 'text', description: 'First part of the address.' },
  externalEnvironmentId: {
    label: 'Environment ID',
    type: 'text',
    description: 'Id of the environment at the provider.',
  },
  externalVaultId: { label: 'Vault ID', type: 'text', description: 'Id of the vault at the provider.' },
  externalWorkspaceId: { label: 'Workspace ID', type: 'text', description: 'Id of the workspace at the provider.' },
  apiURL: { label: 'API URL', type: 'text', description: 'Address of the API.', destination: true },
  appID: { label: 'App ID', type: 'text', description: 'Id of the application.' },
  authType: {
    label: 'Login',
    type: ['password', 'client_credentials', 'refresh_token'],
    description: 'How the account logs in: by its password, as an application, or with the consent of a person.',
  },
  clientSecret: { label: 'Client secret', type: 'text', description: 'Secret of the client.', secret: true },
  refreshToken: {
    label: 'Refresh token',
    type: 'text',
    description: 'Token with which new access tokens are fetched.',
    secret: true,
  },
  tokenUrl: {
    label: 'Token URL',
    type: 'text',
    description: 'Address from which access tokens are fetched.',
    destination: true,
  },
  scope: { label: 'Scope', type: 'text', description: 'What access tokens are for.' },
  contentType: { label: 'Content type', type: 'text', description: 'How a text is encoded.' },
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

/** The account is incomplete or invalid and cannot send; with another `fault`, the message cannot be sent with it. */
export class AccountError extends Error {
  override readonly name = 'AccountError';

  constructor(
    message: string,
    readonly fault: Fault = 'account',
  ) {
    super(message);
  }
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
  if (!isUrl(url)) throw new AccountError('the credential "baseUrl" of the integration is not an address');
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
