import { GuardedHttp } from '../../../src/platform/outbound-http/guarded-http.js';
import { anEmailIntegration } from '../../builders/integration.js';
import { FakeProvider } from '../../channels/fake-provider.js';
import { startTestApp, type TestApp } from '../../test-app.js';

const KEY = 'the password in the address';
const SNS = 'https://sns.eu-central-1.amazonaws.com';
const CONFIRMATION = '/?Action=ConfirmSubscription&Token=t1';

/** As Amazon SNS posts, which calls its JSON plain text. */
const TEXT = 'text/plain; charset=UTF-8';

let test: TestApp;
let sns: FakeProvider;
let called: string[];
let path: string;

beforeAll(async () => {
  sns = await FakeProvider.start();
  // The server that stands in for SNS is on loopback, which is allowed as an installation would allow it.
  test = await startTestApp({ settings: { HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
  const http = test.app.get(GuardedHttp, { strict: false });
  const send = http.send.bind(http);
  http.send = (request) => {
    called.push(request.url);
    return send({ ...request, url: request.url.replace(SNS, sns.url) });
  };
  const credentials = { apiKey: 'a', secretKey: 's', region: 'eu-central-1', from: 'a@example.com', senderName: 'A' };
  const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: KEY };
  const ses = anEmailIntegration({ providerId: 'ses', credentials, configurations, check: false });
  const { _id, _environmentId } = (await test.api.post('/v1/integrations', ses)).body.data;
  path = `/v2/inbound-webhooks/delivery-providers/${_environmentId}/${_id}`;
});

beforeEach(() => {
  called = [];
  sns.received = [];
  sns.responses = { [CONFIRMATION]: {} };
});

afterAll(async () => {
  await test.close();
  await sns.close();
});

function post(body: object, password = KEY, url = path) {
  const authorization = `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
  const headers = { 'content-type': TEXT, ...(password !== '' && { authorization }) };
  return test.anonymous.request({ method: 'POST', url, payload: JSON.stringify(body), headers });
}

describe('reports that call their JSON plain text', () => {
  const event = { eventType: 'Delivery', mail: { messageId: 'm1', timestamp: '2026-02-03T04:05:06.789Z' } };
  const notification = { Type: 'Notification', MessageId: 'e1', Message: JSON.stringify(event) };

  it('are understood', async () => {
    const { status, body } = await post(notification);
    expect(status).toBe(200);
    const told = { externalId: 'e1', status: 'delivered', date: event.mail.timestamp };
    expect(body).toEqual({ data: [{ id: 'm1', event: told, outcome: 'unknown_message' }] });
  });

  it('are taken nowhere else: 415', async () => {
    const headers = { 'content-type': TEXT };
    const payload = JSON.stringify({ subscriberId: 'ada' });
    expect((await test.api.request({ method: 'POST', url: '/v2/subscribers', payload, headers })).status).toBe(415);
  });

  it('B4: are refused without the password, and the answer asks for it', async () => {
    for (const password of ['', 'another']) {
      const { status, headers } = await post(notification, password);
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Basic realm="Carillon", charset="UTF-8"');
    }
  });
});

describe('reports that want to be confirmed', () => {
  const subscription = (SubscribeURL: string) => ({ Type: 'SubscriptionConfirmation', MessageId: 'e1', SubscribeURL });

  it('are, by a call of the address that they name', async () => {
    expect(await post(subscription(SNS + CONFIRMATION))).toMatchObject({ status: 200, body: { data: [] } });
    expect(called).toEqual([SNS + CONFIRMATION]);
    expect(sns.received).toEqual([expect.objectContaining({ url: CONFIRMATION, body: '' })]);
  });

  it('answer 502 when the provider does not take the confirmation', async () => {
    sns.responses = {};
    const { status, body } = await post(subscription(SNS + CONFIRMATION));
    expect(status).toBe(502);
    expect(body.message).toContain('status 404');
  });

  it('B4: are not for whoever has no key', async () => {
    expect((await post(subscription(SNS + CONFIRMATION), 'another')).status).toBe(401);
    expect(called).toEqual([]);
  });

  it("call no address that is not the provider's", async () => {
    expect((await post(subscription(`https://example.com${CONFIRMATION}`))).status).toBe(200);
    expect(called).toEqual([]);
  });
});
