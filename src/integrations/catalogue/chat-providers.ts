import type { ProviderTable } from './provider.js';

/** Providers of chat messages. */
export const CHAT_PROVIDERS: ProviderTable = {
  slack: {
    name: 'Slack',
    keys: { needed: ['applicationId', 'clientId', 'secretKey'], optional: ['redirectUrl', 'hmac'] },
  },
  discord: { name: 'Discord', keys: {} },
  msteams: { name: 'Microsoft Teams', keys: {} },
  'webex-messaging': { name: 'Webex Messaging' },
  mattermost: { name: 'Mattermost', keys: {} },
  ryver: { name: 'Ryver', keys: {} },
  zulip: { name: 'Zulip', keys: {} },
  'grafana-on-call': {
    name: 'Grafana OnCall',
    keys: { optional: ['alertUid', 'title', 'imageUrl', 'state', 'externalLink'] },
  },
  getstream: { name: 'Stream', keys: { needed: ['apiKey'] } },
  'rocket-chat': { name: 'Rocket.Chat', keys: { needed: ['token', 'user'] } },
  'whatsapp-business': { name: 'WhatsApp Business', keys: { needed: ['apiToken', 'phoneNumberIdentification'] } },
  line: { name: 'LINE' },
  'chat-webhook': { name: 'Chat Webhook' },
  'novu-slack': { name: 'Carillon Slack' },
  telegram: { name: 'Telegram' },
  sendblue: { name: 'Sendblue' },
  'novu-web-chat': { name: 'Carillon Web Chat' },
  'outbox-chat': { name: 'Carillon Outbox (chat)', keys: {} },
};
