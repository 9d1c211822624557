import { apns } from '#libs/providers/push/apns/apns.provider.js';
import { appio } from '#libs/providers/push/appio.js';
import { expo } from '#libs/providers/push/expo/expo.provider.js';
import { fcm } from '#libs/providers/push/fcm/fcm.provider.js';
import { oneSignal } from '#libs/providers/push/one-signal/one-signal.provider.js';
import { pushWebhook } from '#libs/providers/push/push-webhook/push-webhook.provider.js';
import { pusherBeams } from '#libs/providers/push/pusher-beams/pusher-beams.provider.js';
import { pushpad } from '#libs/providers/push/pushpad/pushpad.provider.js';
import { webPush } from '#libs/providers/push/web-push/web-push.provider.js';
import type { ProviderTable } from './provider.js';

/** Providers of push notifications. */
export const PUSH_PROVIDERS: ProviderTable = {
  [fcm.id]: fcm,
  [apns.id]: apns,
  [expo.id]: expo,
  [oneSignal.id]: oneSignal,
  [pushpad.id]: pushpad,
  [pushWebhook.id]: pushWebhook,
  [pusherBeams.id]: pusherBeams,
  [appio.id]: appio,
  'outbox-push': { name: 'Carillon Outbox (push)', keys: {} },
  [webPush.id]: webPush,
};
