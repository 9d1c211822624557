import type { PushProvider } from '../kit/provider.js';
import { appio } from './appio.js';
import { apns } from './apns/apns.provider.js';
import { expo } from './expo.js';
import { fcm } from './fcm/fcm.provider.js';
import { oneSignal } from './one-signal.js';
import { pushWebhook } from './push-webhook.js';
import { pusherBeams } from './pusher-beams.js';
import { pushpad } from './pushpad.js';
import { webPush } from './web-push.js';

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
