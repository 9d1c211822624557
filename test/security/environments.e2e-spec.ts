/** @runs-on redis */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { ApiKeys } from '../../src/auth/api-keys.service.js';
import { WITHDRAWN_CREDENTIALS } from '../../src/auth/credential-caches.service.js';
import { LegacyCredentials } from '../../src/legacy/applications/legacy-credentials.service.js';
import { AdmissionService } from '../../src/inbox/live/admission.service.js';
import { PubSub } from '../../src/platform/queue/pub-sub.js';
import type { ApiRequest } from '../api-client.js';
import { aSlackIntegration, aTelegramIntegration } from '../builders/channel.js';
import { anEmailIntegration } from '../builders/integration.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** What the rows below name. */
interface Ids {
  development: string;
  production: string;
  /** Integrations of each. */
  ownIntegration: string;
  theirIntegration: string;
  /** A secret variable with a value in both. */
  variable: string;
}

/** Operation of the OpenAPI document, what it does to Production, its request, and that of Production's own key where it differs. */
type Row = readonly [operation: string, what: string, make: (ids: Ids) => ApiRequest, own?: (ids: Ids) => ApiRequest];

/** As much of an OpenAPI document as is looked at. */
interface Document {
  paths: Record<string, Record<string, { security?: object[]; parameters?: object; requestBody?: object }>>;
  components: { schemas: Record<string, object> };
}

const newKey = (): string => `KEY_${randomBytes(4).toString('hex')}`;
const post = (url: string, payload?: object): ApiRequest => ({ method: 'POST', url, payload });
const put = (url: string, payload: object): ApiRequest => ({ method: 'PUT', url, payload });
const patch = (url: string, payload: object): ApiRequest => ({ method: 'PATCH', url, payload });
const remove = (url: string): ApiRequest => ({ method: 'DELETE', url });
const environment = ({ production }: Ids): string => `/v1/environments/${production}`;
const integration = ({ theirIntegration }: Ids): string => `/v1/integrations/${theirIntegration}`;
const variable = (ids: Ids): string => `/v1/environment-variables/${ids.variable}`;
const inProduction = ({ production }: Ids) => [{ _environmentId: production, value: 'stolen' }];
const publish = ({ production }: Ids): ApiRequest => post(`/v2/environments/${production}/publish`, {});

const ROWS: readonly Row[] = [
  ['PUT /v1/environments/{environmentId}', 'renames it', (ids) => put(environment(ids), { name: 'Production' })],
  ['PUT /v1/environments/{environmentId}', 'takes its identifier', (ids) => put(environment(ids), { identifier: 'x' })],
  ['PUT /v1/environments/{environmentId}', 'moves its bridge', (ids) => put(environment(ids), { bridge: {} })],
  ['POST /v2/environments/{targetEnvironmentId}/publish', 'publishes into it', publish],
  [
    'PUT /v2/environments/{environmentId}/definitions',
    'stores definitions in it',
    ({ production }) => put(`/v2/environments/${production}/definitions`, { workflows: [], layouts: [] }),
  ],
  [
    'PUT /v2/workflows/{workflowId}/sync',
    'copies a workflow into it',
    ({ production }) => put('/v2/workflows/order/sync', { targetEnvironmentId: production }),
    publish,
  ],
  [
    'POST /v1/integrations',
    'creates an integration in it',
    ({ production }) => post('/v1/integrations', anEmailIntegration({ _environmentId: production, active: false })),
  ],
  [
    'PUT /v1/integrations/{integrationId}',
    'moves an integration into it',
    ({ ownIntegration, production }) => put(`/v1/integrations/${ownIntegration}`, { _environmentId: production }),
  ],
  [
    'PUT /v1/integrations/{integrationId}',
    'changes an integration of it',
    (ids) => put(integration(ids), { name: 'X' }),
  ],
  [
    'POST /v1/integrations/{integrationId}/set-primary',
    'makes an integration of it primary',
    (ids) => post(`${integration(ids)}/set-primary`),
  ],
  [
    'POST /v1/environment-variables',
    'gives a variable a value in it',
    (ids) => post('/v1/environment-variables', { key: newKey(), values: inProduction(ids) }),
  ],
  [
    'PATCH /v1/environment-variables/{variableKey}',
    'overwrites a secret of it',
    (ids) => patch(variable(ids), { values: inProduction(ids) }),
  ],
  [
    'PATCH /v1/environment-variables/{variableKey}',
    'opens a secret of it',
    (ids) =>
      patch(variable(ids), {
        isSecret: false,
        values: [...inProduction(ids), { _environmentId: ids.development, value: 'open' }],
      }),
  ],
  [
    'PATCH /v1/environment-variables/{variableKey}',
    'changes the kind of a variable of it',
    (ids) => patch(variable(ids), { type: 'string' }),
  ],
  ['DELETE /v1/environment-variables/{variableKey}', 'deletes a variable of it', (ids) => remove(variable(ids))],
  ['DELETE /v1/integrations/{integrationId}', 'deletes an integration of it', (ids) => remove(integration(ids))],
  ['PUT /v1/environments/{environmentId}', 'ends its protection', (ids) => put(environment(ids), { protected: false })],
  [
    'DELETE /v1/environments/{environmentId}',
    'deletes it, name repeated',
    (ids) => remove(`${environment(ids)}?confirm=Production`),
  ],
];

/** Operations that name an environment and write nothing to it, and why others may. */
const HARMLESS: Readonly<Record<string, string>> = {
  'POST /v1/environments': 'makes a new one; the parent that it names stays as it is',
  'GET /v2/environments/{environmentId}/tags': 'reads',
  'GET /v2/environments/{environmentId}/definitions': 'reads, and definitions hold no secrets',
  'POST /v2/environments/{environmentId}/definitions/diff': 'reads',
  'POST /v2/environments/{targetEnvironmentId}/diff': 'reads',
  'POST /v2/workflows/{workflowId}/check': 'reads which channels it has, with the permission to read workflows there',
  'GET /v2/workflows/{workflowId}': 'reads',
  'GET /v1/audit': 'lists entries of the environment of the key alone, whichever one it names (AU8)',
  'POST /v1/invitations': 'for people alone, a key is refused',
  'PATCH /v1/members/{memberId}': 'for people alone, a key is refused',
  'POST /v1/environments/{environmentId}/restore': 'no key of a deleted environment works, and it comes back as it was',
};

describe('a key of Development', () => {
  let test: TestApp;
  let ids: Ids;

  beforeAll(async () => {
    test = await startTestApp();
    const [development, production] = (await test.api.get('/v1/environments')).body.data.map(
      ({ _id }: { _id: string }) => _id,
    );
    const created = async (api: TestApp['api'], active = true) =>
      (await api.post('/v1/integrations', anEmailIntegration({ active }))).body.data._id;
    ids = {
      development,
      production,
      ownIntegration: await created(test.api),
      theirIntegration: await created(test.otherApi),
      variable: newKey(),
    };
    await test.api.workflow({ workflowId: 'order' });
  });

  // Some rows take it away.
  beforeEach(async () => {
    const values = [ids.development, ids.production].map((_environmentId) => ({ _environmentId, value: 'hush' }));
    await test.otherApi.post('/v1/environment-variables', { key: ids.variable, isSecret: true, values });
  });

  afterAll(() => test.close());

  /** Everything that an attack on Production might have changed. */
  const stored = () =>
    Promise.all(
      ['environments', 'environmentvariables', 'integrations', 'workflows', 'layouts', 'environmentdeletions'].map(
        (name) => test.connection.collection(name).find().sort({ _id: 1 }).toArray(),
      ),
    );

  const rows = ROWS.map(([operation, what, make, own = make]) => ({ operation, what, make, own }));

  it.each(rows)('EN6: $operation $what: is refused and told how, and its own key may', async ({ make, own }) => {
    const before = await stored();
    const refused = await test.api.request(make(ids));
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 403,
      body: expect.objectContaining({
        message: expect.stringMatching(/^Environment 'Production' is protected: .+ with an API key of its own$/),
        error: 'Forbidden',
        hint: expect.stringContaining("`carillon keys show --env 'Production'` prints one"),
      }),
    });
    expect(await stored()).toEqual(before);
    const { status, body } = await test.otherApi.request(own(ids));
    expect({ body, isSuccess: status >= 200 && status < 300 }).toEqual({ body, isSuccess: true });
    // As it was for the next.
    await test.api.post(`${environment(ids)}/restore`);
    await test.otherApi.put(environment(ids), { protected: true });
  });

  it('may look at what publishing would do there', async () => {
    for (const [url, payload] of [
      [`/v2/environments/${ids.production}/diff`, {}],
      [`/v2/environments/${ids.production}/publish`, { dryRun: true }],
    ] as const)
      expect((await test.api.post(url, payload)).status).toBe(200);
  });

  it('sees no key and no secret of Production', async () => {
    const [environments, integrations, variables] = await Promise.all(
      ['/v1/environments', '/v1/integrations', '/v1/environment-variables'].map((url) => test.api.get(url)),
    );
    expect(environments!.body.data[1]).toMatchObject({ name: 'Production', apiKeys: [] });
    expect(JSON.stringify([environments, integrations, variables])).not.toMatch(/hush|very-secret/);
  });

  it('finds every operation that names an environment in the table above', async () => {
    const { paths, components } = (await test.api.get('/openapi.json')).body as Document;
    const naming = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        // Providers report without a key, and prove themselves in their own way.
        if (operation.security?.length === 0) return [];
        return namesEnvironment([path, operation.parameters, operation.requestBody], components.schemas)
          ? [`${method.toUpperCase()} ${path}`]
          : [];
      }),
    );
    const known = new Set([...ROWS.map(([operation]) => operation), ...Object.keys(HARMLESS)]);
    expect(naming.filter((operation) => !known.has(operation))).toEqual([]);
    expect(naming.length).toBeGreaterThan(10);
  });
});

describe('an environment that was deleted and can be restored', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp({ settings: { ROLE: 'api' } });
  });

  afterAll(() => test.close());

  it('lets nobody in, whatever they have: keys, secrets, sessions, providers, and people who come back', async () => {
    const { otherApi: api, anonymous, app, connection } = test;
    const [, { _id, identifier }] = (await api.get('/v1/environments')).body.data;
    const integration = async (fields: object) =>
      (await api.post('/v1/integrations', { ...fields, active: true, check: false })).body.data;

    const subscriberHash = createHmac('sha256', api.apiKey!).update('ada').digest('hex');
    const opening = { applicationIdentifier: identifier, subscriberId: 'ada', subscriberHash };
    const { token } = (await anonymous.post('/v1/inbox/session', opening)).body.data;
    const mail = await integration({ providerId: 'nodemailer', channel: 'email' });
    await api.put(`/v1/integrations/${mail._id}`, { configurations: { inboundWebhookEnabled: true } });
    const slack = await integration(aSlackIntegration());
    const bot = await integration(aTelegramIntegration());
    const telegram = { username: 'bot', secretHash: createHash('sha256').update('secret').digest('hex') };
    await connection.collection('integrations').updateOne({ identifier: bot.identifier }, { $set: { telegram } });
    const sendAway = async (): Promise<string> => {
      const request = { integrationIdentifier: slack.identifier, subscriberId: 'ada' };
      const { body } = await api.post('/v1/integrations/channel-connections/oauth', request);
      return new URL(body.data.url).searchParams.get('state')!;
    };
    const comeBack = async (state: string): Promise<string> =>
      (await anonymous.get(`/v1/integrations/chat/oauth/callback?state=${state}&error=access_denied`)).body.message;
    const [early, late] = [await sendAway(), await sendAway()];
    const { applicationId, secret } = (await api.post('/v1/legacy/applications', { name: 'Shop' })).body.data;

    const statusOf = (request: ApiRequest) => async () => (await anonymous.request(request)).status;
    const surfaces: Record<string, () => Promise<unknown>> = {
      key: async () => (await api.get('/v1/environments/me')).status,
      keyWithBody: async () => (await api.post('/v1/events/trigger', {})).status,
      session: statusOf({ method: 'GET', url: '/v1/inbox/preferences', headers: { authorization: `Bearer ${token}` } }),
      live: async () => (await app.get(AdmissionService, { strict: false }).admit(token)) !== undefined,
      opening: statusOf(post('/v1/inbox/session', opening)),
      reports: statusOf(
        post(`/v2/inbound-webhooks/delivery-providers/${_id}/${mail._id}`, { messageId: 'x', type: 'delivered' }),
      ),
      bot: statusOf({
        ...post(`/v2/inbound-webhooks/telegram/${bot._id}`, { message: {} }),
        headers: { 'x-telegram-bot-api-secret-token': 'secret' },
      }),
      legacy: async () =>
        (await app.get(LegacyCredentials, { strict: false }).find(applicationId, secret)) !== undefined,
    };
    const all = async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(surfaces).map(async ([name, ask]) => [name, await ask()] as const)),
      ) as Record<string, unknown>;

    expect(await all()).toEqual({
      key: 200,
      keyWithBody: 422,
      session: 200,
      live: true,
      opening: 201,
      reports: 200,
      bot: 200,
      legacy: true,
    });
    expect(await comeBack(early)).toBe('Access was denied');
    expect((await api.delete(`/v1/environments/${_id}?confirm=Production`)).status).toBe(200);
    expect(await all()).toEqual({
      key: 401,
      keyWithBody: 401,
      session: 401,
      live: false,
      opening: 400,
      reports: 404,
      bot: 404,
      legacy: false,
    });
    expect(await comeBack(late)).toBe('This link is not valid, was used already, or has expired');
  });
});

describe('credentials that are withdrawn by another process', () => {
  // Without Redis the queue belongs to one process.
  const withRedis = process.env.REDIS_URL ? it : it.skip;

  withRedis('work in no process any more: keys that were renewed, and legacy secrets that were rotated', async () => {
    const namespace = `t${randomBytes(5).toString('hex')}`;
    const settings = { ROLE: 'api', API_KEY_CACHE_SECONDS: '3600' };
    const [one, other] = [await startTestApp({ namespace, settings }), await startTestApp({ namespace, settings })];
    const { applicationId, secret } = (await one.api.post('/v1/legacy/applications', { name: 'Shop' })).body.data;
    const keyWorks = async () => (await other.anonymous.request(asCaller(one.api.apiKey!))).status === 200;
    const secretWorks = async () =>
      (await other.app.get(LegacyCredentials, { strict: false }).find(applicationId, secret)) !== undefined;
    expect([await keyWorks(), await secretWorks()]).toEqual([true, true]);
    expect((await one.api.post(`/v1/legacy/applications/${applicationId}/rotate`, {})).status).toBeLessThan(300);
    expect((await one.api.post('/v1/environments/api-keys/regenerate')).status).toBe(201);
    await eventually(async () => expect([await keyWorks(), await secretWorks()]).toEqual([false, false]));
    await other.app.close();
    await one.close();
  });

  it('work here no longer, as soon as it is heard', async () => {
    const test = await startTestApp({ settings: { ROLE: 'api' } });
    const { api, app, connection } = test;
    const pubSub = app.get(PubSub);
    const published: unknown[] = [];
    await pubSub.subscribe(WITHDRAWN_CREDENTIALS, {
      onNotices: (notices) => void published.push(...notices),
      onInterruption: () => undefined,
    });
    const { id } = (await app.get(ApiKeys).findEnvironment(api.apiKey!))!;
    const notice = { ownerId: id.toHexString() };
    const isLetIn = async () => (await api.get('/v2/workflows')).status === 200;
    const environments = connection.collection('environments');
    const before = await environments.findOne({ _id: id });
    await environments.updateOne({ _id: id }, { $set: { apiKeys: [] } });
    expect(await isLetIn()).toBe(true);
    pubSub.publish(WITHDRAWN_CREDENTIALS, notice);
    await eventually(async () => expect(await isLetIn()).toBe(false));
    await environments.replaceOne({ _id: id }, before!);
    published.length = 0;
    expect((await api.post('/v1/environments/api-keys/regenerate')).status).toBe(201);
    await eventually(() => Promise.resolve(expect(published).toContainEqual(notice)));
    await test.close();
  });
});

function asCaller(apiKey: string): ApiRequest {
  return { method: 'GET', url: '/v2/workflows', headers: { authorization: `ApiKey ${apiKey}` } };
}

/** Whether an operation takes the id of an environment: in its path, its query, or anywhere in its body. */
function namesEnvironment(part: unknown, schemas: Record<string, object>, seen = new Set<string>()): boolean {
  const text = JSON.stringify(part) ?? '';
  if (/[{"]_?\w*environmentId[}"]/i.test(text)) return true;
  const references = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  return references.some((name) => !seen.has(name) && namesEnvironment(schemas[name], schemas, seen.add(name)));
}
