import { generateKeyPairSync } from 'node:crypto';
import library from 'web-push';
import { apnsOverHttp } from '../push/apns.js';
import { expo } from '../push/expo.js';
import { fcm } from '../push/fcm.js';
import { oneSignal } from '../push/one-signal.js';
import { pushpad } from '../push/pushpad.js';
import { webPush } from '../push/web-push.js';
import { infobipSms } from '../sms/infobip-sms.js';
import { messagebird } from '../sms/messagebird.js';
import { nexmo } from '../sms/nexmo.js';
import { sinch } from '../sms/sinch.js';
import { twilio } from '../sms/twilio.js';
import { worldOf } from '../testing/conformance.js';
import { FakeService, type ReceivedRequest, WebPushBrowser } from '../testing/fake-service.js';
import type { Account } from './account.js';
import { secondsLeft } from './lifetime.js';
import type { PushProvider, SmsProvider } from './provider.js';

const NOW = new Date('2026-03-01T12:00:00.500Z');
const seconds = (count: number): Date => new Date(NOW.getTime() + count * 1000);
/** `2026-03-01T12:00:00Z` in seconds since 1970. */
const START = 1_772_366_400;

const pem = (type: 'ec' | 'rsa'): string =>
  (type === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
  ).privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();
const vapid = library.generateVAPIDKeys();
const serviceAccount = JSON.stringify({ project_id: 'demo', private_key: pem('rsa'), client_email: 'a@example.com' });
const token = new WebPushBrowser().subscription('https://push.example.com/1');

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of several services
const json = ({ body }: ReceivedRequest): any => JSON.parse(body.toString());
const form = ({ body }: ReceivedRequest) => Object.fromEntries(new URLSearchParams(body.toString()));

describe('EX6: how long a message is worth delivering', () => {
  let service: FakeService;
  beforeAll(async () => {
    service = await FakeService.start();
    service.respond = () => ({ status: 200, body: '{"access_token":"t0ken","expires_in":3600}' });
  });
  afterAll(() => service.close());

  async function sent(
    provider: PushProvider | SmsProvider,
    account: Account,
    expiresAt: Date | undefined,
    overrides = {},
  ): Promise<ReceivedRequest> {
    const content =
      provider.channel === 'push'
        ? { channel: 'push', token, title: 'Code', body: '4711' }
        : { channel: 'sms', to: '+4930901820', from: '+15550100', body: 'Code 4711' };
    const message = { key: 'k', content: { ...content, ...(expiresAt && { expiresAt }) }, overrides };
    await (provider as PushProvider).send(message as never, account, worldOf(service, NOW));
    return service.received.at(-1)!;
  }

  const apple = { secretKey: pem('ec'), apiKey: 'KEY', projectName: 'TEAM', applicationId: 'com.example' };
  const web = { apiKey: vapid.publicKey, secretKey: vapid.privateKey, from: 'ops@example.com' };
  const infobip = { apiKey: 'k', baseUrl: 'https://x.api.infobip.com' };
  it.each<[string, PushProvider | SmsProvider, Account, (request: ReceivedRequest) => unknown, unknown]>([
    ['apns', apnsOverHttp, apple, ({ headers }) => headers['apns-expiration'], String(START + 600)],
    ['fcm, Android', fcm, { serviceAccount }, (one) => json(one).message.android?.ttl, '600s'],
    [
      'fcm, Apple',
      fcm,
      { serviceAccount },
      (one) => json(one).message.apns?.headers['apns-expiration'],
      String(START + 600),
    ],
    ['fcm, browsers', fcm, { serviceAccount }, (one) => json(one).message.webpush?.headers.TTL, '600'],
    ['expo', expo, { apiKey: 'k' }, (one) => json(one).expiration, START + 600],
    ['one-signal', oneSignal, { applicationId: 'a', apiKey: 'k' }, (one) => json(one).ttl, 600],
    ['pushpad', pushpad, { applicationId: 'a', apiKey: 'k' }, (one) => json(one).ttl, 600],
    ['twilio', twilio, { accountSid: 'AC1', token: 't' }, (one) => form(one).ValidityPeriod, '600'],
    ['nexmo', nexmo, { apiKey: 'k', secretKey: 's' }, (one) => form(one).ttl, '600000'],
    ['sinch', sinch, { accountSid: 'p', apiToken: 't' }, (one) => json(one).expire_at, seconds(600).toISOString()],
    [
      'infobip-sms',
      infobipSms,
      infobip,
      (one) => json(one).messages[0].options?.validityPeriod,
      { amount: 600, timeUnit: 'SECONDS' },
    ],
    ['messagebird', messagebird, { accessKey: 'k' }, (one) => json(one).validity, 600],
  ])('is told to %s', async (_name, provider, account, read, expected) => {
    expect(read(await sent(provider, account, seconds(600)))).toEqual(expected);
    expect(read(await sent(provider, account, undefined))).toBeUndefined();
  });

  it('is told to push services of browsers, whose library has four weeks as default', async () => {
    expect((await sent(webPush, web, seconds(600))).headers.ttl).toBe('600');
    expect((await sent(webPush, web, undefined)).headers.ttl).toBe('2419200');
  });

  it('is what the trigger has set for the service, before anything else', async () => {
    const overrides = { ttl: 5, TTL: 5, expiry: 5, android: { ttl: '5s' } };
    expect(json(await sent(oneSignal, { applicationId: 'a', apiKey: 'k' }, seconds(600), overrides)).ttl).toBe(5);
    expect((await sent(apnsOverHttp, apple, seconds(600), overrides)).headers['apns-expiration']).toBe('5');
    expect((await sent(webPush, web, seconds(600), overrides)).headers.ttl).toBe('5');
    const { message } = json(await sent(fcm, { serviceAccount }, seconds(600), overrides));
    expect([message.android.ttl, message.webpush.headers.TTL]).toEqual(['5s', '600']);
  });
});

it.each<[string, Date | undefined, { min?: number; max?: number }, number | undefined]>([
  ['without a limit', undefined, {}, undefined],
  ['in whole seconds', seconds(1.9), {}, 1],
  ['at least one', seconds(0.2), {}, 1],
  ['at least what the service takes', seconds(5), { min: 20 }, 20],
  ['not at all when it is longer than the service has', seconds(100), { max: 100 }, undefined],
])('EX6: seconds left: %s', (_name, expiresAt, range, expected) => {
  expect(secondsLeft({ ...(expiresAt && { expiresAt }) }, NOW, range)).toBe(expected);
});
