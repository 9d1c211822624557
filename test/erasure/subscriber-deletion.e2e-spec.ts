import { createHash } from 'node:crypto';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, type Schema, Types } from 'mongoose';
import { ChannelSender } from '../../src/delivery/sending/channel-sender.js';
import { Digest } from '../../src/delivery/runs/digest/digest.schema.js';
import { Throttle } from '../../src/delivery/runs/throttle/throttle.schema.js';
import { deliverChunk } from '../delivery/deliver-chunk.js';
import { Event } from '../../src/events/store/event.schema.js';
import { SubscriberDeletion } from '../../src/erasure/subscribers/subscriber-deletion.schema.js';
import { SubscriberDeletionsService } from '../../src/erasure/subscribers/subscriber-deletions.service.js';
import { TopicSubscription } from '../../src/topics/subscriptions/topic-subscription.schema.js';
import { delay, digest, EngineScene, HOUR, inApp, throttle } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { findMentions } from './traces/mentions.js';
import { ATTACHMENT_FILES } from './traces/traces-of.js';

const email = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hello</p>' } };

interface ExportLine {
  kind: string;
  data: { subscriber?: Record<string, unknown> };
}

describe('deleting a subscriber', () => {
  let scene: EngineScene;
  let connection: Connection;

  beforeAll(async () => {
    scene = await EngineScene.start();
    connection = scene.carillon.app.get<Connection>(getConnectionToken());
    await scene.integration('email');
    await scene.integration('push', { providerId: 'fcm' });
  });

  afterAll(() => scene.close());

  const remove = (subscriberId: string) => scene.carillon.api.delete(`/v2/subscribers/${subscriberId}`);
  const internalId = async (subscriberId: string) => (await scene.subscribers.findOne({ subscriberId }).lean())!._id;
  const deletions = () => scene.carillon.app.get(SubscriberDeletionsService, { strict: false });
  /** Both ids of a person, as they may stand anywhere. */
  const idsOf = async (subscriberId: string) => [subscriberId, (await internalId(subscriberId)).toHexString()];

  it.each(['v1', 'v2'])('R17: answers that the person is deleted, who is not there any more (%s)', async (version) => {
    const subscriberId = await scene.subscriber();
    const { status, body } = await scene.carillon.api.delete(`/${version}/subscribers/${subscriberId}`);
    const receipt = { subscriberId, erasedAt: expect.any(String), records: { subscribers: 1 } };
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { acknowledged: true, status: 'deleted', receipt } },
    });
    expect((await scene.carillon.api.get(`/v2/subscribers/${subscriberId}`)).status).toBe(404);
    expect((await scene.carillon.api.delete(`/${version}/subscribers/${subscriberId}`)).status).toBe(404);
  });

  it('is 404 for nobody and for a stranger, and the stranger stays', async () => {
    const subscriberId = await scene.subscriber();
    const foreign = await scene.carillon.otherApi.delete(`/v2/subscribers/${subscriberId}`);
    expect(foreign).toMatchObject({ status: 404, body: { message: `Subscriber '${subscriberId}' was not found` } });
    expect((await remove('nobody')).status).toBe(404);
    expect(await scene.subscribers.countDocuments({ subscriberId })).toBe(1);
  });

  it('R17: of many at once one deletes, and the others find nobody', async () => {
    const subscriberId = await scene.subscriber();
    const answers = await Promise.all(Array.from({ length: 20 }, () => remove(subscriberId)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array<number>(19).fill(404)]);
    expect(await findMentions(scene.carillon, [subscriberId])).toEqual([]);
  });

  /** The lines of an export, with the receipt apart from them. */
  const exported = async (subscriberId: string) => {
    const response = await scene.carillon.api.get(`/v2/subscribers/${subscriberId}/export`);
    expect(response.status).toBe(200);
    const text = response.body.trimEnd().split('\n');
    const last = text.pop()!;
    const sha256 = createHash('sha256')
      .update(`${text.join('\n')}\n`)
      .digest('hex');
    const { kind, data } = JSON.parse(last);
    const kinds: Record<string, number> = {};
    expect({ kind, data }).toMatchObject({ kind: 'receipt', data: { subscriberId, sha256 } });
    const lines: ExportLine[] = text.map((line: string) => JSON.parse(line));
    for (const line of lines) kinds[line.kind] = (kinds[line.kind] ?? 0) + 1;
    expect(data.lines).toEqual(kinds);
    return { lines, receipt: data };
  };

  it('R17, R18: leaves neither id in any collection, after all of them were exported', async () => {
    const [ada, other] = [await scene.subscriber({ email: 'ada@example.com' }), await scene.subscriber()];
    const topicKey = await scene.topic([ada, other]);
    await scene.carillon.api.put(`/v1/subscribers/${ada}/credentials`, {
      providerId: 'fcm',
      credentials: { deviceTokens: ['token'] },
    });
    await scene.prefer(ada, { channels: { sms: { enabled: false } } });
    await scene.prefer(ada, { channels: { sms: { enabled: false } } }, await scene.workflow([inApp('a')]));
    const steps = [
      email,
      throttle(1000, 1, 'hours'),
      inApp('a'),
      digest(1, 'hours'),
      inApp('b'),
      delay(1, 'hours'),
      inApp('c'),
    ];
    const name = await scene.workflow(steps);
    const to = { subscriberId: ada, firstName: 'Ada', channels: [{ providerId: 'fcm', credentials: {} }] };
    const triggers = await Promise.all([
      scene.trigger(name, { to }),
      scene.trigger(name, { to: [to, { subscriberId: other, firstName: 'Other' }] }),
      scene.trigger(name, { to: { type: 'Topic', topicKey }, actor: { subscriberId: ada, lastName: 'Lovelace' } }),
      scene.trigger(name, { to: { type: 'Topic', topicKey, exclude: [ada] } }),
      scene.trigger(name, { to: { type: 'Topic', topicKey } }),
    ]);
    const counts = [1, 2, 1, 1, 2];
    await Promise.all(triggers.map((transactionId, index) => scene.settled(transactionId, counts[index])));
    const ids = await idsOf(ada);
    const subscriberId = await internalId(ada);
    const collections = (await findMentions(scene.carillon, ids)).map((mention) => mention.split(':')[0]);
    for (const expected of ['subscribers', 'topicsubscriptions', 'preferences', 'events', 'runs', 'messages']) {
      expect(collections).toContain(expected);
    }
    expect(await scene.model(Digest).countDocuments({ subscriberId })).toBe(1);
    expect(await scene.model(Throttle).countDocuments({ subscriberId })).toBe(1);

    const { lines, receipt } = await exported(ada);
    const { triggers: shown, ...records } = receipt.lines;
    // Whoever acts gets none of it.
    expect(shown).toBe(3);
    expect(lines[0]).toMatchObject({
      kind: 'subscribers',
      data: { email: 'ada@example.com', channels: [{ credentials: { deviceTokens: ['token'] } }] },
    });
    expect(lines.filter(({ data }) => data.subscriber?.firstName === 'Ada')).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('Other');
    const removal = await remove(ada);
    expect(removal).toMatchObject({ status: 200, body: { data: { receipt: { subscriberId: ada } } } });
    // The same records were deleted that were exported.
    expect(removal.body.data.receipt.records).toEqual(records);

    expect(await findMentions(scene.carillon, ids)).toEqual([]);
    // What others have got stays.
    const of = { subscriberId: await internalId(other) };
    expect(await scene.runs.countDocuments(of)).toBe(4);
    expect(await scene.model(TopicSubscription).countDocuments(of)).toBe(1);
    expect(await scene.model(Throttle).countDocuments(of)).toBe(1);
    const shared = await scene.model(Event).findOne({ transactionId: triggers[1] }).lean();
    expect(shared!.recipients).toMatchObject([{ profile: { subscriberId: other, firstName: 'Other' } }]);
  });

  it.each([
    ['a delay', [delay(1, 'hours'), email, inApp('late')]],
    ['a digest', [digest(1, 'hours'), email, inApp('late')]],
  ])('R17: a run that waits for %s delivers nothing any more', async (_case, steps) => {
    const to = await scene.subscriber({ email: 'ada@example.com' });
    const ids = await idsOf(to);
    const attachments = [{ name: 'ticket.txt', file: Buffer.from(`the ticket of ${to}`).toString('base64') }];
    const transactionId = await scene.trigger(await scene.workflow(steps), { to, payload: { attachments } });
    await scene.settled(transactionId);
    expect(await findMentions(scene.carillon, [to])).toContainEqual(expect.stringContaining(ATTACHMENT_FILES));
    await remove(to);
    await scene.later(2 * HOUR);
    expect(await scene.messages.countDocuments({ transactionId })).toBe(0);
    expect(await scene.sent(transactionId)).toEqual([]);
    expect(await findMentions(scene.carillon, ids)).toEqual([]);
  });

  it('R17: a digest that others wait for is not touched', async () => {
    const [ada, other] = [await scene.subscriber(), await scene.subscriber()];
    const name = await scene.workflow([digest(1, 'hours'), inApp('{{steps.step-1.eventCount}}')]);
    const transactionId = await scene.trigger(name, { to: [ada, other] });
    await scene.settled(transactionId, 2);
    await remove(ada);
    await scene.later(HOUR);
    expect(await scene.bodies(transactionId)).toEqual(['1']);
  });

  it('R17: a later trigger to a topic neither reaches nor creates the person', async () => {
    const [ada, other] = [await scene.subscriber(), await scene.subscriber()];
    const topicKey = await scene.topic([ada, other]);
    await remove(ada);
    const name = await scene.workflow([inApp('a')]);
    const transactionId = await scene.trigger(name, { to: { type: 'Topic', topicKey } });
    const [run] = await scene.settled(transactionId);
    expect(run!.subscriberId).toEqual(await internalId(other));
    expect(await scene.subscribers.countDocuments({ subscriberId: ada })).toBe(0);
  });

  it('R17: who is created again with the same id starts anew, and is not touched by what is repeated', async () => {
    const subscriberId = await scene.subscriber({ firstName: 'Ada' });
    const name = await scene.workflow([inApp('a')]);
    await scene.settled(await scene.trigger(name, { to: subscriberId }));
    await remove(subscriberId);
    await scene.carillon.api.subscriber({ subscriberId });
    const transactionId = await scene.trigger(name, { to: { subscriberId, lastName: 'L' } });
    await scene.settled(transactionId);
    for (const hours of [1, 2, 3]) {
      scene.clock.forward(hours * HOUR);
      await deletions().repeatDue();
    }
    const { data } = (await scene.carillon.api.get(`/v2/subscribers/${subscriberId}`)).body;
    expect(data).not.toHaveProperty('firstName');
    expect(await scene.messages.countDocuments({ subscriberId: new Types.ObjectId(data._id as string) })).toBe(1);
    expect((await scene.model(Event).findOne({ transactionId }).lean())!.recipients).toHaveLength(1);
    expect(await scene.model(SubscriberDeletion).countDocuments()).toBe(0);
  });

  it('R17: what a worker stores that was sending meanwhile goes with the repetition', async () => {
    const to = await scene.subscriber({ email: 'ada@example.com' });
    const ids = await idsOf(to);
    const name = await scene.workflow([email, throttle(1, 1, 'hours'), inApp('a')]);
    const sender = scene.carillon.app.get(ChannelSender, { strict: false });
    const original = sender.send.bind(sender);
    let goOn: () => void = () => undefined;
    const deleted = new Promise<void>((resolve) => (goOn = resolve));
    let started: () => void = () => undefined;
    const sending = new Promise<void>((resolve) => (started = resolve));
    sender.send = async (message) => {
      started();
      await deleted;
      return original(message);
    };
    try {
      const transactionId = await scene.trigger(name, { to });
      await sending;
      expect((await remove(to)).status).toBe(200);
      expect(await findMentions(scene.carillon, ids)).toEqual([]);
      goOn();
      await eventually(async () => {
        const event = await scene.model(Event).findOne({ transactionId }).lean();
        expect(event!.sweepAt).toBeUndefined();
      });
    } finally {
      goOn();
      sender.send = original;
    }
    expect((await findMentions(scene.carillon, ids)).length).toBeGreaterThan(0);
    scene.clock.forward(60_000);
    await deletions().repeatDue();
    expect(await findMentions(scene.carillon, ids)).toEqual([]);
    expect(await scene.subscribers.countDocuments({ subscriberId: to })).toBe(0);
  });

  it('R17: a deletion that was cut off is completed', async () => {
    const subscriberId = await scene.subscriber();
    const ids = await idsOf(subscriberId);
    const name = await scene.workflow([inApp('a')]);
    await scene.settled(await scene.trigger(name, { to: subscriberId, actor: subscriberId }));
    const runs = connection.collection('runs');
    const original = runs.deleteMany.bind(runs);
    runs.deleteMany = () => Promise.reject(new Error('cut off'));
    const { status } = await remove(subscriberId);
    runs.deleteMany = original;
    if (status === 200) throw new Error('The deletion was not cut off');
    expect((await findMentions(scene.carillon, ids)).length).toBeGreaterThan(0);
    scene.clock.forward(60_000);
    await deletions().repeatDue();
    expect(await findMentions(scene.carillon, ids)).toEqual([]);
  });

  it('R17: every collection that names subscribers is deleted from: they do so at the top of their documents', () => {
    const nested = Object.values(connection.models).flatMap(({ modelName, schema }) =>
      pathsOf(schema)
        .filter((path) => path.endsWith('.subscriberId'))
        .map((path) => `${modelName}: ${path}`),
    );
    expect(nested).toEqual([]);
    const personal = Object.values(connection.models).filter(({ schema }) => schema.path('subscriberId'));
    expect(personal.map(({ modelName }) => modelName)).toEqual(
      expect.arrayContaining(['Run', 'Message', 'Preference', 'TopicSubscription', 'Digest', 'Throttle']),
    );
  });
});

describe('deleting a subscriber before a trigger was delivered', () => {
  it('R17: the person is neither created again nor reached', async () => {
    const scene = await EngineScene.start({ settings: { ROLE: 'api' } });
    const [ada, other] = [await scene.subscriber(), await scene.subscriber()];
    const name = await scene.workflow([inApp('a')]);
    const transactionId = await scene.trigger(name, { to: [{ subscriberId: ada, firstName: 'Ada' }, other] });
    const event = await scene.model(Event).findOne({ transactionId }).lean();
    await scene.carillon.api.delete(`/v2/subscribers/${ada}`);
    await deliverChunk(scene.carillon, event!._id);
    expect(await scene.runs.countDocuments({ transactionId })).toBe(1);
    expect(await findMentions(scene.carillon, [ada])).toEqual([]);
    await scene.close();
  });
});

/** The paths of a schema and of those inside of it. */
function pathsOf(schema: Schema): string[] {
  const paths: string[] = [];
  schema.eachPath((path, type) => {
    paths.push(path);
    if (type.schema) paths.push(...pathsOf(type.schema).map((inner) => `${path}.${inner}`));
  });
  return paths;
}
