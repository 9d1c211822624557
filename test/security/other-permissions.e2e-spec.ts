import { createHmac } from 'node:crypto';
import type { Permission } from '../../src/auth/permissions.js';
import { ApiClient } from '../api-client.js';
import { EngineScene, inApp } from '../delivery/engine-scene.js';

const PROFILE = {
  subscriberId: 'ada',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@person.example',
  phone: '+4915112345',
};

describe('what a permission shows of the data of others', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    const { api } = scene.carillon;
    await api.subscriber(PROFILE);
    await api.topic({ key: 'news', name: 'News' });
    await api.post('/v2/topics/news/subscriptions', { subscriptions: ['ada'] });
    await deliver({ to: 'ada' });
  });

  afterAll(() => scene.close());

  const deliver = async (
    { transactionId = 'first', ...fields }: Record<string, unknown> & { transactionId?: string },
    count = 1,
  ): Promise<void> => {
    const name = await scene.workflow([inApp('Hello')]);
    await scene.trigger(name, { transactionId, ...fields });
    await scene.settled(transactionId, count);
  };

  const withKey = async (permissions: Permission[]): Promise<ApiClient> => {
    const { body } = await scene.carillon.api.post('/v1/api-keys', { name: 'Some', permissions });
    const send = scene.carillon.app.getHttpAdapter().getInstance();
    return new ApiClient((request) => send.inject(request), body.data.key as string);
  };

  const rows: [Permission, string][] = [
    ['topics:read', '/v2/topics/news/subscriptions'],
    ['topics:read', '/v2/subscribers/ada/subscriptions'],
    ['topics:read', '/v1/topics'],
    ['notifications:read', '/v1/notifications'],
    ['notifications:read', '/v2/subscribers/ada/notifications'],
    ['notifications:read', '/v1/messages'],
    ['notifications:read', '/v1/dead-letters'],
    ['events:read', '/v1/events'],
  ];

  it.each(rows)('PE5: %s alone shows of people the ids alone: %s', async (permission, url) => {
    const known = /Lovelace|ada@person|49151/;
    const found = await (await withKey([permission])).get(url);
    expect({ status: found.status, body: JSON.stringify(found.body) }).toEqual({
      status: 200,
      body: expect.not.stringMatching(known),
    });
    const both = await (await withKey([permission, 'subscribers:read'])).get(url);
    expect(both.status).toBe(200);
  });

  it('PE5: a subscription is made and ended without showing who it is of', async () => {
    const api = await withKey(['topics:read', 'topics:write']);
    for (const method of ['POST', 'DELETE'] as const) {
      const payload = { subscriptions: ['ada'] };
      const { status, body } = await api.request({ method, url: '/v2/topics/news/subscriptions', payload });
      expect(status).toBeLessThan(300);
      expect(body.data[0].subscriber).toMatchObject({ subscriberId: 'ada' });
      expect(JSON.stringify(body)).not.toContain('Lovelace');
    }
  });

  it('PE5: nobody is found by an address that the caller may not see', async () => {
    const api = await withKey(['notifications:read']);
    for (const query of ['emails=ada@person.example', 'search=Lovelace'])
      expect((await api.get(`/v1/notifications?${query}`)).status).toBe(403);
    const both = await withKey(['notifications:read', 'subscribers:read']);
    expect((await both.get('/v1/notifications?search=Lovelace')).body.data).toHaveLength(1);
  });

  it('C8: the signature of an outgoing request opens no inbox', async () => {
    const { api, anonymous } = scene.carillon;
    const { identifier } = (await api.get('/v1/environments/me')).body.data;
    const open = (subscriberId: string) => {
      const subscriberHash = createHmac('sha256', api.apiKey!).update(subscriberId).digest('hex');
      return anonymous.post('/v1/inbox/session', {
        applicationIdentifier: identifier,
        subscriber: { subscriberId },
        subscriberHash,
      });
    };
    for (const body of ['', '{}', '{"subscriber":{"subscriberId":"ada"}}'])
      expect(await open(`${Date.now()}.${body}`)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('13 digits and a dot') },
      });
    for (const subscriberId of ['ada', '1234567890123', '12.34', 'a1234567890123.b'])
      expect((await open(subscriberId)).status).toBe(201);
  });

  it('R17: an erasure removes the addresses in overrides, and of the last recipient all', async () => {
    const { api } = scene.carillon;
    await api.subscriber({ subscriberId: 'eve', email: 'eve@person.example' });
    await api.subscriber({ subscriberId: 'bob', email: 'bob@person.example' });
    const overrides = { email: { to: ['eve@person.example', 'other@person.example'], subject: 'Kept' } };
    await deliver({ to: ['eve', 'bob'], overrides, transactionId: 'both' }, 2);
    await deliver({ to: 'eve', overrides, transactionId: 'alone' });
    await api.delete('/v2/subscribers/eve');
    const events = scene.carillon.connection.collection('events');
    const stored = async (transactionId: string) => (await events.findOne({ transactionId }))!['overrides'] as unknown;
    expect(await stored('both')).toEqual({ email: { to: ['other@person.example'], subject: 'Kept' } });
    expect(await stored('alone')).toBeUndefined();
    await api.delete('/v2/subscribers/bob');
    expect(await stored('both')).toBeUndefined();
  });
});
