import type { ProviderTable } from './provider.js';

/** Providers of push notifications. */
export const PUSH_PROVIDERS: ProviderTable = {
  fcm: { name: 'Firebase Cloud Messaging', keys: { needed: ['serviceAccount'] } },
  apns: {
    name: 'Apple Push Notification Service',
    keys: { needed: ['secretKey', 'apiKey', 'projectName', 'applicationId'], optional: ['secure'] },
  },
  expo: { name: 'Expo', keys: { needed: ['apiKey'] } },
  'one-signal': { name: 'OneSignal', keys: { needed: ['applicationId', 'apiKey'] } },
  pushpad: { name: 'Pushpad', keys: { needed: ['apiKey', 'applicationId'] } },
  'push-webhook': { name: 'Push Webhook', keys: { needed: ['webhookUrl', 'secretKey'] } },
  'pusher-beams': { name: 'Pusher Beams', keys: { needed: ['instanceId', 'secretKey'] } },
  appio: { name: 'Appio' },
  'outbox-push': { name: 'Carillon Outbox (push)', keys: {} },
};
