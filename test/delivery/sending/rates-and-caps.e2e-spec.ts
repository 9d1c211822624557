/** @runs-on redis */
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { EngineScene, HOUR, inApp } from '../engine-scene.js';
import { eventually } from '../../eventually.js';
import { requiredVariable } from '../../required-variable.js';
import { startTestApp, type TestApp } from '../../test-app.js';
import { IntegrationRates } from '../../../src/delivery/sending/rates/integration-rates.service.js';
import { Waker } from '../../../src/delivery/runs/waking/waker.js';
import { MessageServer } from './message-server.js';

const EMAIL = { type: 'email', controlValues: { subject: 'Hello', body: '<p>Hi</p>' } };
const SECOND = 1000;

describe('rates of integrations and caps of subscribers', () => {
  let scene: EngineScene;
  let mail: MessageServer;
  let integration: string;

  beforeAll(async () => {
    const settings = { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' };
    scene = await EngineScene.start({ settings });
    scene.clock.stop();
  });

  afterAll(() => scene.close());

  beforeEach(async () => {
    mail = await MessageServer.start();
    const { status, body } = await scene.carillon.api.post('/v1/integrations', mail.integration('email', 'Mail'));
    expect(status).toBe(201);
    integration = body.data._id;
  });

  afterEach(async () => {
    await scene.carillon.api.delete(`/v1/integrations/${integration}`);
    await setCaps({});
    await mail.close();
  });

  const setRate = (rateLimit: object | null) =>
    scene.carillon.api.put(`/v1/integrations/${integration}`, { rateLimit });
  const setCaps = async (messageCaps: object) => {
    const id = scene.environment.id.toHexString();
    expect((await scene.carillon.api.put(`/v1/environments/${id}`, { messageCaps })).status).toBe(200);
  };
  const people = (count: number, prefix = scene.newId()) =>
    Array.from({ length: count }, (_, index) => ({
      subscriberId: `${prefix}-${index}`,
      email: `${prefix}-${index}@example.com`,
    }));
  const details = async (transactionId: string) =>
    (await scene.runs.findOne({ transactionId }).lean())!.steps[0]!.details.map(({ detail }) => detail);

  it('IR1, IR2: 100 messages at 10 a second leave evenly, none twice, and their steps say why they wait', async () => {
    expect((await setRate({ messages: 10, per: 'second' })).body.data.rateLimit).toEqual({
      messages: 10,
      per: 'second',
    });
    const counting = jest.spyOn(scene.carillon.app.get(IntegrationRates), 'take');
    const transaction = await scene.trigger(await scene.workflow([EMAIL]), { to: people(100) });
    await scene.settled(transaction, 100);
    expect(mail.accepted).toHaveLength(10);
    // Many with one count: not each for itself.
    expect(counting.mock.calls.flat(2)).toHaveLength(100);
    expect(counting.mock.calls.length).toBeLessThan(50);
    counting.mockRestore();
    const waiting = await scene.runs.find({ transactionId: transaction, status: 'waiting' }).lean();
    expect(new Set(waiting.map(({ steps }) => steps[0]!.reason))).toEqual(new Set(['rate_waiting']));
    const { body } = await scene.activity(transaction);
    const [step] = body.data.find(
      ({ jobs }: { jobs: { reason: string }[] }) => jobs[0]!.reason === 'rate_waiting',
    ).jobs;
    expect(step.waitsUntil).toEqual(expect.any(String));
    expect(scene.carillon.app.get(Metrics).text()).toMatch(
      /carillon_held_messages_total\{channel="email",reason="rate_waiting"\} \d+/,
    );
    for (let second = 1; second <= 9; second += 1) {
      await scene.later(SECOND);
      expect(mail.accepted).toHaveLength(10 + 10 * second);
    }
    expect(new Set(mail.posted.map(({ id }) => id)).size).toBe(100);
    expect(mail.posted).toHaveLength(100);
    expect(await scene.runs.countDocuments({ transactionId: transaction, status: 'completed' })).toBe(100);
  });

  it('IR3: two processes keep one rate between them', async () => {
    await setRate({ messages: 20, per: 'second' });
    const name = scene.carillon.connection.name;
    const settings = {
      DELIVER_TO: 'providers',
      HTTP_PRIVATE_TARGETS: '127.0.0.1',
      MONGODB_URI: requiredVariable('TEST_MONGODB_URI'),
    };
    const other: TestApp = await startTestApp({ namespace: name, clock: scene.clock, settings });
    try {
      const workflow = await scene.workflow([EMAIL]);
      const [one, two] = await Promise.all(
        [scene.carillon, other].map(async ({ api }) => {
          const to = people(60);
          return (await api.trigger(workflow, { to })).transactionId as string;
        }),
      );
      await Promise.all([scene.settled(one!, 60), scene.settled(two!, 60)]);
      expect(mail.accepted).toHaveLength(20);
      for (let second = 1; second <= 5; second += 1) {
        scene.clock.forward(SECOND);
        await Promise.all([scene.carillon, other].map(({ app }) => app.get(Waker).wakeDue()));
        // Either may have taken what the other was to wake, and may still be at it.
        await scene.wake();
        await eventually(async () => expect(mail.accepted).toHaveLength(20 + 20 * second));
      }
      expect(new Set(mail.posted.map(({ id }) => id)).size).toBe(120);
    } finally {
      await other.app.close();
    }
  });

  it('IR4: a backlog does not leave at once after an outage, and a removed rate does not hold back', async () => {
    await setRate({ messages: 60, per: 'minute' });
    const transaction = await scene.trigger(await scene.workflow([EMAIL]), { to: people(10) });
    await scene.settled(transaction, 10);
    expect(mail.accepted).toHaveLength(1);
    await scene.later(5 * SECOND);
    expect(mail.accepted.length).toBeLessThanOrEqual(3);
    expect((await setRate(null)).body.data.rateLimit).toBeUndefined();
    // The application may look at integrations it knows for a second.
    await scene.later(20 * SECOND);
    expect(mail.accepted).toHaveLength(10);
    expect((await setRate({ messages: 0, per: 'second' })).status).toBe(422);
  });

  it('IR5: preferences are asked again when a turn comes', async () => {
    await setRate({ messages: 1, per: 'minute' });
    const workflow = await scene.workflow([EMAIL]);
    const [ada, grace] = people(2);
    expect(await scene.story(await scene.trigger(workflow, { to: ada }))).toEqual(['completed: delivered']);
    const second = await scene.trigger(workflow, { to: grace });
    expect(await scene.story(second)).toEqual(['delayed: rate_waiting']);
    await scene.prefer(grace!.subscriberId, { all: { enabled: false }, channels: {} });
    await scene.later(60 * SECOND);
    expect((await scene.story(second))[0]).toMatch(/^skipped: /);
    expect(mail.accepted).toHaveLength(1);
  });

  it('IR6: those who come after a cancelled campaign do not wait behind it', async () => {
    await setRate({ messages: 1, per: 'minute' });
    const workflow = await scene.workflow([EMAIL]);
    const campaign = await scene.trigger(workflow, { to: people(50) });
    await scene.settled(campaign, 50);
    expect((await scene.carillon.api.delete(`/v1/events/trigger/${campaign}`)).body.data).toBe(true);
    const next = await scene.trigger(workflow, { to: people(1) });
    await scene.settled(next);
    await scene.later(60 * SECOND);
    expect(await scene.story(next)).toEqual(['completed: delivered']);
  });

  it('MC1, MC2: further messages of all workflows wait for the end of the window', async () => {
    await setCaps({ email: { messages: 2, per: 'hour', above: 'hold' } });
    const workflows = [await scene.workflow([EMAIL]), await scene.workflow([EMAIL, inApp('after')])];
    const [ada] = people(1);
    const triggers: string[] = [];
    for (let index = 0; index < 5; index += 1) triggers.push(await scene.trigger(workflows[index % 2]!, { to: ada }));
    const stories = await Promise.all(triggers.map((one) => scene.story(one)));
    const held = triggers.filter((_one, index) => stories[index]![0] === 'delayed: cap_waiting');
    expect([mail.accepted.length, held.length]).toEqual([2, 3]);
    expect(await details(held[0]!)).toEqual(['Message is held: the subscriber has had enough for now']);
    await scene.later(HOUR);
    expect(mail.accepted).toHaveLength(4);
    await scene.later(HOUR);
    expect(mail.accepted).toHaveLength(5);
    expect(new Set(mail.posted.map(({ id }) => id)).size).toBe(5);
    // Others have had none.
    const other = await scene.trigger(workflows[0]!, { to: people(1) });
    expect(await scene.story(other)).toEqual(['completed: delivered']);
  });

  it('MC3, MC4: or are skipped with a reason; critical workflows and in-app messages are exempt', async () => {
    await setCaps({ email: { messages: 1, per: 'day', above: 'skip' } });
    const workflow = await scene.workflow([EMAIL, inApp('beside')]);
    const critical = await scene.workflow([EMAIL], {
      preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } },
    });
    const [ada] = people(1);
    expect(await scene.story(await scene.trigger(workflow, { to: ada }))).toEqual([
      'completed: delivered',
      'completed: delivered',
    ]);
    const second = await scene.trigger(workflow, { to: ada });
    expect(await scene.story(second)).toEqual(['skipped: capped', 'completed: delivered']);
    const { body } = await scene.activity(second);
    expect(body.data[0].jobs[0]).toMatchObject({
      decidedBy: 'cap',
      cause: { values: [{ name: 'threshold', value: 1 }, { name: 'count', value: 1 }, { name: 'windowEnd' }] },
    });
    for (let time = 0; time < 2; time += 1)
      expect(await scene.story(await scene.trigger(critical, { to: ada }))).toEqual(['completed: delivered']);
    expect(mail.accepted).toHaveLength(3);
  });

  it('MC5: of 60 triggers at once exactly as many are sent as the cap allows; then preferences are asked again', async () => {
    await setCaps({ email: { messages: 7, per: 'hour', above: 'hold' } });
    const workflow = await scene.workflow([EMAIL]);
    const [ada] = people(1);
    const triggers = await Promise.all(Array.from({ length: 60 }, () => scene.trigger(workflow, { to: ada })));
    await Promise.all(triggers.map((one) => scene.settled(one)));
    expect(mail.accepted).toHaveLength(7);
    await scene.later(HOUR);
    expect(mail.accepted).toHaveLength(14);
    await scene.prefer(ada!.subscriberId, { all: { enabled: false }, channels: {} });
    await scene.later(HOUR);
    expect(mail.accepted).toHaveLength(14);
    const open = await scene.runs.countDocuments({ transactionId: { $in: triggers }, status: 'waiting' });
    expect(open).toBe(0);
  });

  it('a cap that cannot be is refused, and an environment shows its own', async () => {
    const id = scene.environment.id.toHexString();
    for (const cap of [{ messages: 0, per: 'day', above: 'hold' }, { messages: 1, per: 'week', above: 'hold' }, {}]) {
      const { status } = await scene.carillon.api.put(`/v1/environments/${id}`, { messageCaps: { email: cap } });
      expect(status).toBe(422);
    }
    const caps = { sms: { messages: 3, per: 'day', above: 'skip' } };
    const { body } = await scene.carillon.api.put(`/v1/environments/${id}`, { messageCaps: caps });
    expect(body.data.messageCaps).toEqual(caps);
  });
});
