import { Types } from 'mongoose';
import { Integration } from '../../../src/integrations/integration.schema.js';
import { CredentialBox } from '../../../src/subscribers/credentials/credential-box.js';
import { EngineScene, inApp } from '../engine-scene.js';

describe('which integration email and SMS go through', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
  });

  // Every case begins without integrations of email and SMS.
  beforeEach(async () => {
    await scene.model(Integration).deleteMany({ channel: { $ne: 'in_app' } });
    scene.clock.forward(1000);
  });

  afterAll(() => scene.close());

  const email = { type: 'email', controlValues: { subject: 'Hello', body: '<p>x</p>', editorType: 'html' } };
  const sms = { type: 'sms', controlValues: { body: 'x' } };

  const when = (on: 'subscriber' | 'payload', field: string, value: string): Integration['conditions'] => [
    { isNegated: false, type: 'GROUP', value: 'AND', children: [{ on, field, operator: 'EQUAL', value }] },
  ];
  const forPros = when('subscriber', 'data.plan', 'pro');

  /** How the step went, and through which integration. */
  const send = async (
    step: object,
    { trigger = {}, subscriber = {}, workflow = {} }: { trigger?: object; subscriber?: object; workflow?: object } = {},
  ) => {
    const to = await scene.subscriber({ email: 'a@example.com', phone: '+491', ...subscriber });
    const transactionId = await scene.trigger(await scene.workflow([step], workflow), { to, ...trigger });
    const story = await scene.story(transactionId);
    const sent = await scene.sent(transactionId);
    const used = await scene
      .model(Integration)
      .find({ _id: { $in: sent.map((one) => one.integrationId) } })
      .lean();
    return { story, through: used.map(({ identifier }) => identifier), transactionId };
  };
  const naming = (channel: string, integrationIdentifier: string) => ({
    trigger: { overrides: { [channel]: { integrationIdentifier } } },
  });

  describe.each([
    ['email', email],
    ['sms', sms],
  ] as const)('%s', (channel, step) => {
    const integration = (identifier: string, fields: Partial<Integration> = {}) =>
      scene.integration(channel, { identifier, ...fields });

    it('G2: goes through the primary, however new the others are', async () => {
      await integration('primary');
      await integration('newer', { primary: false });
      expect((await send(step)).through).toEqual(['primary']);
    });

    it('G2: goes through the newest whose conditions pass before the primary', async () => {
      await integration('older', { conditions: forPros });
      await integration('newer', { conditions: forPros });
      await integration('newest', { conditions: when('subscriber', 'data.plan', 'other') });
      await integration('primary');
      expect((await send(step, { subscriber: { data: { plan: 'pro' } } })).through).toEqual(['newer']);
      expect((await send(step, { subscriber: { data: { plan: 'free' } } })).through).toEqual(['primary']);
    });

    it('G2: goes through the one of the highest priority, and of several of these the newest', async () => {
      await integration('low', { conditions: forPros, priority: 1 });
      await integration('high', { conditions: forPros, priority: 20 });
      await integration('high and newer', { conditions: forPros, priority: 20 });
      await integration('newest', { conditions: forPros });
      await integration('highest', { conditions: when('subscriber', 'data.plan', 'other'), priority: 30 });
      await integration('primary', { priority: 40 });
      expect((await send(step, { subscriber: { data: { plan: 'pro' } } })).through).toEqual(['high and newer']);
      expect((await send(step, { subscriber: { data: { plan: 'free' } } })).through).toEqual(['primary']);
    });

    it('G2: goes through the one that the trigger names, whatever its conditions say', async () => {
      await integration('primary');
      await integration('conditional', { conditions: forPros });
      await integration('plain', { primary: false });
      for (const named of ['conditional', 'plain', 'primary']) {
        expect((await send(step, naming(channel, named))).through).toEqual([named]);
      }
    });

    it.each<[string, Partial<Integration>]>([
      ['does not exist', { identifier: 'another' }],
      ['is inactive', { active: false }],
      ["is another environment's", { environmentId: new Types.ObjectId() }],
    ])('G3: fails when the one that the trigger names %s', async (_case, fields) => {
      await integration('primary');
      await integration('named', { primary: false, ...fields });
      const { story, through } = await send(step, naming(channel, 'named'));
      expect({ story, through }).toEqual({ story: ['failed: no_active_integration'], through: [] });
    });

    it('G3: fails when the one that the trigger names is of another channel', async () => {
      await integration('primary');
      await scene.integration('push', { identifier: 'named' });
      expect((await send(step, naming(channel, 'named'))).story).toEqual(['failed: no_active_integration']);
    });

    it('G4, G9: fails when none is primary, and says so', async () => {
      await integration('plain', { primary: false });
      await integration('conditional', { conditions: forPros });
      const { story, transactionId } = await send(step);
      expect(story).toEqual(['failed: no_active_integration']);
      const [job] = (await scene.activity(transactionId)).body.data[0].jobs;
      expect(JSON.stringify(job.executionDetails)).toContain(
        `The environment has no primary ${channel} integration, and none whose conditions pass`,
      );
    });

    it('G5: goes through the successor while no integration is marked as primary', async () => {
      await integration('before', { primary: false });
      await integration('successor', { primary: false, nextPrimary: true });
      expect((await send(step)).through).toEqual(['successor']);
    });
  });

  it('G9: without any integration the step fails, and the run goes on', async () => {
    const to = await scene.subscriber({ email: 'a@example.com' });
    expect(await scene.tell([email, inApp('x')], { to })).toEqual([
      'failed: no_active_integration',
      'completed: delivered',
    ]);
  });

  describe('G7: conditions', () => {
    const tenant = { context: { tenant: { id: 'acme', data: { region: 'eu' } } } };

    it.each<[string, Integration['conditions'], Parameters<typeof send>[1], boolean]>([
      ['read the subscriber', forPros, { subscriber: { data: { plan: 'pro' } } }, true],
      ['read what the subscriber lacks', forPros, {}, false],
      ['read the id of a context', when('payload', 'context.tenant.id', 'acme'), { trigger: tenant }, true],
      ['read the data of a context', when('payload', 'context.tenant.data.region', 'eu'), { trigger: tenant }, true],
      ['read a context that is not there', when('payload', 'context.tenant.id', 'acme'), {}, false],
      ['read the workflow', when('payload', 'workflow.severity', 'high'), { workflow: { severity: 'high' } }, true],
      ['read another workflow', when('payload', 'workflow.severity', 'high'), {}, false],
      ['do not read the payload', when('payload', 'plan', 'pro'), { trigger: { payload: { plan: 'pro' } } }, false],
      [
        'do not take the payload for a context',
        when('payload', 'context.tenant.id', 'acme'),
        { trigger: { payload: { context: { tenant: { id: 'acme' } } } } },
        false,
      ],
      [
        'may be negated',
        forPros.map((group) => ({ ...group, isNegated: true })),
        { subscriber: { data: { plan: 'free' } } },
        true,
      ],
      [
        'pass when one of several groups does',
        [...when('subscriber', 'data.plan', 'other'), ...forPros],
        { subscriber: { data: { plan: 'pro' } } },
        true,
      ],
      [
        'do not pass when all must and one does not',
        forPros.map((group) => ({
          ...group,
          children: [...group.children, ...when('subscriber', 'email', 'b@example.com')[0]!.children],
        })),
        { subscriber: { data: { plan: 'pro' } } },
        false,
      ],
      [
        'do not pass when they cannot be evaluated',
        JSON.parse(JSON.stringify(forPros).replace('EQUAL', 'SOUNDS_LIKE')),
        { subscriber: { data: { plan: 'pro' } } },
        false,
      ],
    ])('%s', async (_case, conditions, sending, passes) => {
      await scene.integration('email', { identifier: 'conditional', conditions });
      await scene.integration('email', { identifier: 'primary' });
      expect((await send(email, sending)).through).toEqual([passes ? 'conditional' : 'primary']);
    });
  });

  describe('what is changed through the API holds for the next message at once', () => {
    const api = () => scene.carillon.api;
    const request = (identifier: string) => ({
      providerId: 'sendgrid',
      identifier,
      active: true,
      credentials: { apiKey: 'x', from: 'a@example.com', senderName: 'A' },
    });
    const create = async (identifier: string): Promise<string> =>
      (await api().post('/v1/integrations', request(identifier))).body.data._id;

    it('G5: created, chosen, switched off and deleted', async () => {
      scene.clock.stop();
      expect((await send(email)).story).toEqual(['failed: no_active_integration']);
      const first = await create('first');
      expect((await send(email)).through).toEqual(['first']);
      const second = await create('second');
      expect((await send(email)).through).toEqual(['first']);
      await api().post(`/v1/integrations/${second}/set-primary`);
      expect((await send(email)).through).toEqual(['second']);
      await api().put(`/v1/integrations/${second}`, { active: false });
      expect((await send(email)).story).toEqual(['failed: no_active_integration']);
      await api().put(`/v1/integrations/${second}`, { active: true });
      expect((await send(email)).through).toEqual(['second']);
      await api().delete(`/v1/integrations/${second}`);
      expect((await send(email)).story).toEqual(['failed: no_active_integration']);
      expect((await send(email, naming('email', 'first'))).through).toEqual(['first']);
      await api().delete(`/v1/integrations/${first}`);
    });
  });

  it('G8: credentials of subscribers for an integration that was deleted are passed over', async () => {
    const [kept, gone] = [await scene.integration('push'), await scene.integration('push')];
    const to = await scene.subscriber();
    const owner = { environmentId: scene.environment.id, subscriberId: to };
    const channels = [gone, kept].map(({ _id, providerId }) =>
      scene.carillon.app.get(CredentialBox).seal(owner, {
        providerId,
        integrationId: _id,
        credentials: { deviceTokens: [`token-${_id.toHexString()}`] },
      }),
    );
    await scene.subscribers.updateOne({ subscriberId: to }, { channels });
    expect((await scene.carillon.api.delete(`/v1/integrations/${gone._id.toHexString()}`)).status).toBe(200);
    const push = { type: 'push', controlValues: { subject: 'Title', body: 'Text' } };
    const transactionId = await scene.trigger(await scene.workflow([push]), { to });
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
    const sent = await scene.sent(transactionId);
    expect(sent.map((one) => one.integrationId)).toEqual([kept._id]);
  });
});
