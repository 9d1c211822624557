import { createHash, createHmac } from 'node:crypto';
import { startTestApp, type TestApp } from '../../test-app.js';
import { sentMessage } from './sent-message.js';

const PUBLIC_URL = 'https://notify.example.com';
const KEY = 'what the provider signs with';
const WORD = createHash('sha256').update(KEY).digest('hex');

let test: TestApp;
let environmentId: string;

beforeAll(async () => {
  test = await startTestApp({ settings: { PUBLIC_URL } });
  environmentId = (await test.api.get('/v1/environments/me')).body.data._id;
});

afterAll(() => test.close());

/** An integration that takes reports under {@link KEY}: its identifier, and the path that they go to. */
async function reporting(providerId: string, channel: string, configurations = {}) {
  const fields = {
    providerId,
    channel,
    credentials: {},
    active: true,
    check: false,
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: KEY, ...configurations },
  };
  const { _id, identifier } = (await test.api.post('/v1/integrations', fields)).body.data;
  return { identifier, path: `/v2/inbound-webhooks/delivery-providers/${environmentId}/${_id}` };
}

const textSentThrough = (identifier: string) =>
  sentMessage(test, {
    channel: 'sms',
    identifier,
    address: { phone: '+4915112345678' },
    controlValues: { body: 'Hello' },
  });

describe('reports that are forms', () => {
  /** As Twilio does it: the fields sorted behind the address to which it believes to post. */
  function post(path: string, fields: Record<string, string>, { key = KEY, address = `${PUBLIC_URL}${path}` } = {}) {
    const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const signature = createHmac('sha1', key)
      .update(address + sorted.flat().join(''))
      .digest('base64');
    return test.anonymous.request({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    });
  }

  it('S8: are noted on the message when they are signed for the public address', async () => {
    const { identifier, path } = await reporting('twilio', 'sms');
    const { providerMessageId: messageId, reports } = await textSentThrough(identifier);
    const fields = { MessageSid: messageId, MessageStatus: 'undelivered', ErrorCode: '30003', To: '+4915112345678' };
    const { status, body } = await post(path, fields);
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        id: messageId,
        event: { status: 'undelivered', date: expect.any(String), response: 'error 30003' },
        outcome: 'noted',
      },
    ]);
    expect(await reports()).toEqual([
      expect.objectContaining({ detail: 'Reported by the provider: undelivered', raw: 'error 30003' }),
    ]);
  });

  it('B4: change nothing when they are signed by others, or for another address: 401', async () => {
    const { identifier, path } = await reporting('twilio', 'sms');
    const { providerMessageId: messageId, reports } = await textSentThrough(identifier);
    const fields = { MessageSid: messageId, MessageStatus: 'delivered' };
    const forgeries = [{ key: 'another' }, { address: `http://localhost:3000${path}` }, { address: `${PUBLIC_URL}/` }];
    for (const forgery of forgeries) expect((await post(path, fields, forgery)).status).toBe(401);
    expect(await reports()).toEqual([]);
  });
});

describe('a provider that asks first', () => {
  const ask = (path: string, changes: Record<string, string> = {}) => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': WORD, 'hub.challenge': '1158201444', ...changes };
    return test.anonymous.get(`${path}?${new URLSearchParams(query).toString()}`);
  };

  it('B4: is answered with its own challenge', async () => {
    const { path } = await reporting('whatsapp-business', 'chat');
    const { status, headers, body } = await ask(path);
    expect({ status, type: headers['content-type'], body }).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      body: 1158201444,
    });
  });

  it('B4: is not answered without the key: 401', async () => {
    const { path } = await reporting('whatsapp-business', 'chat');
    expect((await ask(path, { 'hub.verify_token': 'another' })).status).toBe(401);
    const keyless = await reporting('whatsapp-business', 'chat', { inboundWebhookSigningKey: '' });
    expect((await ask(keyless.path, { 'hub.verify_token': '' })).status).toBe(401);
  });

  it('is refused with 400 where reports are not taken', async () => {
    const { path } = await reporting('whatsapp-business', 'chat', { inboundWebhookEnabled: false });
    expect((await ask(path)).status).toBe(400);
  });

  it('is answered 404 where nobody asks, and where there is no such integration', async () => {
    const { path } = await reporting('twilio', 'sms');
    expect((await ask(path)).status).toBe(404);
    expect((await ask(path.replace(/.{24}$/, '6925a1f0c0ffee0123456789'))).status).toBe(404);
  });
});
