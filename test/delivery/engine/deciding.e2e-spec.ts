import { RenderingScene } from './rendering-scene.js';
import { DAY, delay, EngineScene, HOUR, inApp } from '../engine-scene.js';

describe('what decides whether a step runs', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    await scene.integration('email');
    await scene.integration('sms');
  });

  afterAll(() => scene.close());

  const email = (controlValues: object = {}) => ({
    type: 'email',
    controlValues: { subject: 's', body: 'b', ...controlValues },
  });
  const sms = { type: 'sms', controlValues: { body: 'text' } };
  const reachable = (fields: object = {}) =>
    scene.subscriber({ email: 'ada@example.com', phone: '+4915112345678', ...fields });
  const off = { enabled: false };
  const on = { enabled: true };
  const layer = (enabled: boolean, channels: object = {}, readOnly = false) => ({
    all: { enabled, readOnly },
    channels,
  });

  describe('conditions', () => {
    it.each([
      ['true runs', { '==': [{ var: 'payload.urgent' }, true] }, 'completed: delivered'],
      ['false skips', { '==': [{ var: 'payload.urgent' }, false] }, 'skipped: condition_false'],
      ['empty runs', {}, 'completed: delivered'],
    ])('X1: the control `skip` holds the condition for running: %s', async (_case, skip, expected) => {
      expect(await scene.tell([inApp('x', { skip })], { payload: { urgent: true } })).toEqual([expected]);
    });

    it('P4: a skipped step does not stop the run, and the story says what decided', async () => {
      const skip = { and: [{ '==': [1, 1] }, { '>': [{ var: 'payload.amount' }, 100] }] };
      const name = await scene.workflow([inApp('x', { skip }), inApp('y')]);
      const transactionId = await scene.trigger(name, { payload: { amount: 7 } });
      expect(await scene.story(transactionId)).toEqual(['skipped: condition_false', 'completed: delivered']);
      const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
      expect(job).toMatchObject({ status: 'skipped', reason: 'condition_false', decidedBy: 'skip.and.1' });
    });

    it('X1: the activity says what the condition has seen, in its story too, and a simulation says the same', async () => {
      const skip = { and: [{ '==': [{ var: 'env.CAUSE_TOKEN' }, 'x'] }, { '>': [{ var: 'payload.amount' }, 100] }] };
      await new RenderingScene(scene).variable('CAUSE_TOKEN', 'hush'.repeat(30), { isSecret: true });
      const rule = { '>': [{ var: 'payload.amount' }, '{{ payload.limit }}'] };
      const name = await scene.workflow([inApp('x', { skip: { and: [true, rule] } }), inApp('y', { skip })]);
      const trigger = { to: scene.newId(), payload: { amount: 7, limit: '9'.repeat(100) } };
      const transactionId = await scene.trigger(name, trigger);
      await scene.settled(transactionId);
      const jobs = (await scene.activity(transactionId)).body.data[0].jobs;
      const limit = `${'9'.repeat(60)}…`;
      expect(jobs[0]).toMatchObject({
        decidedBy: 'skip.and.1',
        cause: {
          rule: JSON.stringify(rule),
          values: [
            { name: 'payload.amount', value: 7 },
            { name: '{{ payload.limit }}', value: limit },
          ],
        },
        executionDetails: [
          { raw: `skip.and.1: ${JSON.stringify(rule)} with payload.amount = 7, {{ payload.limit }} = "${limit}"` },
        ],
      });
      expect(jobs[1].cause.values).toEqual([{ name: 'env.CAUSE_TOKEN', value: '••••••••' }]);
      expect(JSON.stringify(jobs)).not.toContain('hush');
      const simulated = (await scene.carillon.api.post('/v1/events/simulate', { name, ...trigger })).body.data;
      const causes = (all: { decidedBy: string; cause: object }[]) =>
        all.map(({ decidedBy, cause }) => [decidedBy, cause]);
      expect(causes(simulated.recipients[0].steps)).toEqual(causes(jobs));
      expect(simulated.recipients[0].steps[0].detail).toBe(jobs[0].executionDetails[0].raw);
    });

    it.each([
      ['payload', { '==': [{ var: 'payload.a' }, 1] }],
      ['subscriber', { '==': [{ var: 'subscriber.data.plan' }, 'pro'] }],
      ['actor', { '==': [{ var: 'actor.firstName' }, 'Grace'] }],
      ['context', { '==': [{ var: 'context.tenant.id' }, 'acme'] }],
      ['context data', { '==': [{ var: 'context.tenant.data.region' }, 'eu'] }],
      ['workflow', { in: ['orders', { var: 'workflow.tags' }] }],
      ['steps', { '==': [{ var: 'steps.step-1.seen' }, false] }],
      ['env', { '==': [{ var: 'env.name' }, 'Development'] }],
    ])('X8: a condition can look at %s', async (_what, skip) => {
      const to = await scene.subscriber({ data: { plan: 'pro' } });
      const story = await scene.tell(
        [inApp('first'), inApp('x', { skip })],
        {
          to,
          payload: { a: 1 },
          actor: { subscriberId: scene.newId(), firstName: 'Grace' },
          context: { tenant: { id: 'acme', data: { region: 'eu' } } },
        },
        { tags: ['orders'] },
      );
      expect(story[1]).toBe('completed: delivered');
    });

    it('X7: two fields can be compared by a template', async () => {
      const skip = { '==': [{ var: 'payload.a' }, '{{ payload.b }}'] };
      expect(await scene.tell([inApp('x', { skip })], { payload: { a: 'q', b: 'q' } })).toEqual([
        'completed: delivered',
      ]);
      expect(await scene.tell([inApp('x', { skip })], { payload: { a: 'q', b: 'r' } })).toEqual([
        'skipped: condition_false',
      ]);
    });

    it('X9: a condition that fails is an error of its step, and not a pass', async () => {
      const skip = { '==': [{ var: 'payload.a' }, '{{ payload.b | nonsense }}'] };
      const transactionId = await scene.trigger(await scene.workflow([inApp('x', { skip }), inApp('y')]));
      expect(await scene.story(transactionId)).toEqual(['failed: condition_error', 'completed: delivered']);
      expect(await scene.bodies(transactionId)).toEqual(['y']);
    });

    it('X9: a condition that can never be evaluated is refused when it is saved', async () => {
      const { status, body } = await scene.carillon.api.post('/v2/workflows', {
        name: 'W',
        workflowId: scene.newId(),
        steps: [{ name: 'S', ...inApp('x', { skip: { nonsense: [1] } }) }],
      });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['steps.0.controlValues.skip']);
    });
  });

  describe('preferences', () => {
    it('F1: only channel steps are subject to them', async () => {
      const to = await reachable();
      await scene.prefer(to, { all: off });
      expect(await scene.tell([delay(0, 'seconds'), inApp('x'), email()], { to })).toEqual([
        'completed: delay_over',
        'skipped: preference',
        'skipped: preference',
      ]);
    });

    it.each<[string, { user?: object; global?: object; own?: object }, string, string | undefined]>([
      ['nobody says anything', {}, 'completed: delivered', undefined],
      ['the workflow disables it', { user: layer(true, { email: off }) }, 'skipped: preference', 'workflowUser'],
      ['global disables it', { global: { channels: { email: off } } }, 'skipped: preference', 'subscriberGlobal'],
      [
        'F5: global enables what the workflow disables',
        { user: layer(true, { email: off }), global: { channels: { email: on } } },
        'completed: delivered',
        undefined,
      ],
      [
        'per workflow beats global',
        { global: { channels: { email: off } }, own: { channels: { email: on } } },
        'completed: delivered',
        undefined,
      ],
      [
        'per workflow disables',
        { global: { all: on }, own: { channels: { email: off } } },
        'skipped: preference',
        'subscriberWorkflow',
      ],
      ['F4: a channel beats all', { own: { all: off, channels: { email: on } } }, 'completed: delivered', undefined],
      ['F4: all fills in', { own: { all: off, channels: { sms: on } } }, 'skipped: preference', 'subscriberWorkflow'],
    ])('F2, F11: %s', async (_case, { user, global, own }, expected, decidedBy) => {
      const to = await reachable();
      const name = await scene.workflow([email()], user ? { preferences: { user } } : {});
      if (global) await scene.prefer(to, global);
      if (own) await scene.prefer(to, own, name);
      const transactionId = await scene.trigger(name, { to });
      expect(await scene.story(transactionId)).toEqual([expected]);
      const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
      expect(job.decidedBy).toBe(decidedBy);
      const source = expect.stringMatching(/^(channel|all)$/);
      const seen = [
        { name: 'channel', value: 'email' },
        { name: 'source', value: source },
      ];
      expect(job.cause).toEqual(decidedBy === undefined ? undefined : { values: seen });
    });

    it('F3: a critical workflow ignores subscribers, but not what it disables itself', async () => {
      const to = await reachable();
      await scene.prefer(to, { all: off });
      const preferences = { user: layer(true, { sms: off }, true) };
      expect(await scene.tell([email(), sms], { to }, { preferences })).toEqual([
        'completed: delivered',
        'skipped: preference',
      ]);
    });

    it('F10: counts only what was chosen in exactly the contexts of the trigger', async () => {
      const to = await reachable();
      await scene.prefer(to, { all: off }, undefined, ['tenant:acme']);
      const name = await scene.workflow([email()]);
      const story = async (context?: object) =>
        scene.story(await scene.trigger(name, { to, ...(context && { context }) }));
      expect(await story({ tenant: 'acme' })).toEqual(['skipped: preference']);
      expect(await story()).toEqual(['completed: delivered']);
      expect(await story({ tenant: 'acme', app: 'web' })).toEqual(['completed: delivered']);
    });

    it('TS7: apply to members of a topic, who then have a run that says so', async () => {
      const to = await reachable();
      await scene.prefer(to, { channels: { in_app: off } });
      const topicKey = await scene.topic([to, await reachable()]);
      const name = await scene.workflow([inApp('x')]);
      const runs = await scene.settled(await scene.trigger(name, { to: { type: 'Topic', topicKey } }), 2);
      expect(runs.map(({ steps }) => String(steps[0]!.reason)).sort()).toEqual(['delivered', 'preference']);
    });

    it('F12: are read when the step runs, not at the trigger', async () => {
      const to = await reachable();
      const transactionId = await scene.trigger(await scene.workflow([delay(1, 'hours'), email()]), { to });
      await scene.settled(transactionId);
      await scene.prefer(to, { channels: { email: off } });
      await scene.later(HOUR);
      expect(await scene.story(transactionId)).toEqual(['completed: delay_over', 'skipped: preference']);
    });
  });

  describe('quiet hours', () => {
    const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
    /** Hours of every day, in UTC, that begin and end so many hours from now. */
    const hours = (from: number, to: number) => {
      const at = (offset: number) =>
        new Date(scene.clock.now().getTime() + offset * HOUR).toLocaleTimeString('en-US', {
          hour: '2-digit',
          minute: '2-digit',
          timeZone: 'UTC',
        });
      const day = { isEnabled: true, hours: [{ start: at(from), end: at(to) }] };
      return { isEnabled: true, weeklySchedule: Object.fromEntries(weekdays.map((name) => [name, day])) };
    };

    it('Q2, Q3: outside the hours email is skipped and not postponed; in-app and action steps run', async () => {
      const to = await reachable();
      await scene.prefer(to, { schedule: hours(2, 3) });
      const name = await scene.workflow([delay(0, 'seconds'), inApp('x'), email(), sms]);
      const transactionId = await scene.trigger(name, { to });
      expect(await scene.story(transactionId)).toEqual([
        'completed: delay_over',
        'completed: delivered',
        'skipped: schedule',
        'skipped: schedule',
      ]);
      const job = (await scene.activity(transactionId)).body.data[0].jobs[2];
      expect(job.cause.values).toEqual([
        { name: 'timezone', value: 'UTC' },
        { name: 'localTime', value: expect.stringMatching(/^[a-z]+day \d\d:\d\d [AP]M$/) },
        { name: 'hours', value: expect.stringMatching(/^\d\d:\d\d [AP]M to /) },
      ]);
    });

    it('Q2: inside the hours email is sent', async () => {
      const to = await reachable();
      await scene.prefer(to, { schedule: hours(-1, 1) });
      expect(await scene.tell([email()], { to })).toEqual(['completed: delivered']);
    });

    it('Q3: a critical workflow ignores them', async () => {
      const to = await reachable();
      await scene.prefer(to, { schedule: hours(2, 3) });
      const preferences = { user: layer(true, {}, true) };
      expect(await scene.tell([email()], { to }, { preferences })).toEqual(['completed: delivered']);
    });

    it("Q7: are hours of the subscriber's zone", async () => {
      const to = await reachable({ timezone: 'Asia/Kolkata' });
      await scene.prefer(to, { schedule: hours(-1, 1) });
      expect(await scene.tell([email()], { to })).toEqual(['skipped: schedule']);
    });

    it('Q1: a disabled schedule has no effect', async () => {
      const to = await reachable();
      await scene.prefer(to, { schedule: { ...hours(2, 3), isEnabled: false } });
      expect(await scene.tell([email()], { to })).toEqual(['completed: delivered']);
    });

    it('Q8: a delay that ends outside them goes on to the next allowed instant, if it is told so', async () => {
      const to = await reachable();
      await scene.prefer(to, { schedule: hours(3, 5) });
      const extending = await scene.workflow([delay(1, 'hours', { extendToSchedule: true }), email()]);
      const plain = await scene.workflow([delay(1, 'hours'), email()]);
      const [extended, cut] = [await scene.trigger(extending, { to }), await scene.trigger(plain, { to })];
      await scene.settled(extended);
      await scene.settled(cut);
      await scene.later(HOUR);
      expect(await scene.story(cut)).toEqual(['completed: delay_over', 'skipped: schedule']);
      expect(await scene.story(extended)).toEqual(['delayed: delay_waiting', 'pending']);
      expect((await scene.activity(extended)).body.data[0].jobs[0].scheduleExtensionsCount).toBe(1);
      await scene.later(2 * HOUR);
      expect(await scene.story(extended)).toEqual(['completed: delay_over', 'completed: delivered']);
    });

    it('Q8: at most three times, then it goes on', async () => {
      const to = await reachable();
      await scene.prefer(to, { schedule: hours(3, 4) });
      const transactionId = await scene.trigger(
        await scene.workflow([delay(1, 'hours', { extendToSchedule: true }), email()]),
        { to },
      );
      await scene.settled(transactionId);
      await scene.later(HOUR);
      // A worker that is always late misses the hours every time.
      for (let extension = 2; extension <= 3; extension++) {
        await scene.later(DAY + 4 * HOUR - (extension === 2 ? 0 : 4 * HOUR));
        expect((await scene.settled(transactionId))[0]!.wait?.extensions).toBe(extension);
      }
      await scene.later(DAY);
      expect(await scene.story(transactionId)).toEqual(['completed: delay_over', 'skipped: schedule']);
    });
  });
});
