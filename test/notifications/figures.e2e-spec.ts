import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import type { SendResult } from '#libs/providers/kit/provider.js';
import { ChannelSender } from '../../src/delivery/sending/channel-sender.js';
import { ActivityCount } from '../../src/notifications/activity/charts/activity-count.schema.js';
import { ActivityCounter } from '../../src/notifications/activity/charts/activity-counter.service.js';
import type { ChartDto } from '../../src/notifications/activity/charts/charts.dto.js';
import type { ActivityOverviewDto } from '../../src/notifications/activity/charts/overview.dto.js';
import { MessageStages } from '../../src/notifications/messages/message-stages.js';
import { type RunChange, RunEvents } from '../../src/notifications/activity/run-events.js';
import { RunsService } from '../../src/notifications/activity/runs.service.js';
import { Event } from '../../src/events/store/event.schema.js';
import { WebhookEndpoint } from '../../src/outbound-webhooks/webhook-endpoint.schema.js';
import { Clock } from '../../src/platform/clock.js';
import { RetentionService } from '../../src/auth/retention.service.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { apiOf, signIn } from '../builders/account.js';
import { delay, EngineScene, HOUR, inApp, MINUTE } from '../delivery/engine-scene.js';
import { countCommands } from '../delivery/store-probe.js';
import { eventually } from '../eventually.js';

const EMAIL = { type: 'email', controlValues: { subject: 's', body: 'b' } };

describe('figures of activity', () => {
  let scene: EngineScene;
  let counter: ActivityCounter;
  /** What the provider answers next; after these, that it was sent. */
  let answers: SendResult[] = [];

  beforeAll(async () => {
    scene = await EngineScene.start();
    counter = scene.carillon.app.get(ActivityCounter);
    scene.carillon.app.get(ChannelSender, { strict: false }).send = () =>
      Promise.resolve(answers.shift() ?? { ok: true });
    await scene.integration('email', { providerId: 'sendgrid', identifier: 'mail' });
    // In the middle of an hour, so that nothing is counted in two.
    scene.clock.to(new Date(Math.ceil(scene.clock.now().getTime() / HOUR) * HOUR + 5 * MINUTE));
    scene.clock.stop();
  });

  afterAll(() => scene.close());

  beforeEach(() => {
    answers = [];
  });

  /** Puts the clock forward to the next hour, so that a test has one for itself. */
  const nextHour = () => scene.clock.forward(HOUR);

  const chart = async (query = ''): Promise<ChartDto> => {
    await counter.flush();
    const { status, body } = await scene.carillon.api.get(`/v1/activity/charts?${query}`);
    expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
    return body.data;
  };

  /** The last value of each series. */
  const now = async (query = ''): Promise<Record<string, number>> => {
    const { series } = await chart(query);
    const last = series.map(({ key, values }) => [key, values.at(-1)!] as const);
    return Object.fromEntries(last.filter(([, value]) => value > 0));
  };

  it('CH1: counts what has ended by outcome, reason, channel, provider, workflow and status', async () => {
    nextHour();
    const both = await scene.workflow([inApp('a'), EMAIL]);
    const to = [1, 2, 3].map(() => ({ subscriberId: scene.newId(), email: 'ada@example.com' }));
    await scene.settled(await scene.trigger(both, { to }), 3);
    // No address.
    await scene.settled(await scene.trigger(both));
    const never = { ...inApp('a'), controlValues: { body: 'a', skip: { '==': [1, 2] } } };
    const skipping = await scene.workflow([never]);
    await scene.settled(await scene.trigger(skipping));

    // Runs are counted when they have been stored: the last of them a moment after it can be seen.
    await eventually(async () => expect(await now()).toEqual({ completed: 7, skipped: 2 }));
    expect(await now('groupBy=reason&outcome=skipped')).toEqual({ missing_address: 1, condition_false: 1 });
    expect(await now('groupBy=channel')).toEqual({ in_app: 5, email: 4 });
    expect(await now('groupBy=provider')).toMatchObject({ sendgrid: 3 });
    expect(await now('groupBy=workflow')).toEqual({ [both]: 8, [skipping]: 1 });
    expect(await now('groupBy=status')).toEqual({ completed: 4, skipped: 1 });
    expect(await now(`workflowId=${both}&channel=email`)).toEqual({ completed: 3, skipped: 1 });
    expect(await now(`workflowId=${both}&groupBy=status`)).toEqual({ completed: 4 });

    const { latency, times } = await chart('latency=true');
    expect(times).toHaveLength(24);
    expect(latency!.p50.at(-1)).toBeGreaterThan(0);
    expect(latency!.p50.slice(0, -2).every((value) => value === null)).toBe(true);
    expect((await chart('interval=day')).series.find(({ key }) => key === 'completed')!.total).toBeGreaterThan(6);
  });

  it('CH1: a run counts when it ends, after its wait, too, and when it is canceled', async () => {
    nextHour();
    const name = await scene.workflow([delay(10, 'minutes'), inApp('a')]);
    const [first, second] = [await scene.trigger(name), await scene.trigger(name)];
    await Promise.all([scene.settled(first), scene.settled(second)]);
    expect(await now(`groupBy=status&workflowId=${name}`)).toEqual({});
    await scene.carillon.api.delete(`/v1/events/trigger/${second}`);
    await scene.later(11 * MINUTE);
    await eventually(async () =>
      expect(await scene.runs.countDocuments({ transactionId: first, status: 'completed' })).toBe(1),
    );
    expect(await now(`groupBy=status&workflowId=${name}`)).toEqual({ completed: 1, canceled: 1 });
    expect(await now(`channel=delay&workflowId=${name}`)).toEqual({ completed: 1 });
    // What has waited on purpose says nothing about how fast messages are sent.
    expect((await chart(`latency=true&workflowId=${name}`)).latency!.overallP95).toBeNull();
  });

  it('CH2: a hundred recipients cost one command more, a second later, and none when nothing happens', async () => {
    const name = await scene.workflow([inApp('a')]);
    await counter.flush();
    const to = Array.from({ length: 100 }, () => scene.newId());
    await scene.settled(await scene.trigger(name, { to }), 100);
    // The process may have stored some of them by itself.
    expect(await countCommands(() => counter.flush())).toBeLessThanOrEqual(1);
    expect(await countCommands(() => counter.flush())).toBe(0);
    expect(await now(`workflowId=${name}`)).toEqual({ completed: 100 });
  });

  it('CH2: runs that an interrupted attempt has stored are not counted again', async () => {
    const [run] = await scene.settled(await scene.trigger(await scene.workflow([inApp('a')])));
    const fresh = Object.assign({}, run, { _id: new Types.ObjectId() });
    expect(await scene.carillon.app.get(RunsService).insertNew([run!, fresh])).toEqual([fresh]);
  });

  it('CH2: concurrent processes count into the same documents', async () => {
    nextHour();
    const { app } = scene.carillon;
    const run = { ...scene.environment, environmentId: scene.environment.id, workflowId: new Types.ObjectId() };
    const change = {
      run: { ...run, _id: new Types.ObjectId(), subscriberId: new Types.ObjectId(), status: 'completed' },
      ended: [{ type: 'sms', status: 'completed', reason: 'delivered' }],
    } as unknown as RunChange;
    const processes = Array.from(
      { length: 8 },
      () =>
        new ActivityCounter(
          scene.model(ActivityCount),
          new RunEvents(),
          new MessageStages(),
          app.get(Clock),
          app.get(RetentionService, { strict: false }),
          app.get(Logger),
        ),
    );
    for (let round = 0; round < 5; round++) {
      for (const one of processes) one.onRuns([change]);
      await Promise.all(processes.map((one) => one.flush()));
    }
    // Those that lost against another one have kept their counts.
    await Promise.all(processes.map((one) => one.flush()));
    expect(await now(`channel=sms&workflowId=${run.workflowId.toHexString()}`)).toEqual({ completed: 40 });
  });

  it('CH3: another environment sees none of it', async () => {
    const { body } = await scene.carillon.otherApi.get('/v1/activity/charts');
    expect(body.data.series).toEqual([]);
    expect((await scene.carillon.otherApi.get('/v1/activity/overview')).body.data.integrations).toEqual([]);
  });

  it.each([
    ['from=2026-01-02&to=2026-01-01', 422],
    ['from=2020-01-01&to=2026-01-01', 422],
    ['interval=day&from=2020-01-01&to=2026-01-01', 200],
    ['from=2026-01-01T00:30:00Z&to=2026-01-01T01:00:00Z', 200],
    ['interval=week', 422],
    ['groupBy=status&channel=email', 422],
    ['groupBy=status&outcome=failed', 422],
    ['groupBy=workflow&workflowId=x', 422],
    ['groupBy=workflow&channel=email', 422],
    ['workflowId=unknown', 404],
    [`workflowId=${'a'.repeat(24)}`, 200],
    ['channel=fax', 422],
    ['interval=ten_minutes', 200],
    ['interval=ten_minutes&workflowId=x', 422],
    ['groupBy=attempt', 422],
    [`groupBy=attempt&integrationId=${'a'.repeat(24)}`, 200],
    [`groupBy=attempt&integrationId=${'a'.repeat(24)}&interval=day`, 422],
    [`groupBy=attempt&integrationId=${'a'.repeat(24)}&channel=email`, 422],
    [`integrationId=${'a'.repeat(24)}`, 422],
    ['groupBy=attempt&integrationId=mail', 422],
  ])('CH3: %s: %d', async (query, status) => {
    const answer = await scene.carillon.api.get(`/v1/activity/charts?${query}`);
    expect({ status: answer.status, body: answer.status === 422 ? answer.body.errors : {} }).toEqual({
      status,
      body: status === 422 ? expect.any(Object) : {},
    });
  });

  it('CH3: a period that begins where the chart ends does not belong to it', async () => {
    const { times } = await chart('from=2026-01-01T00:30:00Z&to=2026-01-01T02:00:00Z');
    expect(times).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']);
  });

  it('CH7: compares what has ended with the same time before, in one command', async () => {
    const name = await scene.workflow([inApp('a')]);
    const send = async (times: number) => {
      for (let time = 0; time < times; time += 1) await scene.settled(await scene.trigger(name));
      await eventually(async () => expect(await now(`workflowId=${name}`)).toEqual({ completed: times }));
    };
    const compared = async (query: string) => (await chart(`compare=true&latency=true&${query}`)).comparison;
    await counter.flush();
    scene.clock.forward(3 * 24 * HOUR);
    await send(1);
    scene.clock.forward(24 * HOUR);
    await send(2);
    // The hour that has not ended is not compared.
    expect(await compared('interval=hour')).toBeNull();
    scene.clock.forward(HOUR);
    expect(await compared('interval=hour')).toMatchObject({
      series: [{ key: 'completed', total: 2, previous: 1 }],
      latency: { p50: expect.any(Number), previousP95: expect.any(Number) },
    });
    expect(await countCommands(() => scene.carillon.api.get('/v1/activity/charts?compare=true'))).toBe(
      await countCommands(() => scene.carillon.api.get('/v1/activity/charts')),
    );
    expect((await chart('interval=hour')).comparison).toBeUndefined();
  });

  it('CH7: has ten minutes of the last hour, beside those of the hour before', async () => {
    const name = await scene.workflow([inApp('a')]);
    scene.clock.forward(3 * HOUR);
    await scene.settled(await scene.trigger(name));
    scene.clock.forward(70 * MINUTE);
    await scene.settled(await scene.trigger(name));
    scene.clock.forward(10 * MINUTE);
    await eventually(async () => {
      const { times, series, comparison } = await chart('interval=ten_minutes&compare=true');
      expect(times).toHaveLength(7);
      expect(series).toMatchObject([{ key: 'completed', total: 1 }]);
      expect(comparison!.series).toEqual([{ key: 'completed', total: 1, previous: 1 }]);
    });
  });

  it('CH8: counts the requests to the provider of one integration, and how long it took', async () => {
    nextHour();
    const { body } = await scene.carillon.api.get('/v1/integrations');
    const { _id } = body.find(({ identifier }: { identifier: string }) => identifier === 'mail');
    answers = [{ ok: false, kind: 'permanent', error: 'refused' }];
    const workflowId = await scene.workflow([EMAIL]);
    const to = { subscriberId: scene.newId(), email: 'ada@example.com' };
    await scene.settled(await scene.trigger(workflowId, { to }));
    await scene.settled(await scene.trigger(workflowId, { to }));
    await scene.carillon.api.post('/v1/dead-letters/replay', { workflowId });
    await scene.wake();
    await eventually(async () =>
      expect(await now(`groupBy=attempt&integrationId=${_id}`)).toEqual({ sent: 2, failed: 1 }),
    );
    const { latency } = await chart(`groupBy=attempt&integrationId=${_id}&latency=true`);
    expect(latency!.p50.at(-1)).toBeGreaterThan(0);
  });

  describe('CH6: overview', () => {
    const overview = async (api = scene.carillon.api): Promise<ActivityOverviewDto> => {
      await counter.flush();
      const { status, body } = await api.get('/v1/activity/overview');
      expect(status).toBe(200);
      return body.data;
    };

    it('shows how a provider works, and why it does not', async () => {
      const [before] = (await overview()).integrations!;
      answers = [{ ok: false, kind: 'permanent', error: 'account suspended' }];
      const name = await scene.workflow([EMAIL]);
      const to = { subscriberId: scene.newId(), email: 'ada@example.com' };
      await scene.settled(await scene.trigger(name, { to }));
      await scene.settled(await scene.trigger(name, { to }));
      await eventually(async () => {
        const { integrations, deadLetters } = await overview();
        expect(integrations).toEqual([
          expect.objectContaining({
            identifier: 'mail',
            channel: 'email',
            providerId: 'sendgrid',
            active: true,
            lastHour: { sent: before!.lastHour.sent + 1, failed: before!.lastHour.failed + 1 },
            lastFailure: { at: scene.clock.now().toISOString(), kind: 'permanent' },
            lastError: expect.objectContaining({ message: expect.stringContaining('account suspended') }),
          }),
        ]);
        expect(deadLetters).toEqual({ count: 1, hasMore: false });
      });
      scene.clock.forward(2 * HOUR);
      const [later] = (await overview()).integrations!;
      expect(later!.lastHour).toEqual({ sent: 0, failed: 0 });
      expect(later!.lastDay.failed).toBe(before!.lastDay.failed + 1);
    });

    it('shows the event that has waited longest, and failing webhooks', async () => {
      expect(await overview()).toMatchObject({ oldestEvent: null, failingWebhooks: [] });
      const { _id } = await scene.model(WebhookEndpoint).create({
        environmentId: scene.environment.id,
        url: 'https://example.com/hook',
        eventTypes: [],
        enabled: true,
        failingSince: scene.clock.now(),
        secrets: [],
        createdAt: scene.clock.now(),
        updatedAt: scene.clock.now(),
      });
      const since = new Date(scene.clock.now().getTime() - 90_000);
      const transactionId = randomUUID();
      const done = await scene.model(Event).findOne().lean();
      const waiting = { priority: 'normal', since };
      const own = { _id: new Types.ObjectId(), transactionId, createdAt: since, waiting };
      await scene.model(Event).collection.insertOne(Object.assign({}, done, own));
      const shown = await overview();
      expect(shown.oldestEvent).toMatchObject({ transactionId, waitingSeconds: 90 });
      expect(shown.failingWebhooks).toEqual([
        { id: _id.toHexString(), url: 'https://example.com/hook', enabled: true, failingSince: expect.any(String) },
      ]);
      await scene.model(Event).deleteOne({ transactionId });
    });

    it('CH9: names channels of active workflows that no integration serves, or whose provider refuses us', async () => {
      const settled = async (problems: object[]) => {
        scene.clock.forward(10 * MINUTE);
        expect((await overview()).channelProblems).toEqual(problems.map((one) => expect.objectContaining(one)));
      };
      const { workflowId } = await scene.carillon.api.workflow({ steps: [{ name: 's', type: 'sms' }] });
      await settled([{ channel: 'sms', kind: 'no_integration', workflows: 1 }]);
      await scene.carillon.api.patch(`/v2/workflows/${workflowId}`, { active: false });
      await settled([]);
      answers = [{ ok: false, kind: 'permanent', fault: 'account', error: '535 wrong password' }];
      const to = { subscriberId: scene.newId(), email: 'ada@example.com' };
      await scene.settled(await scene.trigger(await scene.workflow([EMAIL]), { to }));
      await eventually(() =>
        settled([
          { channel: 'email', kind: 'refused', error: '535 wrong password', integrationName: expect.any(String) },
        ]),
      );
      expect((await overview()).integrations![0]!.health).toMatchObject({ status: 'refusing' });
      await scene.later(MINUTE);
      await eventually(() => settled([]));
    });

    it('leaves out what a role may not see', async () => {
      const { token } = await signIn(scene.carillon, { role: 'support' });
      const api = apiOf(scene.carillon, token, { 'carillon-environment': 'Development' });
      const shown = await overview(api);
      expect(Object.keys(shown)).toEqual(['at', 'oldestEvent', 'deadLetters']);
    });
  });
});
