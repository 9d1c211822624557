import type { FaultTable } from '../kit/fault.js';
import { OUTCOMES } from '../kit/fault.js';
import { FakeHttp2Service } from '../testing/fake-http2-service.js';
import { EC_KEY } from '../testing/fault-tables.js';
import { TEST_CERTIFICATE } from '../testing/test-certificate.js';
import { apns, apnsWith } from './apns.js';

const CONTENT = { channel: 'push', token: 'device-1', title: 'Order 7', body: 'On its way' } as const;
const ACCOUNT = {
  secretKey: EC_KEY,
  apiKey: 'KEY7654321',
  projectName: 'TEAM123456',
  applicationId: 'com.example.shop',
};
const CODES = Object.entries(apns.faults as FaultTable).flatMap(([ruling, given]) =>
  [given].flat().flatMap((codes) =>
    String(codes)
      .split(' ')
      .map((code) => [code, OUTCOMES[ruling as 'gone']] as const),
  ),
);

describe('what Apple responds over HTTP/2', () => {
  let service: FakeHttp2Service;
  const provider = apnsWith();

  beforeAll(async () => {
    service = await FakeHttp2Service.start();
  });
  afterAll(async () => {
    provider.forget?.(ACCOUNT);
    await service.close();
  });

  it.each(CODES)('S1: %s means %j', async (reason, outcome) => {
    service.respond = (stream) => {
      stream.respond({ ':status': 400 });
      stream.end(JSON.stringify({ reason }));
    };
    const result = await provider.send({ key: 'key-1', content: CONTENT, overrides: {} }, ACCOUNT, {
      http: () => Promise.reject(new Error('Apple is asked over HTTP/2')),
      connect: service.connect,
      ca: TEST_CERTIFICATE,
      now: () => new Date('2026-03-01T12:00:00Z'),
      signal: new AbortController().signal,
    });
    expect(result).toMatchObject({ ok: false, ...outcome });
  });
});
