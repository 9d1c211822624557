/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import { ChannelSender } from '../../src/delivery/sending/channel-sender.js';
import { deliverChunk } from './deliver-chunk.js';
import { Event } from '../../src/events/store/event.schema.js';
import { aConnection, anEndpoint } from '../builders/channel.js';
import { delay, digest, EngineScene, HOUR, inApp, throttle } from './engine-scene.js';
import { RenderingScene } from './engine/rendering-scene.js';
import { countCommands } from './store-probe.js';

/** One chunk of recipients that a trigger names. */
const MANY = 100;
/** On a busy machine, what is rendered late is stored by itself; one command for each recipient would be far more. */
const LATE = 6;

describe('commands to the store', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    // Nobody but the tests takes jobs and wakes runs, so that nothing else is counted.
    scene = await EngineScene.start({ settings: { ROLE: 'api', WORKFLOW_CACHE_SECONDS: '60' } });
    await scene.integration('email');
    // A provider costs the store nothing; the outbox would.
    scene.carillon.app.get(ChannelSender, { strict: false }).send = () => Promise.resolve({ ok: true });
    scene.clock.stop();
  });

  afterAll(() => scene.close());

  /** Commands of delivering a trigger to so many people who are known already, with warm caches. */
  async function delivering(
    name: string,
    count: number,
    prepare?: (subscriberId: string) => Promise<unknown>,
  ): Promise<number> {
    const to = Array.from({ length: count }, () => scene.newId());
    const subscribers = to.map((subscriberId) => ({ subscriberId, email: 'ada@example.com' }));
    expect((await scene.carillon.api.post('/v1/subscribers/bulk', { subscribers })).status).toBe(201);
    if (prepare) await Promise.all(to.map(prepare));
    const deliver = async () => {
      const transactionId = await scene.trigger(name, { to });
      const event = await scene.model(Event).findOne({ transactionId }).lean();
      return () => deliverChunk(scene.carillon, event!._id);
    };
    await (
      await deliver()
    )();
    return countCommands(await deliver());
  }

  it.each([
    ['in-app', [inApp('a')], 5],
    ['email and in-app', [{ type: 'email', controlValues: { subject: 's' } }, inApp('a')], 8],
    ['delay', [delay(1, 'hours'), inApp('a')], 6],
    ['throttle', [throttle(1000, 1, 'hours'), inApp('a')], 9],
    ['digest', [digest(1, 'hours'), inApp('a')], 8],
  ])('%s: a chunk costs as many as one recipient, a handful', async (_name, steps, most) => {
    const name = await scene.workflow([...steps]);
    const single = await delivering(name, 1);
    const many = await delivering(name, MANY);
    expect(single).toBeLessThanOrEqual(most);
    expect(many).toBeLessThanOrEqual(most + LATE);
  });

  it('N4: the content of a chunk costs one for each of its two parts, and nothing where it is not kept', async () => {
    const path = `/v1/environments/${scene.environment.id.toHexString()}`;
    const keepFor = async (contentRetentionDays: number) =>
      expect((await scene.carillon.api.put(path, { contentRetentionDays })).status).toBe(200);
    const name = await scene.workflow([{ type: 'email', controlValues: { subject: 's' } }]);
    const without = [await delivering(name, 1), await delivering(name, MANY)] as const;
    await keepFor(7);
    const kept = [await delivering(name, 1), await delivering(name, MANY)] as const;
    await keepFor(0);
    expect(kept[0]).toBe(without[0] + 1);
    expect(kept[1] - without[1]).toBeLessThanOrEqual(2 + LATE);
    expect(await delivering(name, 1)).toBe(without[0]);
  });

  it('K1: endpoints and their connections cost two for half a chunk, and nothing without a chat step', async () => {
    const { api } = scene.carillon;
    const integrationIdentifier = (await scene.integration('chat', { providerId: 'slack' })).identifier;
    const prepare = async (subscriberId: string) => {
      const connection = aConnection({ subscriberId, integrationIdentifier });
      expect((await api.post('/v1/channel-connections', connection)).status).toBe(201);
      const connectionIdentifier = connection.identifier;
      const endpoint = anEndpoint({ subscriberId, integrationIdentifier, connectionIdentifier });
      expect((await api.post('/v1/channel-endpoints', endpoint)).status).toBe(201);
    };
    const name = await scene.workflow([{ type: 'chat', controlValues: { body: 'b' } }]);
    // The record of a message that is sent costs one besides.
    const without = 1 + (await delivering(await scene.workflow([{ type: 'sms', controlValues: { body: 'b' } }]), 1));
    expect(await delivering(name, 1, prepare)).toBeLessThanOrEqual(without + 2);
    // The runs that call others are executed in two parts.
    expect(await delivering(name, MANY, prepare)).toBeLessThanOrEqual(2 * (without + 2) + LATE);
    expect(await delivering(await scene.workflow([inApp('a')]), MANY)).toBeLessThanOrEqual(5);
  });

  it('a translated email in a layout: a chunk costs as many as one recipient, a handful', async () => {
    const rendering = new RenderingScene(scene);
    const email = { type: 'email', controlValues: { subject: '{{t.s}}', body: '{{t.s}}', editorType: 'html' } };
    const name = await scene.workflow([email], { isTranslationEnabled: true });
    await rendering.layout('{{t.top}}{{content}}', { isDefault: true, isTranslationEnabled: true });
    await rendering.translation('workflow', name, 'en_US', { s: 'S' });
    expect(await delivering(name, 1)).toBeLessThanOrEqual(8);
    expect(await delivering(name, MANY)).toBeLessThanOrEqual(8 + LATE);
  });

  it.each<[string, number, Record<string, string>]>([
    ['a trigger costs one', 1, {}],
    ['a trigger with an Idempotency-Key costs two more', 3, { 'idempotency-key': randomUUID() }],
  ])('%s', async (_what, commands, headers) => {
    const payload = { name: await scene.workflow([inApp('a')]), to: await scene.subscriber() };
    const trigger = async (more: object = {}) => {
      const request = { method: 'POST', url: '/v1/events/trigger', payload, ...more } as const;
      expect((await scene.carillon.api.request(request)).status).toBe(201);
    };
    await trigger();
    expect(await countCommands(() => trigger({ headers }))).toBe(commands);
  });

  it('waking a chunk costs a handful, at the end of a digest, too', async () => {
    // What the tests before have left waiting.
    await scene.later(3 * HOUR);
    for (const [steps, most] of [
      // On a busy machine a chunk is woken in several portions; one command for each of the hundred would be more.
      [[delay(1, 'hours'), inApp('a')], 30],
      [[digest(1, 'hours'), inApp('a')], 40],
    ] as const) {
      await delivering(await scene.workflow([...steps]), MANY);
      await scene.wake();
      scene.clock.forward(2 * HOUR);
      expect(await countCommands(() => scene.wake())).toBeLessThanOrEqual(most);
    }
  });
});
