import fc from 'fast-check';
import { DAY, delay, digest, EngineScene, inApp, throttle } from '../engine-scene.js';

describe('simulating a trigger', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
    await scene.integration('email');
    await scene.integration('sms');
  });

  afterAll(() => scene.close());

  const simulate = (body: object) => scene.carillon.api.post('/v1/events/simulate', body);

  it('tells every step, how it would end and why, and what would be delivered', async () => {
    const to = await scene.subscriber({ email: 'ada@example.com', firstName: 'Ada' });
    const email = { type: 'email', controlValues: { subject: 'Hi', body: '<p>{{payload.x}}</p>', editorType: 'html' } };
    const name = await scene.workflow([
      inApp('Hello {{subscriber.firstName}}'),
      delay(2, 'hours'),
      email,
      inApp('never', { skip: { '==': [1, 2] } }),
    ]);
    const { status, body } = await simulate({ name, to, payload: { x: '<b>' } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'processed', topics: [] });
    expect(body.data.recipients).toMatchObject([
      {
        subscriberId: to,
        status: 'completed',
        steps: [
          {
            type: 'in_app',
            status: 'completed',
            reason: 'delivered',
            content: [{ channel: 'in_app', body: 'Hello Ada' }],
          },
          { type: 'delay', status: 'completed', reason: 'delay_over' },
          {
            type: 'email',
            content: [{ to: ['ada@example.com'], subject: 'Hi', html: '<p>&lt;b&gt;</p>', text: '<b>' }],
          },
          { type: 'in_app', status: 'skipped', reason: 'condition_false', decidedBy: 'skip' },
        ],
      },
    ]);
    const [first, wait] = body.data.recipients[0].steps;
    expect(Date.parse(wait.at) - Date.parse(first.at)).toBe(2 * 3_600_000);
  });

  it.each<[string, string, string[]]>([
    ['timeout', '', ['wait_until_timeout', 'condition_false', 'delivered']],
    ['timeout', '?waitsEnd=timeout', ['wait_until_timeout', 'condition_false', 'delivered']],
    ['status', '?waitsEnd=first', ['wait_until_status', 'delivered', 'condition_false']],
  ])('CS76: a wait ends with its %s when the simulation is asked with "%s"', async (_outcome, query, reasons) => {
    const until = [{ status: 'read', stepId: 'step-1' }];
    const read = { '==': [{ var: 'steps.step-1.seen' }, true] };
    const name = await scene.workflow([
      inApp('first'),
      { type: 'wait_until', controlValues: { until, timeout: { amount: 2, unit: 'days' } } },
      inApp('{{steps.step-2.outcome}}', { skip: read }),
      inApp('{{steps.step-2.outcome}}', { skip: { '!': read } }),
    ]);
    const { body } = await scene.carillon.api.post(`/v1/events/simulate${query}`, { name, to: 'ada' });
    const [, ...steps] = body.data.recipients[0].steps;
    expect(steps.map((step: { reason: string }) => step.reason)).toEqual(reasons);
  });

  it('L2: tells which variables are missing, and that a strict workflow would fail for them', async () => {
    const steps = [inApp('Hello {{payload.name}}')];
    const lenient = await simulate({ name: await scene.workflow(steps), to: 'ada' });
    expect(lenient.body.data.recipients[0].steps).toMatchObject([
      { reason: 'delivered', warnings: ['body: payload.name is missing; rendered empty'] },
    ]);
    const strict = await simulate({ name: await scene.workflow(steps, { strictVariables: true }), to: 'ada' });
    const [step] = strict.body.data.recipients[0].steps;
    expect(step).toMatchObject({ reason: 'variable_missing', detail: 'missing: body: payload.name' });
    expect(step).not.toHaveProperty('warnings');
  });

  it('T19: names the fields that no trigger has, as the trigger would', async () => {
    const { body } = await simulate({ name: await scene.workflow([inApp('x')]), to: 'ada', payloads: {} });
    expect(body.data.warnings).toEqual([expect.stringMatching(/^payloads was ignored: .*Did you mean 'payload'\?$/)]);
  });

  it('stores and sends nothing', async () => {
    const counts = async () => {
      const { connection } = scene.carillon;
      const names = (await connection.db!.listCollections().toArray()).map(({ name }) => name).sort();
      const sizes = await Promise.all(names.map((name) => connection.collection(name).countDocuments()));
      return Object.fromEntries(names.map((name, index) => [name, sizes[index]]));
    };
    const name = await scene.workflow([
      inApp('x'),
      throttle(1, 1, 'hours'),
      digest(1, 'hours'),
      { type: 'email', controlValues: { subject: 's' } },
      { type: 'http_request', controlValues: { method: 'GET', url: 'http://127.0.0.1:1/' } },
    ]);
    const before = await counts();
    const to = { subscriberId: scene.newId(), email: 'new@example.com' };
    const { body } = await simulate({
      name,
      to: [to, scene.newId()],
      actor: { subscriberId: scene.newId() },
      context: { tenant: { id: scene.newId(), data: { a: 1 } } },
    });
    expect(body.data.recipients[0].status).toBe('completed');
    expect(await counts()).toEqual(before);
  });

  it('brings what the trigger says of the subscriber along', async () => {
    const to = await scene.subscriber({ firstName: 'Ada' });
    const name = await scene.workflow([inApp('{{subscriber.firstName}} {{subscriber.lastName}}')]);
    const { body } = await simulate({ name, to: { subscriberId: to, lastName: 'Lovelace' } });
    expect(body.data.recipients[0].steps[0].content[0].body).toBe('Ada Lovelace');
  });

  it('names the topics it leaves out, and simulates workflows that are not active', async () => {
    const name = await scene.workflow([inApp('x')], { active: false });
    const { body } = await simulate({ name, to: [{ type: 'Topic', topicKey: 'news' }, scene.newId()] });
    expect(body.data.topics).toEqual(['news']);
    expect(body.data.recipients).toHaveLength(1);
  });

  it('T8, T9: tells what the trigger would answer where it would send nothing', async () => {
    const active = await scene.workflow([inApp('x')]);
    const answers = await Promise.all(
      [
        { name: active, tenant: 'nobody' },
        { name: await scene.workflow([inApp('x')], { active: false }) },
        { name: await scene.workflow([]) },
      ].map(async (body) => [
        (await simulate({ to: scene.newId(), ...body })).body.data.status,
        (await scene.carillon.api.post('/v1/events/trigger', { to: scene.newId(), ...body })).body.data.status,
      ]),
    );
    expect(answers).toEqual([
      ['no_tenant_found', 'no_tenant_found'],
      ['trigger_not_active', 'trigger_not_active'],
      ['no_workflow_steps_defined', 'no_workflow_steps_defined'],
    ]);
  });

  it.each([
    ['an unknown workflow', { name: 'nonsense', to: 'a' }, 422],
    ['no recipients', { name: 'nonsense' }, 422],
    ['an empty body', {}, 422],
  ])('%s is refused like a trigger', async (_case, body, status) => {
    expect((await simulate(body)).status).toBe(status);
  });

  it('V1: a payload that breaks the schema is 400', async () => {
    const payloadSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const name = await scene.workflow([inApp('x')], { payloadSchema, validatePayload: true });
    expect((await simulate({ name, to: 'a', payload: {} })).status).toBe(400);
  });

  describe('is what really happens', () => {
    const condition = fc.constantFrom(
      undefined,
      {},
      { '>': [{ var: 'payload.n' }, 5] },
      { '==': [{ var: 'subscriber.data.plan' }, 'pro'] },
      { '==': [{ var: 'payload.text' }, '{{ payload.other }}'] },
      { '==': [{ var: 'steps.step-1.seen' }, false] },
      { '==': [{ var: 'payload.n' }, '{{ payload.n | nonsense }}'] },
    );
    const body = fc.constantFrom(
      'plain',
      'n is {{payload.n}}',
      '{{ steps.step-1.eventCount }}/{{ steps.step-2.eventCount }}',
      '{{ steps.step-1.value }}{{ steps.step-2.value }}',
      '{{ payload.nothing }}',
      '{{ broken | ',
      '{{ payload.text }} & {{ subscriber.firstName }}',
    );
    const stop = fc.boolean();
    const step = fc.oneof(
      fc.record({ body, stop }).map((values) => inApp(values.body, { shouldStopOnFail: values.stop })),
      body.map((html) => ({
        type: 'email',
        controlValues: { subject: 'S {{payload.n}}', body: html, editorType: 'html' },
      })),
      body.map((text) => ({ type: 'sms', controlValues: { body: text } })),
      body.map((text) => ({ type: 'push', controlValues: { body: text } })),
      fc.constantFrom(delay(1, 'hours'), delay(0, 'seconds'), delay(3000, 'days')),
      fc.constantFrom(digest(5, 'minutes'), digest(5, 'minutes', { lookBackWindow: { amount: 1, unit: 'minutes' } })),
      fc.constant(throttle(1, 1, 'hours')),
      fc.constant({ type: 'custom', controlValues: { custom: { value: 'v{{payload.n}}' } } }),
    );
    const steps = fc.array(
      fc.record({ step, skip: condition }).map(({ step: { type, controlValues }, skip }) => ({
        type,
        controlValues: { ...controlValues, ...(skip && { skip }) },
      })),
      { minLength: 1, maxLength: 5 },
    );
    const person = fc.record(
      { email: fc.constant('ada@example.com'), phone: fc.constant('+491'), firstName: fc.constant('A&B') },
      { requiredKeys: [] },
    );
    const payload = fc.record({
      n: fc.integer({ min: 0, max: 10 }),
      text: fc.constantFrom('a', 'b'),
      other: fc.constant('a'),
    });
    const off = { enabled: false };
    const preference = fc.constantFrom(
      undefined,
      { all: off },
      { channels: { email: off } },
      { channels: { in_app: off } },
    );

    it('for random workflows, people, payloads and preferences', async () => {
      await fc.assert(
        fc.asyncProperty(steps, person, payload, preference, async (steps, person, payload, preference) => {
          const to = await scene.subscriber({ ...person, data: { plan: 'pro' } });
          if (preference) await scene.prefer(to, preference);
          const name = await scene.workflow(steps);
          const { body } = await simulate({ name, to, payload });
          const [simulated] = body.data.recipients;
          const transactionId = await scene.trigger(name, { to, payload });
          let [run] = await scene.settled(transactionId);
          for (let waits = 0; run!.status === 'waiting' && waits < 20; waits++) {
            await scene.later(DAY);
            [run] = await scene.settled(transactionId);
          }
          expect(simulated.status).toBe(run!.status);
          const stories = (all: { status: string; reason?: string; decidedBy?: string; cause?: object }[]) =>
            all.map(({ status, reason, decidedBy, cause }) => [status, reason, decidedBy, cause]);
          expect(stories(simulated.steps)).toEqual(stories(run!.steps));
          const contents = simulated.steps.flatMap(({ content = [] }: { content?: object[] }) => content);
          const sent = (await scene.sent(transactionId)).map((one) => one.content);
          expect(contents.filter(({ channel }: { channel: string }) => channel !== 'in_app')).toEqual(sent);
          expect(
            contents
              .filter(({ channel }: { channel: string }) => channel === 'in_app')
              .map((content: { body: string }) => content.body)
              .sort(),
          ).toEqual((await scene.bodies(transactionId)).sort());
        }),
        { numRuns: 40 },
      );
    });
  });
});
