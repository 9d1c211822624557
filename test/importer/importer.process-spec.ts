import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { startTestApp, type TestApp } from '../test-app.js';
import { KillingProxy } from './killing-proxy.js';
import { differencesOf, snapshotOf } from '../walk/store-snapshot.js';
import { CARILLON } from '../server/carillon-process.js';
import { contentsOf, fill, importing, listening, type Side } from './importer-scene.js';

const UNCHANGED = /^Nothing is to be written$/m;

describe('the importer', () => {
  let source: TestApp;
  let target: TestApp;
  let from: Side;
  let to: Side;
  let sourceId: string;
  let targetId: string;

  beforeAll(async () => {
    source = await startTestApp();
    target = await startTestApp();
    from = { url: await listening(source), apiKey: source.api.apiKey! };
    to = { url: await listening(target), apiKey: target.api.apiKey! };
    sourceId = (await source.api.get('/v1/environments/me')).body.data._id;
    targetId = (await target.api.get('/v1/environments/me')).body.data._id;
    await fill(source.api, sourceId, 120);
  });

  afterAll(async () => {
    await source?.close();
    await target?.close();
  });

  /** What a person does who has entered the credentials. */
  async function switchOn(identifier: string): Promise<void> {
    const { body } = await target.api.get('/v1/integrations');
    const { _id } = body.find((one: { identifier: string }) => one.identifier === identifier);
    const credentials = { applicationId: 'A1', clientId: 'client-1', secretKey: 'slack-secret' };
    expect((await target.api.put(`/v1/integrations/${_id}`, { active: true, credentials })).status).toBe(200);
  }

  it('shows a plan, and does nothing', async () => {
    const before = await snapshotOf(target.connection);
    const { code, text } = await importing(from, to, { planOnly: true });
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('+ workflow order') });
    expect(text).toContain('subscribers: 122 to create, 0 to change, 0 unchanged, 0 skipped');
    expect(text).toContain("'Development' of");
    expect(differencesOf(before, await snapshotOf(target.connection))).toEqual([]);
  });

  it('makes another installation equal, and says what a person must still enter', async () => {
    const { code, text } = await importing(from, to);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('Done') });
    expect(text).toMatch(/subscriber ada: the credentials at shop-slack wait until it is active in the target/);
    const { body: all } = await target.api.get('/v1/integrations');
    const imported = all.filter(({ identifier }: { identifier: string }) => identifier.startsWith('shop-'));
    // Nothing is sent by what was imported.
    expect(imported.map(({ active }: { active: boolean }) => active)).toEqual([false, false]);
    await switchOn('shop-slack');
    expect(await importing(from, to)).toMatchObject({ text: expect.stringContaining('1 requests that changed') });
    expect(await contentsOf(target.api, targetId)).toEqual(await contentsOf(source.api, sourceId));
    const exported = (await source.api.get(`/v2/environments/${sourceId}/definitions`)).body.data;
    const diff = await target.api.post(`/v2/environments/${targetId}/definitions/diff`, exported);
    expect(diff.body.data).toMatchObject({ resources: [], failed: [], summary: { hasChanges: false } });
    expect(text).toMatch(/integration shop-mail: its credentials, and switch it on/);
    expect(text).toMatch(/variable TOKEN: its secret value, which no server shows/);
    expect(text).toMatch(/environment .*Staging.*: an import reads the environments of its keys/);
    expect(text).not.toMatch(/very-secret/);
    for (const { apiKey } of [from, to]) expect(text).not.toContain(apiKey);
  });

  it('changes nothing the second time', async () => {
    const before = await snapshotOf(target.connection);
    const { code, text } = await importing(from, to);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringMatching(UNCHANGED) });
    expect(text).toMatch(/^Done, with 0 requests that changed something$/m);
    expect(differencesOf(before, await snapshotOf(target.connection))).toEqual([]);
  });

  it('carries over what has changed since, and leaves what only the target has', async () => {
    await source.api.patch('/v2/subscribers/ada', { firstName: 'Augusta' });
    await source.api.patch('/v2/workflows/order', { name: 'Order sent' });
    await source.api.patch('/v2/contexts/tenant/acme', { data: { plan: 'free' } });
    await target.api.post('/v2/subscribers', { subscriberId: 'only-here' });
    await target.api.patch('/v2/subscribers/grace@example.com', { phone: '+4915112345678' });
    const { code, text } = await importing(from, to);
    expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('~ subscriber ada: firstName') });
    expect(text).toMatch(/^Done, with 3 requests that changed something$/m);
    expect((await target.api.get('/v2/subscribers/ada')).body.data.firstName).toBe('Augusta');
    expect((await target.api.get('/v2/workflows/order')).body.data.name).toBe('Order sent');
    expect((await target.api.get('/v2/subscribers/only-here')).status).toBe(200);
    expect((await target.api.get('/v2/subscribers/grace@example.com')).body.data.phone).toBe('+4915112345678');
  });

  it('makes a second environment of the installation equal: their diff is empty', async () => {
    const { body } = await source.api.get('/v1/environments');
    const { _id: production } = body.data.find(({ name }: { name: string }) => name === 'Production');
    const { code, text } = await importing(from, { url: from.url, apiKey: source.otherApi.apiKey! });
    // Identifiers of integrations are unique in an installation.
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringContaining('integration shop-mail: the identifier is taken in another environment'),
    });
    const diff = await source.otherApi.post(`/v2/environments/${production}/diff`, { sourceEnvironmentId: sourceId });
    expect(diff.body.data).toMatchObject({ resources: [], summary: { hasChanges: false } });
  });

  it('reads all environments of its keys, each into the one of the same name', async () => {
    const subscriber = { subscriberId: 'only-in-production', firstName: 'Grace' };
    expect((await source.otherApi.post('/v2/subscribers', subscriber)).status).toBe(201);
    const both = { url: from.url, apiKey: from.apiKey, apiKeys: [source.otherApi.apiKey!] };
    const others = { url: to.url, apiKey: target.otherApi.apiKey!, apiKeys: [to.apiKey] };
    const { text } = await importing(both, others);
    expect(text).toMatch(/^From 'Development' .* to 'Development' /m);
    expect(text).toMatch(/^From 'Production' .* to 'Production' /m);
    expect(text).toMatch(/environment .*Staging.*: an import reads/);
    expect(text).not.toMatch(/environment .*(Production|Development).*: an import reads/);
    expect((await target.otherApi.get('/v2/subscribers/only-in-production')).body.data.firstName).toBe('Grace');
    expect((await target.api.get('/v2/subscribers/only-in-production')).status).toBe(404);
    const missing = importing(both, to);
    await expect(missing).rejects.toThrow(/No key of .* is for an environment 'Production'/);
  });

  it('CF14: marks the steps that are in code there, and says that the application must answer for them', async () => {
    const proxy = await KillingProxy.start(from.url);
    // A server shows that a step has code, and not the code.
    proxy.rewrite = (url, body) => {
      if (!url.startsWith('/v2/workflows/order')) return body;
      const { data } = JSON.parse(body) as { data: { steps: { stepId: string }[] } };
      const steps = data.steps.map((step) => (step.stepId === 'chat' ? { ...step, stepResolverHash: 'a1b2' } : step));
      return JSON.stringify({ data: { ...data, steps } });
    };
    const other = await startTestApp();
    try {
      const there = { url: proxy.url, apiKey: from.apiKey };
      const here = { url: await listening(other), apiKey: other.api.apiKey! };
      const { text } = await importing(there, here);
      expect(text).toMatch(/workflow order: the step 'chat' is in code, which no server shows/);
      const { steps } = (await other.api.get('/v2/workflows/order')).body.data;
      const marked = steps.filter(({ inCode }: { inCode?: boolean }) => inCode);
      expect(marked.map(({ stepId }: { stepId: string }) => stepId)).toEqual(['chat']);
      expect(await importing(there, here)).toMatchObject({ text: expect.stringMatching(UNCHANGED) });
    } finally {
      await proxy.close();
      await other.close();
    }
  });

  it('ends with a message when a key is wrong', async () => {
    const wrong = importing(from, { ...to, apiKey: 'f'.repeat(32) });
    await expect(wrong).rejects.toThrow(/does not accept the API key/);
  });

  it('ends the same when it is killed in the middle, again and again, and repeated', async () => {
    const other = await startTestApp();
    const proxy = await KillingProxy.start(await listening(other));
    try {
      const otherId = (await other.api.get('/v1/environments/me')).body.data._id;
      const program = () => {
        const keys = { FROM_KEY: from.apiKey, TO_KEY: other.api.apiKey! };
        const child = spawn(
          process.execPath,
          [CARILLON, 'import', '--from', from.url, '--to', proxy.url, '--concurrency', '2'],
          {
            env: { PATH: process.env['PATH'], ...keys },
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        return { child, ended: once(child, 'exit'), printed: textOf(child.stdout) };
      };
      // Writes of the import in all: twenty and some; half of the fatal ones arrive, half do not.
      for (const [index, write] of [2, 5, 1, 4, 3].entries()) {
        const { child, ended } = program();
        proxy.killAt(write, { before: index % 2 === 0, kill: () => child.kill('SIGKILL') });
        expect(await ended).toEqual([null, 'SIGKILL']);
        await proxy.idle();
      }
      proxy.killAt(Number.POSITIVE_INFINITY, { before: false, kill: () => undefined });
      const last = program();
      expect((await last.printed).split('Failed')[1]).toBeUndefined();
      expect(await last.ended).toEqual([0, null]);
      expect(proxy.writes).toBeGreaterThan(0);
      const { subscribers: _people, ...contents } = await contentsOf(other.api, otherId);
      const { subscribers: _wanted, ...wanted } = await contentsOf(source.api, sourceId);
      // The credentials of a subscriber wait for a person, as above.
      expect(contents).toEqual(wanted);
      expect((await other.api.get('/v2/subscribers?limit=1')).body.totalCount).toBe(122);
      const writes = proxy.writes;
      const again = program();
      await again.ended;
      expect(await again.printed).toMatch(UNCHANGED);
      expect(proxy.writes).toBe(writes);
    } finally {
      await proxy.close();
      await other.close();
    }
  });
});
