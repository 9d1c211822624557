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
