import type { PushProvider } from '../kit/provider.js';
import { appio } from './appio.js';
import { apns } from './apns/apns.provider.js';
import { expo } from './expo/expo.provider.js';
import { fcm } from './fcm/fcm.provider.js';
import { oneSignal } from './one-signal/one-signal.provider.js';
import { pushWebhook } from './push-webhook/push-webhook.provider.js';
import { pusherBeams } from './pusher-beams/pusher-beams.provider.js';
import { pushpad } from './pushpad/pushpad.provider.js';
import { webPush } from './web-push/web-push.provider.js';

/** The services that push notifications are sent with. */
export const PUSH_ADAPTERS: readonly PushProvider[] = [
  fcm,
  apns,
  expo,
  oneSignal,
  pushpad,
  pushWebhook,
  pusherBeams,
  webPush,
  appio,
];
