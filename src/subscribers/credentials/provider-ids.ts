/** Providers that reach a person by credentials of their own, as clients know them; they refuse any other. */
export const CREDENTIAL_PROVIDERS = [
  // Chat.
  'slack',
  'discord',
  'msteams',
  'webex-messaging',
  'mattermost',
  'ryver',
  'zulip',
  'grafana-on-call',
  'getstream',
  'rocket-chat',
  'whatsapp-business',
  'line',
  'chat-webhook',
  'novu-slack',
  'telegram',
  'sendblue',
  'novu-web-chat',
  // Push.
  'fcm',
  'apns',
  'expo',
  'one-signal',
  'pushpad',
  'push-webhook',
  'pusher-beams',
  'appio',
] as const;

export type CredentialProvider = (typeof CREDENTIAL_PROVIDERS)[number];
