import library from 'web-push';
import type { PushContent } from '../kit/content.js';
import type { Provider } from '../kit/provider.js';
import { PUSH_ADAPTERS } from '../providers.js';
import { answered, EC_KEY, type FaultTableOf, saysWhoActs } from '../testing/fault-tables.js';
import { WebPushBrowser } from '../testing/fake-service.js';
import { apns, apnsOverHttp } from './apns.js';

const content: PushContent = { channel: 'push', token: 'device-1', title: 'Order 7', body: 'On its way' };
const ADAPTERS = PUSH_ADAPTERS.map((one) => (one === apns ? apnsOverHttp : one));
const providerOf = (id: string): Provider<PushContent> => ADAPTERS.find((one) => one.id === id)!;
const reasons = (
  rows: readonly (readonly [number, string, 'recipient' | 'content' | 'account' | 'passing' | 'gone'])[],
) => rows.map(([status, reason, fault]) => [status, { reason }, fault] as const);
const fcmError = (errorCode: string, status = 'UNKNOWN') => ({ error: { status, details: [{ errorCode }] } });

/** Each row: status and body as the page has them, and who has to act. Only a device that is gone is removed (U3). */
const TABLES: Readonly<Record<string, FaultTableOf<PushContent>['refusals']>> = {
  fcm: {
    'https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode': [
      [404, fcmError('UNREGISTERED', 'NOT_FOUND'), 'gone'],
      [403, fcmError('SENDER_ID_MISMATCH', 'PERMISSION_DENIED'), 'account'],
      [401, fcmError('THIRD_PARTY_AUTH_ERROR', 'UNAUTHENTICATED'), 'account'],
      [400, fcmError('INVALID_ARGUMENT', 'INVALID_ARGUMENT'), 'content'],
      [429, fcmError('QUOTA_EXCEEDED', 'RESOURCE_EXHAUSTED'), 'passing'],
      [503, fcmError('UNAVAILABLE', 'UNAVAILABLE'), 'passing'],
      [500, fcmError('INTERNAL', 'INTERNAL'), 'passing'],
      [404, { error: { status: 'NOT_FOUND', message: 'Requested entity was not found.' } }, 'account'],
    ],
  },
  apns: {
    'https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns': reasons([
      [400, 'BadDeviceToken', 'account'],
      [400, 'DeviceTokenNotForTopic', 'account'],
      [400, 'TopicDisallowed', 'account'],
      [400, 'BadTopic', 'account'],
      [400, 'BadCollapseId', 'content'],
      [400, 'PayloadEmpty', 'content'],
      [403, 'ExpiredProviderToken', 'account'],
      [403, 'InvalidProviderToken', 'account'],
      [403, 'Forbidden', 'account'],
      [410, 'Unregistered', 'gone'],
      [410, 'ExpiredToken', 'gone'],
      [413, 'PayloadTooLarge', 'content'],
      [429, 'TooManyProviderTokenUpdates', 'passing'],
      [429, 'TooManyRequests', 'passing'],
      [500, 'InternalServerError', 'passing'],
      [503, 'Shutdown', 'passing'],
    ]),
  },
  expo: {
    'https://docs.expo.dev/push-notifications/sending-notifications/#individual-errors': [
      [200, { data: { status: 'error', details: { error: 'DeviceNotRegistered' } } }, 'gone'],
      [200, { data: { status: 'error', details: { error: 'MessageTooBig' } } }, 'content'],
      [200, { data: { status: 'error', details: { error: 'MessageRateExceeded' } } }, 'passing'],
      [200, { data: { status: 'error', details: { error: 'MismatchSenderId' } } }, 'account'],
      [200, { data: { status: 'error', details: { error: 'InvalidCredentials' } } }, 'account'],
      [429, { errors: [{ code: 'TOO_MANY_REQUESTS' }] }, 'passing'],
      [400, { errors: [{ code: 'PUSH_TOO_MANY_EXPERIENCE_IDS' }] }, 'account'],
    ],
  },
  'one-signal': {
    'https://documentation.onesignal.com/reference/push-notification': [
      [200, { id: '', errors: ['All included players are not subscribed'] }, 'recipient'],
      [200, { id: '1', errors: { invalid_player_ids: ['device-1'] } }, 'recipient'],
      [400, { errors: ['app_id not found. You may be missing a Content-Type'] }, 'account'],
      [403, { errors: ['Access denied.'] }, 'account'],
      [429, '', 'passing'],
    ],
  },
  pushpad: {
    'https://pushpad.xyz/docs/rest_api': [
      [201, { id: 1, uids: [] }, 'recipient'],
      [401, '', 'account'],
      [422, { body: ["can't be blank"] }, 'content'],
    ],
  },
  'push-webhook': {
    'its own server: the status': [
      [410, '', 'gone'],
      [401, '', 'account'],
      [503, '', 'passing'],
    ],
  },
  'pusher-beams': {
    'https://pusher.com/docs/beams/reference/publish-api/': [
      [401, { error: 'Unauthorized' }, 'account'],
      [404, { error: 'Instance not found' }, 'account'],
      [422, { error: 'Bad request', description: '`users` is invalid: user id too long' }, 'recipient'],
      [413, '', 'content'],
    ],
  },
  appio: {
    'https://docs.pagopa.it/io-guida-tecnica/api-e-specifiche/api-messaggi': [
      [404, { title: 'No user with the provided fiscal code found.' }, 'recipient'],
      [403, { title: 'The user has blocked the service' }, 'recipient'],
      [401, { message: 'Access denied due to missing subscription key.' }, 'account'],
      [429, '', 'passing'],
    ],
  },
  'web-push': {
    'https://datatracker.ietf.org/doc/html/rfc8030': [
      [404, '', 'gone'],
      [410, '', 'gone'],
      [413, '', 'content'],
      [429, '', 'passing'],
    ],
    'https://datatracker.ietf.org/doc/html/rfc8292': [
      [401, '', 'account'],
      [403, 'the key does not match that of the subscription', 'account'],
    ],
  },
};

const long = { title: 'A long title', body: 'A text that is long enough: '.repeat(4) };
const token = new WebPushBrowser().subscription('https://push.example.com/wpush/v2/gAAAAA');
const vapid = library.generateVAPIDKeys();

saysWhoActs(
  ADAPTERS,
  Object.entries(TABLES).map(([id, refusals]) => ({
    provider: providerOf(id),
    content: id === 'web-push' ? { ...content, token } : id === 'appio' ? { ...content, ...long } : content,
    refusals,
    ...(id === 'apns' && { account: { secretKey: EC_KEY } }),
    ...(id === 'web-push' && { account: { apiKey: vapid.publicKey, secretKey: vapid.privateKey } }),
  })),
);

describe('a device that Apple no longer knows', () => {
  const account = {
    secretKey: EC_KEY,
    apiKey: 'KEY7654321',
    projectName: 'TEAM123456',
    applicationId: 'com.example.shop',
  };
  const timestamp = Date.parse('2026-02-01T00:00:00Z');
  const sending = (registeredAt: string) =>
    answered(apnsOverHttp, { ...content, registeredAt: new Date(registeredAt) }, account, {
      status: 410,
      headers: {},
      body: JSON.stringify({ reason: 'Unregistered', timestamp }),
    });

  it('U3: is gone only when Apple says so of a time after its registration', async () => {
    expect(await sending('2026-01-31T00:00:00Z')).toMatchObject({ kind: 'invalid_target', fault: 'recipient' });
    expect(await sending('2026-02-02T00:00:00Z')).toMatchObject({ kind: 'permanent', fault: 'recipient' });
  });
});
