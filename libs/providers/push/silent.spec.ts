import type { PushContent } from '../kit/content.js';
import { PUSH_ADAPTERS } from '../providers.js';
import { answered, EC_KEY, EVERY_KEY } from '../testing/fault-tables.js';
import { FakeService } from '../testing/fake-service.js';
import { worldOf } from '../testing/conformance.js';
import { apns, apnsOverHttp } from './apns.js';

const SILENT: PushContent = { channel: 'push', token: 'device-1', title: '', body: '', data: { id: 7 }, silent: true };
const ACCOUNT = { ...EVERY_KEY };

/** What the services that can do it are sent. */
const SENT: Record<string, { headers?: object; body: object }> = {
  fcm: {
    body: {
      message: {
        token: 'device-1',
        data: { id: '7' },
        apns: {
          headers: { 'apns-push-type': 'background', 'apns-priority': '5' },
          payload: { aps: { 'content-available': 1 } },
        },
      },
    },
  },
  apns: {
    headers: { 'apns-push-type': 'background', 'apns-priority': '5' },
    body: { id: 7, aps: { 'content-available': 1 } },
  },
  'push-webhook': {
    body: { id: 'key-1', token: 'device-1', title: '', body: '', data: { id: 7 }, silent: true },
  },
};

describe('U5: a silent notification', () => {
  let service: FakeService;
  beforeAll(async () => {
    service = await FakeService.start();
    service.respond = ({ url }) => ({
      status: 200,
      body: url.endsWith('/token') ? '{"access_token":"t","expires_in":3600}' : '{"name":"m-1"}',
    });
  });
  afterAll(() => service.close());

  const adapters = PUSH_ADAPTERS.map((one) => (one === apns ? apnsOverHttp : one));

  it.each(adapters.filter(({ id }) => id in SENT))('of $id has no text', async (provider) => {
    const account = provider === apnsOverHttp ? { ...ACCOUNT, secretKey: EC_KEY } : ACCOUNT;
    const message = { key: 'key-1', content: SILENT, overrides: {} };
    expect(await provider.send(message, account, worldOf(service))).toMatchObject({ ok: true });
    const { headers, body } = service.received.at(-1)!;
    const sent = new Map(Object.entries(SENT)).get(provider.id);
    expect(JSON.parse(body.toString())).toEqual(sent?.body);
    expect(headers).toMatchObject(sent?.headers ?? {});
  });

  it.each(adapters.filter(({ id }) => !(id in SENT)))(
    'is refused by $id, as the fault of its content',
    async (provider) => {
      expect(provider.sendsSilent).toBeUndefined();
      expect(await answered(provider, SILENT, ACCOUNT, { status: 200, headers: {}, body: '{}' })).toMatchObject({
        ok: false,
        fault: 'content',
        kind: 'permanent',
        error: expect.stringContaining('silent'),
      });
    },
  );
});
