import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService } from '../testing/fake-service.js';
import { pushpad } from './pushpad.js';

const ACCOUNT = { apiKey: '5374d7dfeffa2eb4', applicationId: 'project-123' };
const CONTENT = { channel: 'push' as const, token: 'ada', title: 'Order 7', body: 'On its way', data: { orderId: 7 } };

conforms(pushpad, {
  account: ACCOUNT,
  content: CONTENT,
  overrides: { target_url: 'https://example.com/orders/7', send_at: '2030-01-01' },
  request: {
    method: 'POST',
    url: 'https://pushpad.xyz/api/v1/projects/project-123/notifications',
    headers: {
      authorization: 'Bearer 5374d7dfeffa2eb4',
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      body: 'On its way',
      title: 'Order 7',
      custom_data: '{"orderId":7}',
      target_url: 'https://example.com/orders/7',
      uids: ['ada'],
    }),
  },
  accepted: { status: 201, body: '{"id":123456,"uids":["ada"]}', id: '123456' },
  refused: { status: 422, body: '{"body":["can\'t be blank"]}' },
});

describe('Pushpad', () => {
  it('U3: keeps a person who has no subscription at the moment', async () => {
    const service = await FakeService.start();
    service.respond = () => ({ status: 201, body: '{"id":123456,"uids":[]}' });
    const result = await pushpad.send({ key: 'a', content: CONTENT, overrides: {} }, ACCOUNT, worldOf(service));
    expect(result).toMatchObject({ ok: false, kind: 'permanent' });
    await service.close();
  });
});
