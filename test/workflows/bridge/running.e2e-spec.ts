import type { ServerResponse } from 'node:http';
import { Config } from '../../../src/platform/config/config.js';
import { MessageServer } from '../../delivery/sending/message-server.js';
import { digest, EngineScene, HOUR, inApp, MINUTE } from '../../delivery/engine-scene.js';
import { eventually } from '../../eventually.js';
import { onlyWorkflow, parcelMail, SampleApplication } from './sample-application.js';

const PRIVATE = { HTTP_PRIVATE_TARGETS: '127.0.0.1', BRIDGE_TIMEOUT_SECONDS: '60' };

describe('workflows in code', () => {
  let scene: EngineScene;
  let application: SampleApplication;
  let mails: MessageServer;
  let parcels: SampleApplication | undefined;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { ...PRIVATE, DELIVER_TO: 'providers' } });
    application = await SampleApplication.start(scene.carillon.api.apiKey!);
    mails = await MessageServer.start();
    const { api } = scene.carillon;
    for (const channel of ['email', 'push', 'sms', 'chat', 'tool'] as const) {
      expect((await api.post('/v1/integrations', mails.integration(channel, `${channel} by webhook`))).status).toBe(
        201,
      );
    }
    const { status, body } = await api.post('/v1/bridge/sync?source=cli', { bridgeUrl: application.url });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body.data).toEqual({
      bridgeUrl: application.url,
      workflows: [
        { workflowId: 'gathering', action: 'created', changes: [] },
        { workflowId: 'order', action: 'created', changes: [] },
        { workflowId: 'texts', action: 'created', changes: [] },
        { workflowId: 'twice', action: 'created', changes: [] },
      ],
    });
    scene.clock.stop();
  });

  afterAll(async () => {
    await scene.close();
    await application.close();
    await mails.close();
    await parcels?.close();
  });

  beforeEach(() => {
    application.asked.length = 0;
    application.intercept = () => false;
  });

  const ada = () => ({ subscriberId: scene.newId(), firstName: 'Ada', email: 'ada@example.com' });

  /** The story of a trigger, once all that is due has been executed. */
  async function storyOf(transactionId: string): Promise<string[]> {
    return eventually(async () => {
      await scene.wake();
      const story = await scene.story(transactionId);
      expect(story).not.toContain('pending');
      return story;
    });
  }

  /** Triggers, and returns the first story in which no step is pending but those after one that waits. */
  async function firstStory(name: string, trigger: object = {}): Promise<{ id: string; story: string[] }> {
    const id = await scene.trigger(name, { to: ada(), ...trigger });
    const story = await eventually(async () => {
      await scene.wake();
      const found = await scene.story(id);
      expect(found[0]).not.toBe('pending');
      return found;
    });
    return { id, story };
  }

  it('CF1: shows them beside the others, with the schemas of the code', async () => {
    const { api } = scene.carillon;
    const own = await scene.workflow([inApp('Hello')]);
    const listed = (await api.get('/v2/workflows?limit=50')).body.data.workflows as Record<string, unknown>[];
    expect(listed.find(({ workflowId }) => workflowId === 'order')).toMatchObject({
      origin: 'external',
      name: 'Order',
    });
    expect(listed.find(({ workflowId }) => workflowId === own)).toMatchObject({ origin: 'service-cloud' });
    const { data } = (await api.get('/v2/workflows/order')).body;
    expect(data).toMatchObject({
      origin: 'external',
      description: 'What was ordered.',
      tags: ['orders'],
      active: true,
      validatePayload: false,
      payloadSchema: { properties: { id: { type: 'string', default: 'none' } } },
      preferences: { user: null, default: { all: { enabled: true }, channels: { chat: { enabled: false } } } },
    });
    expect(data.steps.map(({ stepId, type, origin }: Record<string, string>) => `${type} ${stepId} ${origin}`)).toEqual(
      [
        'in_app inbox external',
        'custom total external',
        'email mail external',
        'sms text external',
        'push ring external',
        'chat talk external',
      ],
    );
    expect(data.steps[0].controls.dataSchema.properties).toEqual({
      subject: { type: 'string', default: 'Hello {{subscriber.firstName}}' },
    });
  });

  it('CF4, CF8: executes each step as the application says, with schemas and their defaults', async () => {
    const to = { ...ada(), channels: [{ providerId: 'push-webhook', credentials: { deviceTokens: ['device-1'] } }] };
    const id = await scene.trigger('order', { to, payload: { id: '7' } });
    expect(await storyOf(id)).toEqual([
      'completed: delivered',
      'completed: custom_done',
      'completed: delivered',
      'skipped: bridge_skipped',
      'completed: delivered',
      'skipped: preference',
    ]);
    const [message] = await scene.messages.find({ transactionId: id, channel: 'in_app' }).lean();
    // What looks like a template is content: the application has rendered it already.
    expect(message).toMatchObject({
      subject: 'Hello Ada',
      body: 'Order 7 of Ada {{ no.template }}',
      data: { id: '7' },
      actions: { primary: { label: 'See', redirect: { url: '/orders', target: '_self' } } },
    });
    const sent = mails.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    const mail = sent.find(({ subject }) => subject === 'Total 3');
    expect(mail).toMatchObject({ html: '<p>3 EUR</p>', campaign: 'orders' });
    expect(sent.filter(({ subject }) => subject === 'Total 3')).toHaveLength(1);
    expect(application.steps()).toEqual(['inbox', 'total', 'mail', 'text', 'ring'].map((step) => `execute ${step}`));
    const { data } = (await scene.activity(id)).body;
    expect(data[0]).toMatchObject({ template: { name: 'Order' } });
    expect(data[0].jobs.map(({ type, status }: Record<string, string>) => `${type} ${status}`)).toEqual(
      expect.arrayContaining(['in_app completed', 'custom completed', 'email completed', 'sms skipped']),
    );
  });

  it('CF4: SMS, chat messages, cards and tools get what the application says, through their providers', async () => {
    const webhookUrl = `${mails.address}/chat`;
    const to = {
      ...ada(),
      phone: '+4915112345678',
      channels: [{ providerId: 'chat-webhook', credentials: { webhookUrl } }],
    };
    const before = mails.requests.length;
    const id = await scene.trigger('texts', { to, payload: { code: '{{ 4711 }}' } });
    expect(await storyOf(id)).toEqual(Array<string>(4).fill('completed: delivered'));
    const sent = mails.requests.slice(before).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(sent).toMatchObject([
      { to: to.phone, content: 'Code {{ 4711 }}', sender: 'Shop' },
      { body: '*Code* {{ 4711 }}' },
      { body: 'Your code\nIt is {{ 4711 }}\nValid: 5 minutes\nSign in: https://example.com/in' },
      { body: 'Code {{ 4711 }}' },
    ]);
    const quiet = await scene.trigger('texts', { to: ada(), payload: { code: 'quiet' } });
    expect(await storyOf(quiet)).toEqual([
      ...Array<string>(3).fill('skipped: missing_address'),
      'skipped: bridge_skipped',
    ]);
  });

  it('CF8: the overrides of a trigger take precedence over those of the code', async () => {
    const overrides = { providers: { 'email-webhook': { _passthrough: { body: { campaign: 'mine' } } } } };
    const id = await scene.trigger('order', { to: ada(), payload: { prices: [40, 2] }, overrides });
    await storyOf(id);
    const sent = mails.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(sent.find(({ subject }) => subject === 'Total 42')).toMatchObject({ campaign: 'mine' });
  });

  it('CF4: a digest, a delay and a throttle work as their outputs say, and the application is asked once', async () => {
    const to = ada();
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4]) {
      ids.push(await scene.trigger('gathering', { to, payload: { n } }));
      await eventually(async () => {
        await scene.wake();
        expect((await scene.story(ids.at(-1)!))[0]).not.toBe('pending');
      });
    }
    const stories = await Promise.all(ids.map((id) => scene.story(id)));
    expect(stories.map((story) => story[0])).toEqual([
      ...Array<string>(3).fill('completed: throttle_passed'),
      'skipped: throttled',
    ]);
    expect(stories.map((story) => story[1])).toEqual([
      'delayed: digest_waiting',
      'merged: digest_merged',
      'merged: digest_merged',
      'skipped: throttled',
    ]);
    await scene.later(MINUTE);
    await eventually(async () => {
      await scene.wake();
      expect((await scene.story(ids[0]!))[2]).toBe('delayed: delay_waiting');
    });
    await scene.later(MINUTE);
    expect(await storyOf(ids[0]!)).toEqual([
      'completed: throttle_passed',
      'completed: digest_complete',
      'completed: delay_over',
      'completed: delivered',
    ]);
    expect(await scene.bodies(ids[0]!)).toEqual(['1,2,3 after true']);
    expect(application.steps()).toEqual([
      ...['limit', 'gather', 'limit', 'gather', 'limit', 'gather', 'limit'].map((step) => `execute ${step}`),
      ...['pause', 'tell'].map((step) => `execute ${step}`),
    ]);
  });

  it('CF3: its controls are set for the environment, the rest comes from the code', async () => {
    const { api } = scene.carillon;
    const path = '/v1/bridge/controls/order/inbox';
    expect((await api.get(path)).body.data).toMatchObject({ workflowId: 'order', stepId: 'inbox', controls: {} });
    const refused = await api.put(path, { variables: { subject: 7 } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['variables.subject']]);
    expect((await api.put(path, { variables: { nothing: 'like it' } })).status).toBe(422);
    const variables = { subject: 'Dear {{subscriber.firstName}}' };
    expect((await api.put(path, { variables })).body.data.controls).toEqual(variables);
    const id = await scene.trigger('order', { to: ada() });
    await storyOf(id);
    expect(await scene.messages.findOne({ transactionId: id, channel: 'in_app' }).lean()).toMatchObject({
      subject: 'Dear Ada',
    });
    // A sync keeps them.
    const synced = (await api.post('/v1/bridge/sync', {})).body.data.workflows;
    expect(synced.map(({ action }: { action: string }) => action)).toEqual(Array<string>(4).fill('unchanged'));
    expect((await api.get(path)).body.data.controls).toEqual(variables);
    const renamed = await api.patch('/v2/workflows/order', { name: 'Other' });
    expect([renamed.status, Object.keys(renamed.body.errors)]).toEqual([422, ['name']]);
    const { data } = (await api.get('/v2/workflows/order')).body;
    const put = (changes: object) =>
      api.put('/v2/workflows/order', { ...data, preferences: { user: null }, ...changes });
    expect((await put({ steps: data.steps.slice(1) })).status).toBe(422);
    expect((await put({})).body.data).toMatchObject({ origin: 'external', steps: data.steps });
    expect((await api.patch('/v2/workflows/order', { active: false })).body.data.active).toBe(false);
    const inactive = await api.post('/v1/events/trigger', { name: 'order', to: 'ada' });
    expect(inactive.body.data).toMatchObject({ status: 'trigger_not_active' });
    expect((await api.patch('/v2/workflows/order', { active: true })).status).toBe(200);
    expect((await api.put(path, { variables: {} })).status).toBe(200);
    const ordinary = await scene.workflow([inApp('Hello')]);
    expect((await api.get(`/v1/bridge/controls/${ordinary}/step-1`)).status).toBe(404);
  });

  it('CF13: a message that is sent again from the dead letters asks the application again', async () => {
    const { api } = scene.carillon;
    mails.status = () => 400;
    const id = await scene.trigger('twice', { to: ada(), payload: { n: 1 } });
    await storyOf(id);
    const { body } = await api.get(`/v1/dead-letters?transactionId=${id}`);
    const letter = body.data.find(({ stepId }: { stepId: string }) => stepId === 'first');
    application.asked.length = 0;
    mails.status = () => 200;
    expect(await api.post(`/v1/dead-letters/${letter.id}/replay`, {})).toMatchObject({ status: 200 });
    await eventually(async () => {
      await scene.wake();
      expect((await scene.story(id))[0]).toBe('completed: delivered');
    });
    expect(application.steps()[0]).toBe('execute first');
  });

  it('CF12: previews and simulations ask for a preview, and send nothing', async () => {
    const { api } = scene.carillon;
    const preview = await api.post('/v2/workflows/order/step/mail/preview', {
      previewPayload: { payload: { prices: [5] }, steps: { total: { amount: 5 } } },
    });
    expect(preview.body.data.result).toMatchObject({
      type: 'email',
      preview: { body: expect.stringContaining('EUR') },
    });
    const simulated = await api.post('/v1/events/simulate', { name: 'order', to: ada(), payload: { id: '9' } });
    expect(simulated.body.data.recipients[0].steps[0]).toMatchObject({
      reason: 'delivered',
      content: [{ subject: 'Hello Ada', body: 'Order 9 of Ada {{ no.template }}' }],
    });
    expect(new Set(application.asked.map(({ action }) => action))).toEqual(new Set(['preview']));
    application.intercept = (_asked, response) => Boolean(response.writeHead(503).end('{}'));
    const failed = await api.post('/v2/workflows/order/step/mail/preview', {});
    expect(failed.body.data.result.error).toMatchObject({ message: expect.stringContaining('503') });
  });

  it('CF5: requests are signed with the key of the environment, at most five minutes ago', async () => {
    const { id } = await firstStory('twice', { payload: { n: 1 } });
    expect(await storyOf(id)).toEqual(['completed: delivered', 'completed: delivered']);
    expect(application.asked.map(({ signature }) => signature)).toEqual([
      expect.stringMatching(/^t=\d{13},v1=[\da-f]{64}$/),
      expect.stringMatching(/^t=\d{13},v1=[\da-f]{64}$/),
    ]);
    // The clock of the application is more than five minutes behind.
    scene.clock.forward(HOUR);
    const late = await firstStory('twice');
    expect(late.story).toEqual(['failed: bridge_refused', 'canceled: earlier_step_failed']);
    expect(JSON.stringify((await scene.activity(late.id)).body.data)).toContain('SignatureExpired');
    scene.clock.forward(-HOUR);
    const stranger = await SampleApplication.start('the key of another environment');
    const { api } = scene.carillon;
    const validated = await api.post('/v1/bridge/validate', { bridgeUrl: stranger.url });
    expect(validated.body.data).toEqual({ isValid: false, error: expect.stringContaining('401') });
    expect((await api.post('/v1/bridge/validate', { bridgeUrl: application.url })).body.data).toEqual({
      isValid: true,
    });
    expect((await api.post('/v1/bridge/sync', { bridgeUrl: stranger.url })).status).toBe(422);
    await stranger.close();
  });

  const refusals: [string, number, string[], number][] = [
    ['500, then responds', 500, ['completed: delivered', 'completed: delivered'], 1],
    ['dies while it responds, then responds', 0, ['completed: delivered', 'completed: delivered'], 1],
    ['429 four times', 429, ['failed: bridge_unreachable', 'canceled: earlier_step_failed'], 4],
    ['502', 502, ['failed: bridge_refused', 'canceled: earlier_step_failed'], 1],
    ['nonsense', 200, ['failed: bridge_invalid', 'canceled: earlier_step_failed'], 1],
  ];

  it.each(refusals)('CF6, CF7: an application that says %s', async (_what, status, expected, times) => {
    let left = times;
    application.intercept = (_asked, response) => {
      if (left <= 0) return false;
      left -= 1;
      if (status === 0) die(response);
      else response.writeHead(status, { 'content-type': 'application/json' }).end('[]');
      return true;
    };
    const { id, story } = await firstStory('twice', { payload: { n: 1 } });
    if (status !== 502 && status !== 200) expect(story[0]).toBe('delayed: bridge_retrying');
    // After 1, 2 and 4 seconds.
    for (const seconds of [1, 2, 4]) await scene.later(seconds * 1000);
    expect(await storyOf(id)).toEqual(expected);
    expect(application.steps().filter((step) => step === 'execute first')).toHaveLength(
      expected[0] === 'completed: delivered' ? times + 1 : times,
    );
  });

  it('CF5, CF6: one that is slow delays no run of other environments, and is given up at the deadline', async () => {
    const config = scene.carillon.app.get(Config, { strict: false });
    const within = (seconds: number) => Object.assign(config, { bridgeTimeoutSeconds: seconds });
    const open: ServerResponse[] = [];
    application.intercept = (_asked, response) => open.push(response) > 0;
    const slow = await Promise.all(
      Array.from({ length: 60 }, () => scene.trigger('twice', { to: ada(), payload: { n: 1 } })),
    );
    await eventually(() => Promise.resolve(expect(open.length).toBeGreaterThanOrEqual(50)));
    const { otherApi } = scene.carillon;
    const workflow = { name: 'Quick', workflowId: 'quick', active: true, steps: [{ name: 'Tell', ...inApp('Quick') }] };
    await otherApi.workflow(workflow);
    const quick = await otherApi.post('/v1/events/trigger', { name: 'quick', to: 'ada' });
    const progress = `/v1/events/trigger/${quick.body.data.transactionId}?wait=30`;
    expect((await otherApi.get(progress)).body.data).toMatchObject({ sent: 1 });
    const own = await scene.workflow([inApp('Meanwhile')]);
    expect(await scene.story(await scene.trigger(own))).toEqual(['completed: delivered']);
    expect(open).toHaveLength(50);
    for (const response of open) response.destroy();
    application.intercept = () => false;
    await eventually(async () => {
      const retrying = { transactionId: { $in: slow }, 'steps.reason': 'bridge_retrying' as const };
      expect(await scene.runs.countDocuments(retrying)).toBe(50);
    });
    await scene.later(1000);
    for (const id of slow) expect(await storyOf(id)).toEqual(['completed: delivered', 'completed: delivered']);
    within(0.05);
    application.intercept = () => true;
    const { id, story } = await firstStory('twice');
    within(60);
    expect(story).toEqual(['delayed: bridge_retrying', 'pending']);
    expect(JSON.stringify((await scene.activity(id)).body.data)).toContain('no response within 0.05 seconds');
  });

  it('CF9: a trigger with a bridgeUrl runs what the application has, without a sync', async () => {
    const other = await SampleApplication.start(scene.carillon.api.apiKey!, {
      workflows: onlyWorkflow('unsynced'),
      with: 'http',
    });
    const { api } = scene.carillon;
    const id = await scene.trigger('unsynced', { to: ada(), bridgeUrl: other.url });
    expect(await storyOf(id)).toEqual(['completed: delivered']);
    expect(await scene.bodies(id)).toEqual(['unsynced']);
    expect((await api.get('/v2/workflows/unsynced')).status).toBe(404);
    const unknown = await api.post('/v1/events/trigger', { name: 'nothing', to: 'ada', bridgeUrl: other.url });
    expect([unknown.status, unknown.body.message]).toEqual([422, 'workflow_not_found']);
    const key = await api.post('/v1/api-keys', { name: 'Trigger', permissions: 'trigger' });
    const refused = await api.request({
      method: 'POST',
      url: '/v1/events/trigger',
      headers: { authorization: `ApiKey ${key.body.data.key}` },
      payload: { name: 'unsynced', to: 'ada', bridgeUrl: other.url },
    });
    expect(refused.status).toBe(403);
    const { url: bridgeUrl } = other;
    await other.close();
    const gone = await api.post('/v1/events/trigger', { name: 'unsynced', to: 'ada', bridgeUrl });
    expect(gone.status).toBe(422);
  });
  it('CF14: one step in code is simulated, asked at the bridgeUrl of a trigger, and asked again by the dead letters', async () => {
    const { api } = scene.carillon;
    const other = await SampleApplication.start(api.apiKey!, { workflows: parcelMail });
    parcels = other;
    await scene.workflow(
      [
        { name: 'Gather', stepId: 'gather', ...digest(1, 'minutes') },
        {
          name: 'Mail',
          stepId: 'mail',
          type: 'email',
          inCode: true,
          controlValues: { subject: 'Dear {{subscriber.firstName}}' },
        },
        { name: 'After', stepId: 'after', ...inApp('After {{payload.shop}}') },
      ],
      { workflowId: 'parcel' },
    );
    const trigger = { to: ada(), payload: { shop: 'Books' }, bridgeUrl: other.url };
    const simulated = await api.post('/v1/events/simulate', { name: 'parcel', ...trigger });
    expect(simulated.body.data.recipients[0].steps).toMatchObject([
      { reason: 'digest_complete' },
      { reason: 'delivered', content: [{ subject: 'Dear Ada', html: expect.stringContaining('1 parcels of Books') }] },
      { reason: 'delivered', content: [{ body: 'After Books' }] },
    ]);
    expect(other.steps()).toEqual(['preview mail']);

    mails.status = () => 400;
    const id = await scene.trigger('parcel', trigger);
    await eventually(async () => {
      await scene.wake();
      expect((await scene.story(id))[0]).toMatch(/digest/);
    });
    await scene.later(MINUTE);
    const failed = ['completed: digest_complete', 'failed: send_failed', 'completed: delivered'];
    expect(await storyOf(id)).toEqual(failed);
    const { body } = await api.get(`/v1/dead-letters?transactionId=${id}`);
    mails.status = () => 200;
    expect(await api.post(`/v1/dead-letters/${body.data[0].id}/replay`, {})).toMatchObject({ status: 200 });
    await eventually(async () => {
      await scene.wake();
      expect((await scene.story(id))[1]).toBe('completed: delivered');
    });
    expect(other.steps()).toEqual(['preview mail', 'execute mail', 'execute mail']);
  });
});

/** Begins a response and breaks the connection. */
function die(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"outputs":', () => response.destroy());
}
