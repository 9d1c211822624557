import { HttpTargets } from '../../../src/platform/outbound-http/address-guard.js';
import { digest, EngineScene, inApp, MINUTE } from '../../delivery/engine-scene.js';
import { eventually } from '../../eventually.js';
import { onlyWorkflow, parcelMail, SampleApplication } from './sample-application.js';

describe('syncing workflows in code', () => {
  let scene: EngineScene;
  let first: SampleApplication;
  let second: SampleApplication;
  let parcels: SampleApplication | undefined;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { HTTP_PRIVATE_TARGETS: '127.0.0.1', BRIDGE_TIMEOUT_SECONDS: '60' } });
    const key = scene.carillon.api.apiKey!;
    first = await SampleApplication.start(key, { workflows: [...onlyWorkflow('alpha')!, ...onlyWorkflow('both')!] });
    second = await SampleApplication.start(key, {
      workflows: [...onlyWorkflow('beta')!, ...onlyWorkflow('both')!],
      with: 'http',
    });
  });

  afterAll(async () => {
    await scene.close();
    await first.close();
    await second.close();
    await parcels?.close();
  });

  const sync = async (bridgeUrl?: string) => {
    const { status, body } = await scene.carillon.api.post('/v1/bridge/sync', { bridgeUrl });
    expect({ status, body }).toMatchObject({ status: 200 });
    return actions(body.data.workflows);
  };
  const actions = (workflows: { workflowId: string; action: string }[]) =>
    workflows.map(({ workflowId, action }) => `${workflowId} ${action}`);
  const states = async () => {
    const { workflows } = (await scene.carillon.api.get('/v2/workflows?limit=50&orderBy=name')).body.data;
    return Object.fromEntries(workflows.map((one: Record<string, string>) => [one.workflowId, one.status]));
  };

  it('CF1: says how the application is, and what a sync would do', async () => {
    const { api } = scene.carillon;
    expect((await api.get('/v1/bridge/status')).body.data).toEqual({ status: 'not_configured' });
    expect((await api.post('/v1/bridge/sync', {})).status).toBe(422);
    const { body } = await api.post('/v1/bridge/diff', { bridgeUrl: first.url });
    expect(actions(body.data.workflows)).toEqual(['alpha created', 'both created']);
    expect(await states()).toEqual({});
    expect(await sync(first.url)).toEqual(['alpha created', 'both created']);
    expect((await api.get('/v1/bridge/status')).body.data).toEqual({
      status: 'ok',
      bridgeUrl: first.url,
      sdkVersion: '2.13.2',
      frameworkVersion: '2024-06-26',
      discovered: { workflows: 2, steps: 2 },
    });
    expect((await api.get('/v1/environments/me')).body.data.bridge).toBeUndefined();
  });

  it('CF2: a workflow that is no longer in the code is inactive until it returns, with all that was set', async () => {
    const { api } = scene.carillon;
    const before = (await api.get('/v2/workflows/alpha')).body.data;
    expect(await sync(second.url)).toEqual(['alpha removed', 'beta created', 'both unchanged']);
    expect(await states()).toMatchObject({ alpha: 'INACTIVE' });
    const trigger = await api.post('/v1/events/trigger', { name: 'alpha', to: 'ada' });
    expect(trigger.body.data).toMatchObject({ status: 'trigger_not_active' });
    expect((await api.patch('/v2/workflows/alpha', { active: true })).status).toBe(422);
    expect(await sync()).toEqual(['beta unchanged', 'both unchanged']);
    expect(await sync(first.url)).toEqual(['alpha updated', 'beta removed', 'both unchanged']);
    const after = (await api.get('/v2/workflows/alpha')).body.data;
    expect(after).toMatchObject({ _id: before._id, active: true, steps: [{ _id: before.steps[0]._id }] });
    expect((await api.delete('/v2/workflows/beta')).status).toBe(204);
    expect(await sync()).toEqual(['alpha unchanged', 'both unchanged']);
  });

  it('CF1: of syncs at once one waits for the other, and what is stored is from one application', async () => {
    for (let round = 0; round < 4; round++) {
      const [one, two] = await Promise.all([sync(first.url), sync(second.url)]);
      expect(one.some((action) => action.startsWith('alpha'))).toBe(true);
      expect(two.some((action) => action.startsWith('beta'))).toBe(true);
      const { alpha, beta } = await states();
      expect([alpha, beta].filter((status) => status !== 'INACTIVE')).toHaveLength(1);
      const { bridgeUrl } = (await scene.carillon.api.get('/v1/bridge/status')).body.data;
      expect(bridgeUrl).toBe(alpha === 'INACTIVE' ? second.url : first.url);
    }
    const same = await Promise.all([sync(first.url), sync(first.url)]);
    expect(same).toContainEqual(['alpha unchanged', 'both unchanged']);
  });

  it('CF1: nothing is stored when an identifier is taken, or something cannot be used', async () => {
    const { api } = scene.carillon;
    const own = await scene.workflow([inApp('Hello')]);
    const taken = await SampleApplication.start(api.apiKey!, {
      workflows: [...onlyWorkflow(own)!, ...onlyWorkflow('new')!],
    });
    const before = await states();
    expect(await api.post('/v1/bridge/sync', { bridgeUrl: taken.url })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(own) },
    });
    for (const [type, hint] of [
      ['fax', 'use one of'],
      ['http_request', 'make the request in a custom step'],
    ]) {
      const workflows = [{ workflowId: 'odd', steps: [{ stepId: 'a', type }] }];
      taken.intercept = (_asked, response) => Boolean(response.end(JSON.stringify({ workflows })));
      expect(await api.post('/v1/bridge/sync', { bridgeUrl: taken.url })).toMatchObject({
        status: 422,
        body: { message: expect.stringMatching(new RegExp(`"${type}".*${hint}`)) },
      });
    }
    expect(await states()).toEqual(before);
    await taken.close();
  });

  it('CF10: an application on this machine is asked only where the operator allows it, or a developer works alone', async () => {
    const { carillon } = scene;
    const targets = carillon.app.get(HttpTargets, { strict: false });
    const allowed = targets.allowsPrivate.bind(targets);
    const asked: string[] = [];
    targets.allowsPrivate = (address, purpose) => {
      asked.push(`${address} ${purpose}`);
      return false;
    };
    const inDevelopment = await carillon.api.post('/v1/bridge/validate', { bridgeUrl: first.url });
    const inProduction = await carillon.otherApi.post('/v1/bridge/validate', { bridgeUrl: first.url });
    targets.allowsPrivate = allowed;
    expect(asked).toEqual(['127.0.0.1 own-application', '127.0.0.1 http']);
    for (const { body } of [inDevelopment, inProduction]) {
      expect(body.data).toEqual({ isValid: false, error: expect.stringContaining('HTTP_PRIVATE_TARGETS') });
    }
  });

  it('CF11: publishing and files leave workflows in code out', async () => {
    const { api } = scene.carillon;
    const id = scene.environment.id.toHexString();
    const environments = (await api.get('/v1/environments')).body.data as { _id: string; name: string }[];
    const production = environments.find(({ _id }) => _id !== id)!;
    const diff = await api.post(`/v2/environments/${production._id}/diff`, { sourceEnvironmentId: id });
    expect(JSON.stringify(diff.body.data.resources)).not.toContain('alpha');
    const { body } = await api.get(`/v2/environments/${id}/definitions`);
    expect(JSON.stringify(body.data)).not.toContain('alpha');
  });

  it('CF14: one step of a workflow made here is in code, the others stay here', async () => {
    const { api } = scene.carillon;
    parcels = await SampleApplication.start(api.apiKey!, { workflows: parcelMail });
    const application = parcels;
    await scene.integration('email');
    const condition = { '!=': [{ var: 'payload.quiet' }, true] };
    const mail = { name: 'Mail', stepId: 'mail', type: 'email', controlValues: { subject: 'S', body: 'B' } };
    const inCode = {
      ...mail,
      inCode: true,
      controlValues: { subject: 'Dear {{subscriber.firstName}}', skip: condition },
    };
    const steps = (step: object) => [
      { name: 'Note', stepId: 'note', ...inApp('Shop {{payload.shop}}') },
      { name: 'Gather', stepId: 'gather', ...digest(1, 'minutes') },
      step,
      { name: 'After', stepId: 'after', ...inApp('After {{payload.shop}}') },
    ];
    await scene.workflow(steps(mail), { workflowId: 'parcel' });
    const refused = await api.post('/v1/bridge/sync', { bridgeUrl: application.url });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('set inCode') } });
    const before = (await api.get('/v2/workflows/parcel')).body.data;
    const put = (list: object[]) =>
      api.put('/v2/workflows/parcel', { ...before, preferences: { user: null }, steps: list });
    expect((await put(steps(inCode))).body.data.steps[2]).toMatchObject({ inCode: true, origin: 'service-cloud' });
    expect((await put(steps({ ...inCode, controlValues: { skip: { nonsense: [1] } } }))).status).toBe(422);
    const synced = (await api.post('/v1/bridge/sync', { bridgeUrl: application.url })).body.data.workflows;
    expect(synced).toContainEqual({ workflowId: 'parcel', action: 'updated', changes: ['steps'] });
    expect(await sync()).toContain('parcel unchanged');
    // A client that does not know the field keeps it, and with it the schema of the code.
    const { inCode: _, ...unmarked } = inCode;
    const [, , kept] = (await put(steps(unmarked))).body.data.steps;
    expect(kept).toMatchObject({ inCode: true, controls: { dataSchema: { properties: { subject: {} } } } });
    expect(kept.issues).toBeUndefined();
    expect(await sync()).toContain('parcel unchanged');
    const { workflows } = (await api.get(`/v2/environments/${scene.environment.id.toHexString()}/definitions`)).body
      .data;
    const published = workflows.find(({ workflowId }: { workflowId: string }) => workflowId === 'parcel');
    expect(published.steps.map((step: { inCode?: boolean }) => step.inCode)).toEqual([
      undefined,
      undefined,
      true,
      undefined,
    ]);

    scene.clock.stop();
    application.asked.length = 0;
    /** The stories of one trigger for each payload, after the digest. */
    const stories = async (to: object, ...payloads: object[]) => {
      const ids = await Promise.all(payloads.map((payload) => scene.trigger('parcel', { to, payload })));
      for (const id of ids) {
        await eventually(async () => {
          await scene.wake();
          expect((await scene.story(id))[1]).toMatch(/digest/);
        });
      }
      await scene.later(MINUTE);
      await eventually(async () => {
        await scene.wake();
        for (const id of ids) expect((await scene.story(id)).join()).not.toMatch(/pending|waiting/);
      });
      return { ids, stories: await Promise.all(ids.map((id) => scene.story(id))) };
    };
    const ada = () => ({ subscriberId: scene.newId(), firstName: 'Ada', email: 'ada@example.com' });
    const told = await stories(ada(), { shop: 'Books' }, { shop: 'Books' });
    expect(told.stories.flat().toSorted()).toEqual([
      ...Array<string>(4).fill('completed: delivered'),
      'completed: digest_complete',
      ...Array<string>(3).fill('merged: digest_merged'),
    ]);
    expect(await scene.sent({ $in: told.ids })).toMatchObject([
      { subject: 'Dear Ada', preview: expect.stringContaining('2 parcels of Books {{ no.template }}') },
    ]);
    const quiet = await stories(ada(), { shop: 'Books', quiet: true });
    expect(quiet.stories[0]).toEqual([
      'completed: delivered',
      'completed: digest_complete',
      'skipped: condition_false',
      'completed: delivered',
    ]);
    expect(application.steps()).toEqual(['execute mail']);
    // A failure of the step ends nothing else (P5).
    application.intercept = (_asked, response) => Boolean(response.writeHead(502).end('{}'));
    const broken = await stories(ada(), { shop: 'Books' });
    expect(broken.stories[0]?.slice(2)).toEqual(['failed: bridge_refused', 'completed: delivered']);
    application.intercept = () => false;
    const preview = await api.post('/v2/workflows/parcel/step/mail/preview', {
      previewPayload: { payload: { shop: 'Toys', quiet: false } },
    });
    expect(preview.body.data.result).toMatchObject({ preview: { body: expect.stringContaining('parcels of Toys') } });
    scene.clock.run();
  });
});
