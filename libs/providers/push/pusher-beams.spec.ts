import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService } from '../testing/fake-service.js';
import { pusherBeams } from './pusher-beams.js';

const ACCOUNT = { instanceId: '7d5e2c1a-0000-4000-8000-c0ffee123456', secretKey: 'BEAMS0C0FFEE' };
const CONTENT = { channel: 'push' as const, token: 'ada', title: 'Order 7', body: 'On its way', data: { orderId: 7 } };
const HOST = 'https://7d5e2c1a-0000-4000-8000-c0ffee123456.pushnotifications.pusher.com';

conforms(pusherBeams, {
  account: ACCOUNT,
  content: CONTENT,
  overrides: { web: { time_to_live: 60 } },
  request: {
    method: 'POST',
    url: `${HOST}/publish_api/v1/instances/7d5e2c1a-0000-4000-8000-c0ffee123456/publishes/users`,
    headers: { authorization: 'Bearer BEAMS0C0FFEE', 'content-type': 'application/json' },
    body: JSON.stringify({
      users: ['ada'],
      apns: { aps: { alert: { title: 'Order 7', body: 'On its way' } }, data: { orderId: 7 } },
      fcm: { notification: { title: 'Order 7', body: 'On its way' }, data: { orderId: 7 } },
      web: { notification: { title: 'Order 7', body: 'On its way' }, data: { orderId: 7 }, time_to_live: 60 },
    }),
  },
  accepted: {
    status: 200,
    body: '{"publishId":"pubid-33f3f68e-b0c5-438f-b50f-fae93f6c48df"}',
    id: 'pubid-33f3f68e-b0c5-438f-b50f-fae93f6c48df',
  },
  refused: { status: 422, body: '{"error":"Unprocessable entity","description":"users: is too long"}' },
});

describe('Pusher Beams', () => {
  it('does not send to another host than its own', async () => {
    const service = await FakeService.start();
    const account = { ...ACCOUNT, instanceId: 'evil.example.com/' };
    const result = await pusherBeams.send({ key: 'a', content: CONTENT, overrides: {} }, account, worldOf(service));
    expect(result).toMatchObject({ ok: false, kind: 'permanent' });
    expect(service.received).toEqual([]);
    await service.close();
  });
});
