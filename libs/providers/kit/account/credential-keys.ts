/** A key that credentials may have, and what its value is. */
export interface CredentialKeySpec {
  type: 'text' | 'flag' | 'object' | readonly string[];
  description: string;
}

/** Every key that credentials of any provider may have; a list as type is that of the allowed texts. */
export const CREDENTIAL_KEYS = {
  apiKey: { type: 'text', description: 'Key of the API.' },
  user: { type: 'text', description: 'Name of the account.' },
  secretKey: { type: 'text', description: 'Secret of the API key, or key that signs.' },
  hmacSecretKeyEncoding: { type: ['text', 'base64', 'hex'], description: 'How the key that signs is written.' },
  domain: { type: 'text', description: 'Domain that mail is sent from.' },
  password: { type: 'text', description: 'Password.' },
  host: { type: 'text', description: 'Host name of the server.' },
  port: { type: 'text', description: 'Port of the server.' },
  secure: { type: 'flag', description: 'Whether the connection is encrypted from the start.' },
  region: { type: 'text', description: 'Region of the service.' },
  accountSid: { type: 'text', description: 'Id of the account.' },
  messageProfileId: { type: 'text', description: 'Id of the messaging profile.' },
  token: { type: 'text', description: 'Access token.' },
  from: { type: 'text', description: 'Address or number that messages come from.' },
  senderName: { type: 'text', description: 'Name that messages come from.' },
  projectName: { type: 'text', description: 'Name of the project.' },
  applicationId: { type: 'text', description: 'Id of the application.' },
  clientId: { type: 'text', description: 'Id of the client.' },
  requireTls: { type: 'flag', description: 'Whether an unencrypted connection is refused.' },
  ignoreTls: { type: 'flag', description: 'Whether encryption is not even tried.' },
  tlsOptions: { type: 'object', description: 'Options of the encrypted connection.' },
  baseUrl: { type: 'text', description: 'Address of the API.' },
  webhookUrl: { type: 'text', description: 'Address that messages are posted to.' },
  redirectUrl: { type: 'text', description: 'Where people return to after they have agreed.' },
  hmac: { type: 'flag', description: 'Whether subscribers must prove who they are.' },
  serviceAccount: { type: 'text', description: 'Key file of the service account, as JSON text.' },
  ipPoolName: { type: 'text', description: 'Pool of addresses to send from.' },
  configurationSetName: { type: 'text', description: 'Name of the configuration set.' },
  apiKeyRequestHeader: { type: 'text', description: 'Header that carries the API key.' },
  secretKeyRequestHeader: { type: 'text', description: 'Header that carries the secret.' },
  idPath: { type: 'text', description: 'Where the id of a message stands in the answer.' },
  datePath: { type: 'text', description: 'Where the date of a message stands in the answer.' },
  apiToken: { type: 'text', description: 'Token of the API.' },
  authenticateByToken: { type: 'flag', description: 'Whether a token is fetched first.' },
  authenticationTokenKey: {
    type: 'text',
    description: 'Header that carries the token; it stands under that name in the answer.',
  },
  instanceId: { type: 'text', description: 'Id of the instance.' },
  alertUid: { type: 'text', description: 'Id of the alert.' },
  title: { type: 'text', description: 'Title of the alert.' },
  imageUrl: { type: 'text', description: 'Picture of the alert.' },
  state: { type: 'text', description: 'State of the alert.' },
  externalLink: { type: 'text', description: 'Link of the alert.' },
  channelId: { type: 'text', description: 'Id of the channel.' },
  phoneNumberIdentification: { type: 'text', description: 'Id of the phone number.' },
  accessKey: { type: 'text', description: 'Access key.' },
  appSid: { type: 'text', description: 'Id of the application.' },
  senderId: { type: 'text', description: 'Id of the sender.' },
  tenantId: { type: 'text', description: 'Id of the tenant.' },
  AppIOBaseUrl: { type: 'text', description: 'Address of the API.' },
  signingSecret: { type: 'text', description: 'Secret that signs requests.' },
  outboundIntegrationId: { type: 'text', description: 'Id of the integration that answers are sent with.' },
  outboundConnectedAt: { type: 'text', description: 'When that integration was connected.' },
  whatsNextCompletedAt: { type: 'text', description: 'When the guided set-up was completed.' },
  useFromAddressOverride: { type: 'flag', description: 'Whether the address below replaces the sender.' },
  fromAddressOverride: { type: 'text', description: 'Address that replaces the sender.' },
  emailSlugPrefix: { type: 'text', description: 'First part of the address.' },
  externalEnvironmentId: { type: 'text', description: 'Id of the environment at the provider.' },
  externalVaultId: { type: 'text', description: 'Id of the vault at the provider.' },
  externalWorkspaceId: { type: 'text', description: 'Id of the workspace at the provider.' },
  apiURL: { type: 'text', description: 'Address of the API.' },
  appID: { type: 'text', description: 'Id of the application.' },
  contentType: { type: 'text', description: 'How a text is encoded.' },
} as const satisfies Record<string, CredentialKeySpec>;

export type CredentialKey = keyof typeof CREDENTIAL_KEYS;

export function isCredentialKey(key: string): key is CredentialKey {
  return Object.hasOwn(CREDENTIAL_KEYS, key);
}
