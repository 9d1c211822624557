import { getModelToken } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Consent } from '../../src/preferences/consents/consent.schema.js';
import type { ApiClient } from '../api-client.js';
import { asPerson, signIn } from '../builders/account.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('the ledger of choices', () => {
  let test: TestApp;
  let workflowId: string;

  beforeAll(async () => {
    test = await startTestApp();
    ({ workflowId } = await test.api.workflow({
      steps: [{ name: 'Mail', type: 'email', controlValues: { subject: 's', body: 'b' } }],
    }));
  });

  afterAll(() => test.close());

  const consents = async (subscriberId: string, query = '', api: ApiClient = test.api) => {
    const { status, body } = await api.get(`/v2/subscribers/${subscriberId}/consents${query}`);
    expect(status).toBe(200);
    return body;
  };
  const patch = async (url: string, body: object) => {
    const response = await test.api.patch(url, body);
    expect(response.status).toBe(200);
    return response.body.data;
  };
  const stored = () => test.app.get<Model<Consent>>(getModelToken(Consent.name), { strict: false });

  it('CS53: has what an API key has changed, and nothing where nothing changed', async () => {
    const { subscriberId } = await test.api.subscriber();
    const url = `/v2/subscribers/${subscriberId}/preferences`;
    await patch(url, { channels: { email: false } });
    await patch(url, { channels: { email: false } });
    await patch(url, { workflowId, channels: { email: true }, context: { tenant: 'acme' } });
    await patch(`${url}/bulk`, { preferences: [{ workflowId, channels: { email: false } }] });
    const pausedUntil = new Date(Date.now() + 86_400_000).toISOString();
    await patch(url, { pausedUntil });
    await patch(url, { schedule: { isEnabled: true } });
    const { data, totalCount, next } = await consents(subscriberId);
    const origin = { source: 'api', by: expect.any(String) };
    const entry = (fields: object) => ({ id: expect.any(String), at: expect.any(String), origin, ...fields });
    expect(data).toEqual([
      entry({ choice: 'quiet_hours' }),
      entry({ choice: 'paused', until: pausedUntil }),
      entry({ choice: 'opted_out', channels: ['email'], workflowId }),
      entry({ choice: 'opted_in', channels: ['email'], workflowId, contextKeys: ['tenant:acme'] }),
      entry({ choice: 'opted_out', channels: ['email'] }),
    ]);
    expect({ totalCount, next }).toEqual({ totalCount: 5, next: null });
  });

  it('CS53: has what the older API has changed', async () => {
    const { subscriberId } = await test.api.subscriber();
    const url = `/v1/subscribers/${subscriberId}/preferences`;
    await patch(url, { preferences: [{ type: 'sms', enabled: false }] });
    await patch(`${url}/${workflowId}`, { channel: { type: 'email', enabled: false } });
    const { data } = await consents(subscriberId);
    expect(data).toMatchObject([
      { choice: 'opted_out', channels: ['email'], workflowId },
      { choice: 'opted_out', channels: ['sms'] },
    ]);
  });

  it('CS53: has what a person of the console has changed, with the browser', async () => {
    const { subscriberId } = await test.api.subscriber();
    const { account, token } = await signIn(test, { role: 'owner' });
    const { _id } = (await test.api.get('/v1/environments/me')).body.data;
    const { status } = await test.anonymous.request({
      method: 'PATCH',
      url: `/v2/subscribers/${subscriberId}/preferences`,
      payload: { channels: { push: false } },
      headers: { ...asPerson(token, _id), 'user-agent': 'Browser/1' },
    });
    expect(status).toBe(200);
    const { data } = await consents(subscriberId);
    const origin = { source: 'console', by: account.email, ip: '127.0.0.1', userAgent: 'Browser/1' };
    expect(data).toMatchObject([{ choice: 'opted_out', channels: ['push'], origin }]);
  });

  it('CS53: has what the subscriber has changed in an inbox', async () => {
    const { subscriberId } = await test.api.subscriber();
    const { identifier } = (await test.api.get('/v1/environments/me')).body.data;
    const opening = { applicationIdentifier: identifier, subscriberId };
    const { token } = (await test.anonymous.post('/v1/inbox/session', opening)).body.data;
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'Widget/1' };
    const request = (method: 'PATCH' | 'POST' | 'DELETE', url: string, payload?: object) =>
      test.anonymous.request({ method, url: `/v1/inbox/${url}`, payload, headers });
    const send = (url: string, payload: object) => request('PATCH', `preferences${url}`, payload);
    expect((await send('', { chat: false })).status).toBe(200);
    expect((await send(`/${workflowId}`, { email: false })).status).toBe(200);
    expect((await send('/bulk', { preferences: [{ workflowId, email: true }] })).status).toBe(200);
    const origin = { source: 'inbox', ip: '127.0.0.1', userAgent: 'Widget/1' };
    expect((await consents(subscriberId)).data).toMatchObject([
      { choice: 'opted_in', channels: ['email'], workflowId, origin },
      { choice: 'opted_out', channels: ['email'], workflowId, origin },
      { choice: 'opted_out', channels: ['chat'], origin },
    ]);
    const { key } = await test.api.topic({ selfSubscribe: true });
    const path = `topics/${key}/subscriptions`;
    // The second changes nothing.
    const [made] = [await request('POST', path, {}), await request('POST', path, {})];
    expect((await request('DELETE', `${path}/${made.body.data.identifier}`)).status).toBe(204);
    expect((await request('DELETE', `${path}/${made.body.data.identifier}`)).status).toBe(404);
    expect((await consents(subscriberId, '?limit=3')).data).toMatchObject([
      { choice: 'opted_out', topicKey: key, origin },
      { choice: 'opted_in', topicKey: key, origin },
      { choice: 'opted_in', channels: ['email'] },
    ]);
  });

  it('CS53: is read in pages, the latest first, by its own environment', async () => {
    const { subscriberId } = await test.api.subscriber();
    for (const email of [false, true, false])
      await patch(`/v2/subscribers/${subscriberId}/preferences`, { channels: { email } });
    const first = await consents(subscriberId, '?limit=2');
    expect(first.data.map(({ choice }: { choice: string }) => choice)).toEqual(['opted_out', 'opted_in']);
    const second = await consents(subscriberId, `?limit=2&after=${first.next}`);
    expect(second.data).toMatchObject([{ choice: 'opted_out' }]);
    expect(second.next).toBeNull();
    expect((await test.otherApi.get(`/v2/subscribers/${subscriberId}/consents`)).status).toBe(404);
    expect((await test.api.get('/v2/subscribers/nobody/consents')).status).toBe(404);
  });

  it('CS53: is part of an export, and deleted with the subscriber', async () => {
    const { subscriberId, _id } = await test.api.subscriber();
    await patch(`/v2/subscribers/${subscriberId}/preferences`, { channels: { email: false } });
    const { body } = await test.api.get(`/v2/subscribers/${subscriberId}/export`);
    const lines = (body as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; data: object });
    expect(lines.filter(({ kind }) => kind === 'consents')).toMatchObject([
      { data: { choice: 'opted_out', channels: ['email'], origin: { source: 'api' } } },
    ]);
    expect(await stored().countDocuments({ subscriberId: new Types.ObjectId(_id as string) })).toBe(1);
    const receipt = (await test.api.delete(`/v2/subscribers/${subscriberId}`)).body.data.receipt;
    expect(receipt.records).toMatchObject({ consents: 1 });
    expect(await stored().countDocuments({ subscriberId: new Types.ObjectId(_id as string) })).toBe(0);
  });
});
