import { Types } from 'mongoose';
import { countCommands } from '../delivery/store-probe.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { entriesOf } from './entries.js';
import { aPerson, type SignedIn } from './people.js';

describe('the audit trail', () => {
  let test: TestApp;
  let development: string;
  let production: string;
  let owner: SignedIn;

  beforeAll(async () => {
    test = await startTestApp();
    development = (await test.api.get('/v1/environments/me')).body.data._id;
    production = (await test.otherApi.get('/v1/environments/me')).body.data._id;
    owner = await aPerson(test, 'owner');
  });

  afterAll(() => test.close());

  const list = async (query = '', api = test.api) => {
    const { status, body } = await api.get(`/v1/audit?limit=100&${query}`);
    expect({ status, body: status === 200 ? {} : body }).toEqual({ status: 200, body: {} });
    return body.data;
  };

  it('AU3: shows what was different before and after', async () => {
    const { workflowId } = await test.api.workflow();
    await test.api.patch(`/v2/workflows/${workflowId}`, { name: 'Renamed', tags: ['a'] });
    await test.api.delete(`/v2/workflows/${workflowId}`);
    const [deleted, changed, created] = await list(`resourceId=${workflowId}`);
    expect(changed).toMatchObject({ operation: 'Workflows_patch', method: 'PATCH', resource: 'workflows' });
    expect(changed.environmentId).toBe(development);
    expect(changed.changes).toContainEqual({ path: 'name', before: expect.any(String), after: 'Renamed' });
    expect(changed.changes).toContainEqual({ path: 'tags[0]', after: 'a' });
    // Nothing else is in it: neither other fields nor times.
    expect(changed.changes.filter(({ path }: { path: string }) => !/^(name|tags|slug)/.test(path))).toEqual([]);
    expect(created.changes).toContainEqual({ path: 'workflowId', after: workflowId });
    expect(deleted.changes).toContainEqual({ path: 'name', before: 'Renamed' });
  });

  it('AU3: finds things that have no operation of their own in their list', async () => {
    const secret = {
      providerId: 'sendgrid',
      channel: 'email',
      credentials: { apiKey: 'first', from: 'a@example.com' },
    };
    const { _id } = (await test.api.post('/v1/integrations', secret)).body.data;
    await test.api.put(`/v1/integrations/${_id}`, {
      name: 'Renamed',
      credentials: { apiKey: 'second', from: 'b@example.com' },
    });
    const [changed] = await list(`resourceId=${_id}&operation=Integrations_update`);
    expect(changed.changes).toContainEqual({ path: 'name', before: expect.any(String), after: 'Renamed' });
    expect(changed.changes).toContainEqual({ path: 'credentials.apiKey', after: '[redacted]' });
    expect(JSON.stringify(changed)).not.toMatch(/first|second|@example/);
  });

  it('AU1: names the person who signed in, and from where', async () => {
    const api = owner.in(development);
    const headers = { 'user-agent': 'Console/1', 'x-request-id': 'r-1' };
    const request = { method: 'POST', url: '/v2/topics', payload: { key: 'by-person' }, headers } as const;
    const [entry] = await entriesOf(test, () => api.request(request));
    expect(entry).toMatchObject({
      actor: { type: 'person', id: owner.id, name: owner.email },
      origin: { address: '127.0.0.1', userAgent: 'Console/1', requestId: 'r-1' },
      operation: 'Topics_create',
    });
    expect(await list(`actor=${owner.email}`)).toMatchObject([{ operation: 'Topics_create' }]);
  });

  it('AU1: has what people call the thing before the change, and AU5: no name of a person', async () => {
    const { workflowId } = await test.api.workflow({ name: 'Welcome' });
    const changed = { name: 'Hello', active: true, preferences: {}, steps: [] };
    const path = `/v2/workflows/${workflowId}`;
    expect(await entriesOf(test, () => test.api.put(path, changed))).toMatchObject([{ resourceName: 'Welcome' }]);
    expect(await entriesOf(test, () => test.api.delete(path))).toMatchObject([{ resourceName: 'Hello' }]);
    expect(await list(`resourceId=${workflowId}`)).toMatchObject([
      { resourceName: 'Hello' },
      { resourceName: 'Welcome' },
      { resourceName: 'Welcome' },
    ]);
    const [entry] = await entriesOf(test, () => test.api.subscriber({ firstName: 'Ada' }));
    expect(entry!.resourceName).toBeUndefined();
  });

  it('AU4: showing a secret leaves an entry without it, also in a list', async () => {
    const { _id } = (await test.api.post('/v1/webhooks', { url: 'https://hooks.example.invalid/' })).body.data;
    const paths = [
      `/v1/webhooks/${_id}/secret`,
      '/v1/environments/api-keys',
      '/v1/environments',
      '/v1/environments/me',
    ];
    for (const path of paths) {
      const entries = await entriesOf(test, () => test.api.get(path));
      expect({ path, entries }).toMatchObject({ path, entries: [{ kind: 'secret', method: 'GET', changes: [] }] });
    }
    const viewer = await aPerson(test, 'viewer');
    expect(await entriesOf(test, () => viewer.in(development).get('/v1/environments'))).toEqual([]);
  });

  it('AU5: people are found by an id that the entry does not have', async () => {
    const { subscriberId } = await test.api.subscriber({ firstName: 'Ada' });
    await test.api.patch(`/v2/subscribers/${subscriberId}`, { firstName: 'Grace', email: 'grace@example.com' });
    await test.api.delete(`/v2/subscribers/${subscriberId}`);
    const entries = await list(`resourceId=${subscriberId}`);
    expect(entries.map(({ method }: { method: string }) => method)).toEqual(['DELETE', 'PATCH', 'POST']);
    expect(entries[1].changes).toEqual([{ path: 'firstName' }, { path: 'email' }]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${subscriberId}|Ada|Grace|grace`));
  });

  it('AU1: a repeated response leaves no second entry', async () => {
    const payload = { key: 'repeated' };
    const headers = { 'idempotency-key': 'audit-1' };
    const send = () => test.api.request({ method: 'POST', url: '/v2/topics', payload, headers });
    expect(await entriesOf(test, () => send())).toHaveLength(1);
    expect(await entriesOf(test, () => send())).toHaveLength(0);
  });

  it('AU2: costs the acceptance of a trigger no command', async () => {
    const { workflowId: name } = await test.api.workflow();
    const trigger = () => test.api.post('/v1/events/trigger', { name, to: 'no-one-new' });
    await trigger();
    const entries = await entriesOf(test, async () => {
      // The event itself, and its first chunk where the same process also delivers.
      expect(await countCommands(trigger)).toBeLessThanOrEqual(1);
    });
    expect(entries).toEqual([]);
  });

  it('a change costs one command more for its entry, and one for what was there before', async () => {
    await test.api.topic({ key: 'counted', name: 'A' });
    const count = () => countCommands(() => test.api.patch('/v2/topics/counted', { name: 'B' }));
    await count();
    expect(await count()).toBe(3);
  });

  describe('AU1: a change in another environment than that of the request', () => {
    const environmentOf = async (work: () => Promise<{ status: number }>) => {
      const entries = await entriesOf(test, async () => expect((await work()).status).toBeLessThan(300));
      expect(entries).toHaveLength(1);
      return entries[0]!.environment?.toHexString();
    };

    it('names the one that was changed, where its keys find it', async () => {
      const api = owner.in(development);
      const { workflowId } = await api.workflow();
      const resources = [{ resourceType: 'workflow', resourceId: workflowId }];
      const publish = (body: object) => api.post(`/v2/environments/${production}/publish`, { resources, ...body });
      expect(await environmentOf(() => publish({}))).toBe(production);
      expect(await list('operation=Promotion_publish', test.otherApi)).toHaveLength(1);
      expect(await list('operation=Promotion_publish')).toEqual([]);
      const sync = { targetEnvironmentId: production };
      expect(await environmentOf(() => api.put(`/v2/workflows/${workflowId}/sync`, sync))).toBe(production);
      expect(await environmentOf(() => api.put(`/v1/environments/${production}`, { color: '#33aa77' }))).toBe(
        production,
      );
      expect(await environmentOf(() => api.patch(`/v2/workflows/${workflowId}`, { name: 'Own' }))).toBe(development);
    });

    it('names none where it was several', async () => {
      const api = owner.in(development);
      const value = (_environmentId: string) => ({ _environmentId, value: 'x' });
      const create =
        (key: string, ...values: object[]) =>
        () =>
          api.post('/v1/environment-variables', { key, type: 'string', values });
      expect(await environmentOf(create('IN_NONE'))).toBe(development);
      expect(await environmentOf(create('IN_ONE', value(production)))).toBe(production);
      expect(await environmentOf(create('IN_TWO', value(production), value(development)))).toBeUndefined();
      const patch = { values: [value(development)] };
      expect(await environmentOf(() => api.patch('/v1/environment-variables/IN_TWO', patch))).toBe(development);
      expect(await environmentOf(() => api.delete('/v1/environment-variables/IN_TWO'))).toBeUndefined();
    });
  });

  describe('who sees what', () => {
    beforeAll(async () => {
      await test.api.topic({ key: 'in-development' });
      await test.otherApi.topic({ key: 'in-production' });
    });

    const topics = async (api = test.api) =>
      (await list('operation=Topics_create', api)).map(({ environmentId }: { environmentId: string }) => environmentId);

    it('AU8: a key sees its own environment', async () => {
      expect(new Set(await topics())).toEqual(new Set([development]));
      expect(new Set(await topics(test.otherApi))).toEqual(new Set([production]));
      expect(await list(`environmentId=${production}`)).toEqual([]);
    });

    it('AU8: a person sees the environments where the role may read the trail', async () => {
      expect(new Set(await topics(owner.in(development)))).toEqual(new Set([development, production]));
      const viewsProduction = [{ environmentId: new Types.ObjectId(production), role: 'viewer' as const }];
      const partly = await aPerson(test, 'admin', viewsProduction);
      expect(new Set(await topics(partly.in(development)))).toEqual(new Set([development]));
      const adminOfProduction = [{ environmentId: new Types.ObjectId(production), role: 'admin' as const }];
      const elsewhere = await aPerson(test, 'viewer', adminOfProduction);
      expect(new Set(await topics(elsewhere.in(production)))).toEqual(new Set([production]));
      expect((await elsewhere.in(development).get('/v1/audit')).status).toBe(403);
    });

    it('AU8: the whole trail is exported by people who may read all of it', async () => {
      const viewsProduction = [{ environmentId: new Types.ObjectId(production), role: 'viewer' as const }];
      const partly = await aPerson(test, 'admin', viewsProduction);
      for (const api of [test.api, partly.in(development), (await aPerson(test, 'viewer')).in(development)]) {
        const { status, body } = await api.get('/v1/audit/export');
        expect({ status, hint: body.hint }).toEqual({ status: 403, hint: expect.any(String) });
      }
      expect((await owner.raw(development, '/v1/audit/export')).statusCode).toBe(200);
    });

    it('entries are listed newest first, page by page, and by time', async () => {
      const all = await list();
      const sequences = all.map(({ sequence }: { sequence: number }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((a: number, b: number) => b - a));
      const { body } = await test.api.get('/v1/audit?limit=2');
      const next = (await test.api.get(`/v1/audit?limit=2&after=${body.next}`)).body;
      expect([...body.data, ...next.data]).toEqual(all.slice(0, 4));
      const { at } = all[3];
      expect((await list(`from=${at}`)).length + (await list(`to=${at}`)).length).toBe(all.length);
      expect((await test.api.get('/v1/audit?from=yesterday')).status).toBe(422);
    });
  });
});
