import { Event } from '../../src/events/store/event.schema.js';
import { EngineScene, inApp } from '../delivery/engine-scene.js';
import { countCommands } from '../delivery/store-probe.js';

const push = { type: 'push', controlValues: { subject: 'Title', body: 'Text' } };

describe('credentials that recipients bring along', () => {
  let scene: EngineScene;
  let name: string;

  beforeAll(async () => {
    scene = await EngineScene.start();
    await scene.integration('push', { providerId: 'fcm', identifier: 'fcm-1' });
    name = await scene.workflow([push]);
  });

  afterAll(() => scene.close());

  const fcm = (...deviceTokens: string[]) => ({ providerId: 'fcm', credentials: { deviceTokens } });
  const channelsOf = async (subscriberId: string) =>
    (await scene.carillon.api.get(`/v2/subscribers/${subscriberId}`)).body.data.channels;
  const sentTo = async (transactionId: string) =>
    (await scene.sent(transactionId)).flatMap(({ content }) => (content.channel === 'push' ? [content.token] : []));
  const settled = async (fields: object) => {
    const transactionId = await scene.trigger(name, fields);
    await scene.settled(transactionId);
    return transactionId;
  };

  it('R12: are stored for a new subscriber and used at once', async () => {
    const subscriberId = scene.newId();
    const transactionId = await settled({ to: { subscriberId, channels: [fcm('a', 'b', 'a')] } });
    expect(await sentTo(transactionId)).toEqual(['a', 'b']);
    expect(await channelsOf(subscriberId)).toMatchObject([
      { providerId: 'fcm', credentials: { deviceTokens: ['a', 'b'] } },
    ]);
  });

  it('R12, R14: are added to those of a known one, without repetition and without erasing anything', async () => {
    const subscriberId = await scene.subscriber();
    const url = `/v1/subscribers/${subscriberId}/credentials`;
    await scene.carillon.api.put(url, { providerId: 'fcm', credentials: { deviceTokens: ['a'], title: 'T' } });
    const transactionId = await settled({ to: { subscriberId, channels: [fcm('b', 'a')] } });
    expect(await sentTo(transactionId)).toEqual(['a', 'b']);
    expect((await channelsOf(subscriberId))[0].credentials).toEqual({ deviceTokens: ['a', 'b'], title: 'T' });
  });

  it('R8: an actor may bring some, too', async () => {
    const actor = { subscriberId: scene.newId(), channels: [fcm('a')] };
    await settled({ to: scene.newId(), actor });
    expect(await channelsOf(actor.subscriberId)).toMatchObject([{ credentials: { deviceTokens: ['a'] } }]);
  });

  it('R5: of two objects with one id the last counts', async () => {
    const subscriberId = scene.newId();
    const to = [{ subscriberId, channels: [fcm('a')] }, { subscriberId, channels: [fcm('b')] }, subscriberId];
    expect(await sentTo(await settled({ to }))).toEqual(['b']);
  });

  it('R3: nothing is written when nothing changes', async () => {
    const to = { subscriberId: scene.newId(), channels: [fcm('a')] };
    await settled({ to });
    const before = await scene.subscribers.findOne({ subscriberId: to.subscriberId }).lean();
    scene.clock.forward(1000);
    await settled({ to });
    expect(await scene.subscribers.findOne({ subscriberId: to.subscriberId }).lean()).toEqual(before);
  });

  it('R12: of triggers at the same time none loses what another adds', async () => {
    const subscriberId = scene.newId();
    const tokens = Array.from({ length: 20 }, (_value, index) => `token-${index}`);
    await Promise.all(tokens.map((token) => settled({ to: { subscriberId, channels: [fcm(token)] } })));
    expect((await channelsOf(subscriberId))[0].credentials.deviceTokens.toSorted()).toEqual(tokens.toSorted());
  });

  it('R13: as many device tokens are added as there is room for', async () => {
    const subscriberId = await scene.subscriber();
    const full = Array.from({ length: 99 }, (_value, index) => `token-${index}`);
    await scene.carillon.api.put(`/v1/subscribers/${subscriberId}/credentials`, fcm(...full));
    await settled({ to: { subscriberId, channels: [fcm('a', 'b')] } });
    expect((await channelsOf(subscriberId))[0].credentials.deviceTokens).toEqual([...full, 'a']);
  });

  it('are encrypted in the event, too', async () => {
    const transactionId = await settled({ to: { subscriberId: scene.newId(), channels: [fcm('very-secret')] } });
    const event = await scene.model(Event).findOne({ transactionId }).lean();
    expect(event!.recipients).toMatchObject([{ profile: { channels: [{ providerId: 'fcm' }] } }]);
    expect(JSON.stringify(event)).not.toContain('very-secret');
  });

  it('a simulation uses them without storing them', async () => {
    const subscriberId = await scene.subscriber();
    const to = { subscriberId, channels: [fcm('a')] };
    const { body } = await scene.carillon.api.post('/v1/events/simulate', { name, to });
    expect(body.data.recipients[0].steps[0].content).toHaveLength(1);
    expect(await channelsOf(subscriberId)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no list', {}, 'to.channels'],
    ['more than a hundred', Array.from({ length: 101 }, () => fcm('a')), 'to.channels'],
    ['no object', ['fcm'], 'to.channels.0'],
    ['null inside', [null], 'to.channels.0'],
    ['no provider', [{}], 'to.channels.0.providerId'],
    ['an unknown provider', [fcm('a'), { providerId: 'pigeon' }], 'to.channels.1.providerId'],
    ['R13: no such integration', [{ providerId: 'expo' }], 'to.channels.0.providerId'],
    [
      'R13: no integration of that name',
      [{ providerId: 'fcm', integrationIdentifier: 'x' }],
      'to.channels.0.integrationIdentifier',
    ],
    [
      'a number as token',
      [{ providerId: 'fcm', credentials: { deviceTokens: [1] } }],
      'to.channels.0.credentials.deviceTokens',
    ],
    ['R13: too many tokens', [fcm(...Array.from({ length: 101 }, (_value, index) => `${index}`))], 'to.channels'],
  ])('T11: %s is 422, and nothing is stored', async (_case, channels, field) => {
    const to = { subscriberId: scene.newId(), channels };
    const { status, body } = await scene.carillon.api.post('/v1/events/trigger', { name, to });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] });
    expect(await scene.subscribers.countDocuments({ subscriberId: to.subscriberId })).toBe(0);
  });

  it('T5: in a bulk they are the error of their event', async () => {
    const good = { subscriberId: scene.newId(), channels: [fcm('a')] };
    const bad = { subscriberId: scene.newId(), channels: [{ providerId: 'expo' }] };
    const { body } = await scene.carillon.api.post('/v1/events/trigger/bulk', {
      events: [
        { name, to: bad },
        { name, to: good },
      ],
    });
    expect(body.data).toMatchObject([{ status: 'error' }, { status: 'processed' }]);
  });

  it('null counts as none', async () => {
    const to = { subscriberId: scene.newId(), channels: null };
    await scene.carillon.api.trigger(name, { to });
  });

  it('cost no command where there are none', async () => {
    const inbox = await scene.workflow([inApp('a')]);
    const accept = (to: object) => countCommands(() => scene.trigger(inbox, { to }));
    await accept({ subscriberId: scene.newId() });
    const without = await accept({ subscriberId: scene.newId() });
    scene.clock.forward(2000);
    await accept({ subscriberId: scene.newId() });
    expect(await accept({ subscriberId: scene.newId(), firstName: 'Ada' })).toBe(without);
  });
});
