import { conforms, worldOf } from '../testing/conformance.js';
import { FakeService } from '../testing/fake-service.js';
import { expo } from './expo.js';

const ACCOUNT = { apiKey: 'expo-c0ffee-123456' };
const TOKEN = 'ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]';
const CONTENT = { channel: 'push' as const, token: TOKEN, title: 'Order 7', body: 'On its way', data: { orderId: 7 } };

const ticket = (error: string) => ({
  status: 200,
  body: JSON.stringify({ data: { status: 'error', message: 'It did not work', details: { error } } }),
});
const refusal = (status: number, code: string) => ({
  status,
  body: JSON.stringify({ errors: [{ code, message: 'No' }] }),
});

conforms(expo, {
  account: ACCOUNT,
  content: CONTENT,
  overrides: { sound: 'default', channelId: 'orders', somethingElse: 1 },
  request: {
    method: 'POST',
    url: 'https://exp.host/--/api/v2/push/send',
    headers: {
      authorization: 'Bearer expo-c0ffee-123456',
      accept: 'application/json',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      to: TOKEN,
      title: 'Order 7',
      body: 'On its way',
      data: { orderId: 7 },
      sound: 'default',
      channelId: 'orders',
    }),
  },
  accepted: {
    status: 200,
    body: '{"data":{"status":"ok","id":"XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"}}',
    id: 'XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX',
  },
  refused: refusal(400, 'VALIDATION_ERROR'),
  unknownTarget: ticket('DeviceNotRegistered'),
  busy: ticket('MessageRateExceeded'),
});

describe('Expo', () => {
  let service: FakeService;
  beforeAll(async () => {
    service = await FakeService.start();
  });
  afterAll(() => service.close());

  it.each([
    ['the credentials of the app', ticket('InvalidCredentials'), { kind: 'permanent' }],
    ['a message too big', ticket('MessageTooBig'), { kind: 'permanent' }],
    ['an experience that is not known', refusal(200, 'PUSH_TOO_MANY_EXPERIENCE_IDS'), { kind: 'permanent' }],
    ['too many requests', refusal(400, 'TOO_MANY_REQUESTS'), { kind: 'transient' }],
    ['an error without a name', { status: 200, body: '{"data":{"status":"error"}}' }, { kind: 'permanent' }],
    ['no ticket', { status: 200, body: '{"data":[]}' }, { kind: 'transient', ambiguous: true }],
  ])('U3: tells %s from a device that is gone', async (_what, response, expected) => {
    service.respond = () => response;
    const result = await expo.send({ key: 'a', content: CONTENT, overrides: {} }, ACCOUNT, worldOf(service));
    expect(result).toMatchObject({ ok: false, ...expected });
  });

  it('reads the ticket of a list of one', async () => {
    service.respond = () => ({ status: 200, body: '{"data":[{"status":"ok","id":"7"}]}' });
    const result = await expo.send({ key: 'a', content: CONTENT, overrides: {} }, ACCOUNT, worldOf(service));
    expect(result).toEqual({ ok: true, id: '7' });
  });
});
