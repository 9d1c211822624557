import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService } from '../testing/fake-service.js';
import { oneSignal } from './one-signal.js';

const ACCOUNT = { applicationId: '7d5e2c1a-app-id', apiKey: 'os_v2_app_c0ffee' };
const SUBSCRIPTION = '1dd608f2-c6a1-11e3-851d-000c2940e62c';
const CONTENT = {
  channel: 'push' as const,
  token: SUBSCRIPTION,
  title: 'Order 7',
  body: 'On its way',
  data: { orderId: 7 },
};

conforms(oneSignal, {
  account: ACCOUNT,
  content: CONTENT,
  overrides: { ios_sound: 'bell.wav', included_segments: ['All'] },
  request: {
    method: 'POST',
    url: 'https://api.onesignal.com/notifications?c=push',
    headers: { authorization: 'Key os_v2_app_c0ffee', 'content-type': 'application/json' },
    body: JSON.stringify({
      app_id: '7d5e2c1a-app-id',
      include_subscription_ids: [SUBSCRIPTION],
      headings: { en: 'Order 7' },
      contents: { en: 'On its way' },
      data: { orderId: 7 },
      ios_sound: 'bell.wav',
      idempotency_key: '3ea67b54-ded9-5326-acef-3113679b78b8',
    }),
  },
  accepted: {
    status: 200,
    body: '{"id":"b3a375bf-c7ec-4b8a-8f6e-0d1e2f3a4b5c","external_id":null}',
    id: 'b3a375bf-c7ec-4b8a-8f6e-0d1e2f3a4b5c',
  },
  refused: { status: 400, body: '{"errors":["Message Notifications must have English language content"]}' },
});

describe('OneSignal', () => {
  it('U3: keeps the subscription of somebody who has switched notifications off', async () => {
    const service = await FakeService.start();
    service.respond = () => ({ status: 200, body: '{"id":"","errors":["All included players are not subscribed"]}' });
    const result = await oneSignal.send({ key: 'a', content: CONTENT, overrides: {} }, ACCOUNT, worldOf(service));
    expect(result).toMatchObject({ ok: false, kind: 'permanent' });
    await service.close();
  });
});
