/** @runs-on redis */
import { eventually } from '../../eventually.js';
import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import type { Run } from '../../../src/notifications/activity/run.schema.js';
import { RunsService } from '../../../src/notifications/activity/runs.service.js';
import { DueTimes } from '../../../src/platform/queue/due-times.js';
import { countCommands } from '../store-probe.js';
import { DAY, delay, EngineScene, HOUR, inApp, MINUTE } from '../engine-scene.js';

describe('running a workflow', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
  });

  afterAll(() => scene.close());

  describe('delay', () => {
    it('Y1, Y7: waits as long as it says, not a moment less, and then goes on', async () => {
      const transactionId = await scene.trigger(await scene.workflow([delay(2, 'hours'), inApp('done')]));
      expect(await scene.story(transactionId)).toEqual(['delayed: delay_waiting', 'pending']);
      const [run] = await scene.settled(transactionId);
      expect(run!.wakeAt!.getTime() - run!.createdAt.getTime()).toBe(2 * HOUR);
      scene.clock.to(new Date(run!.wakeAt!.getTime() - MINUTE));
      await scene.wake();
      expect(await scene.bodies(transactionId)).toEqual([]);
      await scene.later(MINUTE);
      expect(await scene.story(transactionId)).toEqual(['completed: delay_over', 'completed: delivered']);
      expect(await scene.bodies(transactionId)).toEqual(['done']);
    });

    it('Y7: wakes by itself, and never early', async () => {
      const transactionId = await scene.trigger(await scene.workflow([delay(1, 'seconds'), inApp('done')]));
      const [run] = await scene.settled(transactionId);
      const due = (run?.wakeAt ?? run!.createdAt).getTime();
      for (;;) {
        const message = await scene.messages.findOne({ transactionId }).lean();
        if (!message) continue;
        expect(message.createdAt.getTime()).toBeGreaterThanOrEqual(due);
        return;
      }
    });

    it('Y7: is announced to all processes, also when a run beside it in one command exists already', async () => {
      const transactionId = await scene.trigger(await scene.workflow([delay(1, 'hours'), inApp('done')]));
      const [stored] = await scene.settled(transactionId);
      const [existing] = await scene.runs.find({ _id: stored!._id }).lean<Pick<Run, keyof Run>[]>();
      const waiting = {
        ...existing!,
        _id: new Types.ObjectId(),
        wakeAt: new Date(scene.clock.now().getTime() + MINUTE),
      };
      const { app } = scene.carillon;
      const announced = jest.spyOn(app.get(DueTimes, { strict: false }), 'expect');
      const runs = app.get(RunsService, { strict: false });
      expect(await Promise.all([runs.insertOwn([existing!]), runs.insertOwn([waiting])])).toEqual([[], [waiting]]);
      expect(announced).toHaveBeenCalledWith('runs', expect.arrayContaining([waiting.wakeAt]));
      announced.mockRestore();
      await scene.runs.deleteOne({ _id: waiting._id });
    });

    it.each([
      [1, 'weeks', 7 * DAY],
      [0, 'seconds', undefined],
    ])('Y1: %s %s', async (amount, unit, expected) => {
      const transactionId = await scene.trigger(await scene.workflow([delay(amount, unit), inApp('done')]));
      const [run] = await scene.settled(transactionId);
      if (expected === undefined) expect(run!.status).toBe('completed');
      else expect(run!.wakeAt!.getTime() - run!.createdAt.getTime()).toBe(expected);
    });

    it("Y1: a month is a calendar month of the subscriber's zone", async () => {
      const to = await scene.subscriber({ timezone: 'Europe/Berlin' });
      const transactionId = await scene.trigger(await scene.workflow([delay(1, 'months'), inApp('x')]), { to });
      const [run] = await scene.settled(transactionId);
      const localDay = (date: Date) => Number(date.toLocaleString('en', { day: 'numeric', timeZone: 'Europe/Berlin' }));
      const length = (run!.wakeAt!.getTime() - run!.createdAt.getTime()) / DAY;
      expect(length).toBeGreaterThan(27);
      expect(length).toBeLessThan(32);
      expect([localDay(run!.createdAt), 28, 29, 30]).toContain(localDay(run!.wakeAt!));
    });

    it("Y2: a timed delay ends at the next instant of the pattern in the subscriber's zone", async () => {
      const to = await scene.subscriber({ timezone: 'Asia/Tokyo' });
      const step = { type: 'delay', controlValues: { type: 'timed', cron: '30 9 * * *' } };
      const transactionId = await scene.trigger(await scene.workflow([step, inApp('x')]), { to });
      const [run] = await scene.settled(transactionId);
      // 9:30 in Tokyo.
      expect(run!.wakeAt!.toISOString()).toMatch(/T00:30:00\.000Z$/);
    });

    it('Y3: a dynamic delay ends when the payload says', async () => {
      const at = new Date(scene.clock.now().getTime() + 3 * DAY).toISOString();
      const step = { type: 'delay', controlValues: { type: 'dynamic', dynamicKey: 'payload.at' } };
      const transactionId = await scene.trigger(await scene.workflow([step, inApp('x')]), { payload: { at } });
      const [run] = await scene.settled(transactionId);
      expect(run!.wakeAt!.toISOString()).toBe(at);
    });

    it.each([
      ['past', { at: '2001-01-01T00:00:00Z' }],
      ['invalid', { at: 'tomorrow' }],
      ['missing', {}],
    ])('Y3, P6: a dynamic delay that is %s fails and ends the run', async (_case, payload) => {
      const step = { type: 'delay', controlValues: { type: 'dynamic', dynamicKey: 'at' } };
      expect(await scene.tell([inApp('a'), step, inApp('b')], { payload })).toEqual([
        'completed: delivered',
        'failed: delay_invalid',
        'canceled: earlier_step_failed',
      ]);
    });

    it('Y4: overrides.delay replaces a fixed wait', async () => {
      const name = await scene.workflow([delay(1, 'hours'), inApp('x')]);
      const transactionId = await scene.trigger(name, { overrides: { delay: { amount: 5, unit: 'minutes' } } });
      const [run] = await scene.settled(transactionId);
      expect(run!.wakeAt!.getTime() - run!.createdAt.getTime()).toBe(5 * MINUTE);
    });

    it('Y5, P4: a delay whose condition is false is skipped without waiting', async () => {
      const skip = { '==': [{ var: 'payload.wait' }, true] };
      expect(await scene.tell([delay(1, 'hours', { skip }), inApp('x')])).toEqual([
        'skipped: condition_false',
        'completed: delivered',
      ]);
    });

    it('Y6: a delay that is too long is refused visibly', async () => {
      expect(await scene.tell([delay(2000, 'days'), inApp('x')])).toEqual([
        'failed: delay_invalid',
        'canceled: earlier_step_failed',
      ]);
    });

    it('Y6, N2: nothing a long wait needs expires before its end', async () => {
      const transactionId = await scene.trigger(await scene.workflow([delay(300, 'days'), inApp('x')]));
      const [run] = await scene.settled(transactionId);
      const end = run!.wakeAt!.getTime();
      expect(run!.expiresAt.getTime()).toBeGreaterThan(end);
      const event = await scene.carillon.connection.collection('events').findOne({ transactionId });
      expect((event!.expiresAt as Date).getTime()).toBeGreaterThan(end);
    });
  });

  it('P3: tells how a run that waits stands, and how it went afterwards', async () => {
    const transactionId = await scene.trigger(await scene.workflow([inApp('a'), delay(1, 'hours'), inApp('b')]));
    await scene.settled(transactionId);
    const waiting = (await scene.activity(transactionId)).body.data[0];
    expect(waiting.status).toBe('waiting');
    expect(waiting.jobs).toMatchObject([
      { type: 'in_app', status: 'completed', reason: 'delivered' },
      {
        type: 'delay',
        status: 'delayed',
        reason: 'delay_waiting',
        executionDetails: [{ status: 'Pending', detail: 'Step delayed', raw: expect.stringMatching(/^until \d{4}-/) }],
      },
      { type: 'in_app', status: 'pending', executionDetails: [] },
    ]);
    expect(waiting.jobs[2]).not.toHaveProperty('reason');
    await scene.later(HOUR);
    const ended = (await scene.activity(transactionId)).body.data[0];
    expect(ended.status).toBe('completed');
    expect(ended.jobs.map(({ status }: { status: string }) => status)).toEqual(['completed', 'completed', 'completed']);
    expect(ended._id).toBe(waiting._id);
  });

  it('P5: shouldStopOnFail ends the run of this recipient', async () => {
    const broken = inApp('{{ 1 | nonsense }}', { shouldStopOnFail: true });
    expect(await scene.tell([broken, inApp('b')])).toEqual(['failed: template_error', 'canceled: earlier_step_failed']);
  });

  it('P7: runs of one trigger wait and end apart', async () => {
    const to = [await scene.subscriber({ data: { hours: 1 } }), await scene.subscriber({ data: { hours: 3 } })];
    const skip = { '==': [{ var: 'subscriber.data.hours' }, 3] };
    const name = await scene.workflow([delay(1, 'hours', { skip }), inApp('x')]);
    const transactionId = await scene.trigger(name, { to });
    const runs = await scene.settled(transactionId, 2);
    expect(runs.map(({ status }) => status).sort()).toEqual(['completed', 'waiting']);
  });

  const path = (name: string) => `/v2/workflows/${name}`;
  const putSteps = (name: string, steps: object[]) =>
    scene.carillon.api.put(path(name), { name: 'Changed', active: true, preferences: {}, steps });

  it('P8: a run that waits follows what is edited, and notes the version it used', async () => {
    const name = await scene.workflow([delay(1, 'hours'), inApp('before'), inApp('removed')]);
    const transactionId = await scene.trigger(name);
    await scene.settled(transactionId);
    const kept = { name: 'Delay', stepId: 'step-1', ...delay(1, 'hours') };
    expect((await putSteps(name, [kept, { name: 'Text', stepId: 'step-2', ...inApp('after') }])).status).toBe(200);
    await scene.later(HOUR);
    expect((await scene.settled(transactionId))[0]!.workflowVersion).toBe(2);
    expect(await scene.story(transactionId)).toEqual([
      'completed: delay_over',
      'completed: delivered',
      'skipped: step_removed',
    ]);
    expect(await scene.bodies(transactionId)).toEqual(['after']);
  });

  it('P8: a run that waits goes on with what there was before a publication, with the last edit of it', async () => {
    const { api, otherApi } = scene.carillon;
    const steps = (text: string) => [
      { name: 'Delay', stepId: 'step-1', ...delay(1, 'hours') },
      { name: 'Text', stepId: 'step-2', ...inApp(text) },
    ];
    const name = await scene.workflow([delay(1, 'hours'), inApp('before')]);
    const first = await scene.trigger(name);
    await scene.settled(first);
    expect((await putSteps(name, steps('edited'))).status).toBe(200);
    const elsewhere = { name: 'Elsewhere', workflowId: name, active: true, steps: steps('published') };
    await otherApi.workflow(elsewhere);
    const [here] = (await api.get('/v1/environments')).body.data;
    const sync = await otherApi.put(`${path(name)}/sync`, { targetEnvironmentId: here._id });
    expect(sync.status).toBe(200);
    const second = await scene.trigger(name);
    await scene.settled(second);
    await scene.later(HOUR);
    expect(await scene.bodies(first)).toEqual(['edited']);
    expect(await scene.bodies(second)).toEqual(['published']);
  });

  it('P8: a run that waits goes on after its workflow was deleted', async () => {
    const name = await scene.workflow([delay(1, 'hours'), inApp('late')]);
    const transactionId = await scene.trigger(name);
    await scene.settled(transactionId);
    expect((await scene.carillon.api.delete(path(name))).status).toBe(204);
    await scene.later(HOUR);
    expect(await scene.bodies(transactionId)).toEqual(['late']);
  });

  it('P9: later steps read what became of earlier ones', async () => {
    const to = scene.newId();
    const name = await scene.workflow([
      inApp('first'),
      delay(1, 'hours'),
      inApp('{{ steps.step-1.seen }} {{ steps.step-1.read }} {{ steps.step-2.duration }}'),
    ]);
    const transactionId = await scene.trigger(name, { to });
    await scene.settled(transactionId);
    await scene.messages.updateOne({ transactionId }, { $set: { seen: true } });
    await scene.later(HOUR);
    expect((await scene.bodies(transactionId))[1]).toMatch(/^true false 36\d{5}$/);
  });

  it('P9: a skipped in-app step counts as not seen and breaks nothing', async () => {
    const skip = { '==': [1, 2] };
    const transactionId = await scene.trigger(
      await scene.workflow([
        inApp('first', { skip }),
        inApp('seen {{ steps.step-1.seen }}, last {{ steps.step-1.lastSeenDate }}', {
          skip: { '==': [{ var: 'steps.step-1.read' }, false] },
        }),
      ]),
    );
    await scene.settled(transactionId);
    expect(await scene.bodies(transactionId)).toEqual(['seen false, last ']);
  });

  it('custom steps put values together for later ones', async () => {
    const custom = { type: 'custom', controlValues: { custom: { link: 'https://example.com/{{payload.id}}' } } };
    const transactionId = await scene.trigger(await scene.workflow([custom, inApp('{{ steps.step-1.link }}')]), {
      payload: { id: 7 },
    });
    await scene.settled(transactionId);
    expect(await scene.bodies(transactionId)).toEqual(['https://example.com/7']);
  });

  it.each([
    ['its workflow', 'workflow_deleted', 'workflows'],
    ['its subscriber', 'subscriber_deleted', 'subscribers'],
    ['its event', 'event_expired', 'events'],
  ])('a run whose wait ends after %s is gone is canceled and says so', async (_what, reason, collection) => {
    const to = await scene.subscriber();
    const name = await scene.workflow([delay(1, 'hours'), inApp('x')]);
    const transactionId = await scene.trigger(name, { to });
    const [run] = await scene.settled(transactionId);
    const ids: Record<string, unknown> = {
      workflows: run!.workflowId,
      subscribers: run!.subscriberId,
      events: run!.eventId,
    };
    // The worker may be noting that the event is done: it is looked for until it is gone for good.
    await eventually(async () => {
      const documents = scene.carillon.connection.collection(collection);
      const filter = { _id: ids[collection] as never };
      await documents.deleteOne(filter);
      expect(await documents.countDocuments(filter)).toBe(0);
    });
    await scene.later(HOUR);
    expect(await scene.story(transactionId)).toEqual([`canceled: ${reason}`, `canceled: ${reason}`]);
    expect((await scene.settled(transactionId))[0]!.status).toBe('canceled');
  });

  it('P10: a run whose worker died is taken over when the lease ends, and not before', async () => {
    const transactionId = await scene.trigger(await scene.workflow([delay(1, 'hours'), inApp('once')]));
    const [run] = await scene.settled(transactionId);
    const until = new Date(scene.clock.now().getTime() + 30_000);
    await scene.runs.updateOne({ _id: run!._id }, { status: 'running', claim: randomUUID(), wakeAt: until });
    await scene.wake();
    expect((await scene.runs.findById(run!._id).lean())!.status).toBe('running');
    // Its wait goes on: taking over is no reason to be early.
    await scene.later(30_000);
    expect(await scene.story(transactionId)).toEqual(['delayed: delay_waiting', 'pending']);
    await scene.later(HOUR);
    expect(await scene.bodies(transactionId)).toEqual(['once']);
  });

  it('wakes 1,200 runs with a few commands for each 500', async () => {
    const people = Array.from({ length: 12 }, () => Array.from({ length: 100 }, () => scene.newId()));
    const name = await scene.workflow([delay(1, 'days'), inApp('x')]);
    const ids = await Promise.all(people.map((to) => scene.trigger(name, { to })));
    for (const id of ids) await scene.settled(id, 100);
    const commands = await countCommands(() => scene.later(DAY));
    for (const id of ids)
      expect((await scene.settled(id, 100)).every(({ status }) => status === 'completed')).toBe(true);
    // On a busy machine each 500 are stored in several portions; one command for each run would be far more.
    expect(commands).toBeLessThan(300);
  });
});
