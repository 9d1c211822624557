import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { KEY_PERMISSIONS, type Requirement, type Role } from '../../src/auth/permissions.js';
import type { ApiRequest, ApiResponse } from '../api-client.js';
import { asPerson, createPerson } from '../builders/account.js';
import { aConnection, anEndpoint, aSlackIntegration } from '../builders/channel.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { EngineScene } from '../delivery/engine-scene.js';
import { differencesOf, snapshotOf, type StoreSnapshot } from '../walk/store-snapshot.js';
import { requirementOf, ROLES } from './permission-table.js';
import {
  type CallerKind,
  SECOND_CHECKS,
  type SecondCheck,
  type SecondCheckIds,
  WITHOUT_ROW,
} from './second-check-table.js';

const SOURCES = resolve(import.meta.dirname, '../../src');
const CALL =
  /(?<!function )\b(?:(?:caller|person)\.(may)|(assertMay(?:Write|In|Too|InOrganization|Issue)|mayWrite|mayIn|whyNotIssue|shownProfile|maySeeSecrets))\(/g;
const METHOD =
  /^(?: {2}(?:(?:private|protected|static|async|get) )*\*?(?!if|for|return|switch|while)(\w+)(?:<.*?>)?\(|(?:export )?(?:async )?function\*? (\w+))/gm;

/** The checks in a file: the method or function that each is in, and the function that checks. */
function checksIn(file: string): string[] {
  const text = readFileSync(resolve(SOURCES, file), 'utf8');
  const methods = [...text.matchAll(METHOD)];
  return [...text.matchAll(CALL)].map(({ index, 1: may, 2: named }) => {
    const [, method, standalone] = methods.findLast((one) => one.index <= index) ?? [];
    return `${file.replace(/\.ts$/, '')}#${method ?? standalone} ${may ?? named}`;
  });
}

/** Who sends the request of a row, and what of its outcome is allowed. */
interface Attempt {
  row: SecondCheck;
  who: string;
  headers: Record<string, string>;
  /** Perhaps the environment is not there for the caller. */
  mayBeMissing: boolean;
}

describe('checks beyond the permission of the operation', () => {
  let scene: EngineScene;
  let ids: SecondCheckIds;
  let stranger: Server;
  /** Requests that the stranger was sent. */
  let received = 0;
  /** The headers of an owner, who lowers the roles of others. */
  let owner: Record<string, string>;
  const known = new Map<string, Promise<Record<string, string>>>();

  beforeAll(async () => {
    stranger = createServer((_request, response) => {
      received += 1;
      response.end('{"status":"ok"}');
    });
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    scene = await EngineScene.start({ settings: { HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    owner = asPerson((await createPerson(scene.carillon)).token);
    ids = await prepared(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
  });

  afterAll(async () => {
    await scene.close();
    stranger.close();
  });

  async function made(url: string, payload: object, api = scene.carillon.api) {
    const { status, body } = await api.post(url, payload);
    expect({ url, body: status < 300 ? {} : body }).toEqual({ url, body: {} });
    return body.data;
  }

  async function prepared(elsewhere: string): Promise<typeof ids> {
    const { api, otherApi } = scene.carillon;
    const [{ _id: development }, { _id: production }] = (await api.get('/v1/environments')).body.data;
    await otherApi.put(`/v1/environments/${production}`, { protected: false });
    const { _id: staging } = await made('/v1/environments', { name: 'Staging' });
    const { _id: gone, apiKeys } = await made('/v1/environments', { name: 'Gone' });
    await api.put(`/v1/environments/${gone}`, { protected: true });
    const headers = { authorization: `ApiKey ${apiKeys[0].key}` };
    const removal = { method: 'DELETE', url: `/v1/environments/${gone}?confirm=Gone`, headers } as const;
    expect((await scene.carillon.anonymous.request(removal)).status).toBe(200);
    const body = 'To {{subscriber.email}} of {{context.tenant.data.plan}} by {{env.TOKEN}}';
    const steps = [anInAppStep({ controlValues: { body } })];
    await made('/v2/workflows', aWorkflow({ workflowId: 'hello', steps }));
    await made(
      '/v2/workflows',
      aWorkflow({ workflowId: 'only-in-production', name: 'only-in-production', steps }),
      otherApi,
    );
    await made('/v2/contexts', { type: 'tenant', id: 'acme', data: { plan: 'gold' } });
    const slack = await made('/v1/integrations', aSlackIntegration());
    await made('/v2/subscribers', { subscriberId: 'ada', lastName: 'Lovelace', email: 'ada@person.example' });
    const credentials = {
      providerId: 'slack',
      credentials: { webhookUrl: 'https://hooks.example.com/very-secret-address' },
    };
    await api.put('/v1/subscribers/ada/credentials', credentials);
    for (const key of ['news', 'old']) await made('/v2/topics', { key });
    await made('/v2/topics/news/subscriptions', { subscriptions: ['ada'] });
    const values = [{ _environmentId: production, value: 'of-production' }];
    await made('/v1/environment-variables', { key: 'TOKEN', values });
    const ada = { subscriberId: 'ada', integrationIdentifier: slack.identifier };
    const endpoint = { url: 'https://hooks.example.com/very-secret-address' };
    const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'signing-key-of-production' };
    const mail = { providerId: 'sendgrid', channel: 'email', name: 'Mail of production', active: true, check: false };
    await scene.settled(await scene.trigger('hello', { to: 'ada', context: { tenant: 'acme' } }));
    return {
      development,
      production,
      staging,
      gone,
      elsewhere,
      integration: (await made('/v1/integrations', { ...mail, configurations }, otherApi))._id,
      webhook: (await made('/v1/webhooks', { url: 'https://hooks.example.com/' }))._id,
      application: (await made('/v1/legacy/applications', { name: 'Old' })).applicationId,
      key: (await made('/v1/api-keys', { name: 'Full', permissions: 'full' })).id,
      connection: (await made('/v1/channel-connections', aConnection(ada))).identifier,
      endpoint: (await made('/v1/channel-endpoints', anEndpoint({ ...ada, type: 'webhook', endpoint }))).identifier,
    };
  }

  async function keyOf(fields: object, headers?: Record<string, string>): Promise<Record<string, string>> {
    const request = {
      method: 'POST',
      url: '/v1/api-keys',
      payload: { name: 'x', permissions: 'full', ...fields },
    } as const;
    const { status, body } = await scene.carillon[headers ? 'anonymous' : 'api'].request({ ...request, headers });
    expect({ status, body }).toMatchObject({ status: 201 });
    return { authorization: `ApiKey ${body.data.key}` };
  }

  /**
   * The headers of a person with a role in the organization, an owner in Development where the check is of another
   * environment; as `lowered`, of a key that the person made when still an owner of everything.
   */
  async function lessened(role: Role | 'none', elsewhere: boolean, kind: 'person' | 'lowered') {
    const { id, token } = await createPerson(scene.carillon, { role: 'owner' });
    const headers = asPerson(token, ids.development);
    const key = kind === 'lowered' ? await keyOf({ reach: 'organization' }, headers) : undefined;
    const environmentRoles = elsewhere ? [{ environmentId: ids.development, role: 'owner' }] : [];
    const url = `/v1/members/${id}`;
    const change = { method: 'PATCH', url, payload: { role, environmentRoles }, headers: owner } as const;
    expect((await scene.carillon.anonymous.request(change)).status).toBe(200);
    return key ?? headers;
  }

  /** The headers of a caller, who is made when first asked for. */
  function headersOf(name: string, make: () => Promise<Record<string, string>>): Promise<Record<string, string>> {
    const found = known.get(name) ?? make();
    known.set(name, found);
    return found;
  }

  const applies = (row: SecondCheck, kind: CallerKind): boolean => row.callers?.includes(kind) ?? true;

  async function attemptsOf(row: SecondCheck): Promise<Attempt[]> {
    const { permission, elsewhere } = row;
    const { method, url } = row.send(ids);
    const requirement = requirementOf(method, url.split('?', 1)[0]!);
    const attempts: Attempt[] = [];
    const add = async (
      kind: CallerKind,
      who: string,
      mayBeMissing: boolean,
      make: () => Promise<Record<string, string>>,
    ) => {
      if (applies(row, kind)) attempts.push({ row, who, mayBeMissing, headers: await headersOf(who, make) });
    };
    const others = KEY_PERMISSIONS.filter((one) => one !== permission);
    await add('lacking', `a key without ${permission}`, false, () =>
      keyOf({ permissions: others, reach: 'organization' }),
    );
    if (elsewhere) await add('own', 'a key of its own environment', true, () => keyOf({ reach: 'own' }));
    for (const [role, has] of Object.entries(ROLES) as [Role | 'none', readonly Requirement[]][]) {
      if (has.includes(permission) || (!elsewhere && !has.includes(requirement))) continue;
      const where = elsewhere ? `${role} elsewhere` : `${role} here`;
      await add('person', `a person, ${where}`, role === 'none', () => lessened(role, elsewhere, 'person'));
      await add('lowered', `a key, its maker ${where}`, role === 'none', () => lessened(role, elsewhere, 'lowered'));
    }
    return attempts;
  }

  const send = (request: ApiRequest, headers: Record<string, string>): Promise<ApiResponse> =>
    scene.carillon.anonymous.request({ ...request, headers });

  const problemOf = async ({ row, who, headers, mayBeMissing }: Attempt): Promise<string[]> => {
    if (row.before) await send(row.before(ids), { authorization: `ApiKey ${scene.carillon.api.apiKey}` });
    const request = row.send(ids);
    const { status, body } = await send(request, headers);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const isRefused = status === 403 || (mayBeMissing && status === 404);
    const isClear = status !== 403 || !who.startsWith('a key without') || text.includes(row.permission);
    if (isRefused ? isClear : row.hides && status < 300 && !row.hides.test(text)) return [];
    return [`${row.site}: ${who}: ${request.method} ${request.url}: ${status} ${text.slice(0, 300)}`];
  };

  async function problemsOf(rows: readonly SecondCheck[]): Promise<string[]> {
    const problems: string[] = [];
    for (const row of rows) for (const one of await attemptsOf(row)) problems.push(...(await problemOf(one)));
    return problems;
  }

  /** The store, but for the time at which a key was last used. */
  async function stored(): Promise<StoreSnapshot> {
    const found = await snapshotOf(scene.carillon.connection);
    for (const one of found.values()) one.text = one.text.replaceAll(/,"lastUsedAt":\{[^}]*\}/g, '');
    return found;
  }

  it('PE1: each in the code has a row in the table of requests, and each row a check', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
    const found = files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('auth/'))
      .flatMap((file) => checksIn(file));
    expect(found.length).toBeGreaterThan(50);
    const rows = SECOND_CHECKS.map(({ site }) => site);
    const count = (all: readonly string[], one: string) => all.filter((other) => other === one).length;
    const missing = found.filter((one) => !(one in WITHOUT_ROW) && count(rows, one) < count(found, one));
    // A new check: add the request that meets it, with the permission that it asks for, to second-check-table.ts.
    expect(missing).toEqual([]);
    expect([...rows, ...Object.keys(WITHOUT_ROW)].filter((one) => !found.includes(one))).toEqual([]);
  });

  it('PE1, PE2, KP6, KP7: without the permission, requests are refused and change nothing', async () => {
    const rows = SECOND_CHECKS.filter(({ hides }) => !hides);
    // Callers are made before: they are in the store, too.
    for (const row of rows) await attemptsOf(row);
    const before = await stored();
    expect(await problemsOf(rows)).toEqual([]);
    expect(differencesOf(before, await stored())).toEqual([]);
    expect(received).toBe(0);
  });

  it('PE2, PE4, PE5, KP8: without the permission, responses hide what it shows', async () => {
    expect(await problemsOf(SECOND_CHECKS.filter(({ hides }) => hides))).toEqual([]);
  });

  it('PE1: with it, each of the requests is carried out, and shows what it may', async () => {
    const headers = { authorization: `ApiKey ${scene.carillon.api.apiKey}` };
    const problems: string[] = [];
    for (const row of SECOND_CHECKS) {
      if (row.before) await send(row.before(ids), headers);
      const request = row.send(ids);
      const { status, body } = await send(request, headers);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      // Nobody at that address has workflows.
      const asksStranger = JSON.stringify(request.payload)?.includes(ids.elsewhere) && status === 422;
      if ((status < 300 || asksStranger) && (row.hides?.test(text) ?? true)) continue;
      problems.push(`${row.site}: ${request.method} ${request.url}: ${status} ${text.slice(0, 300)}`);
    }
    expect(problems).toEqual([]);
    expect(received).toBeGreaterThan(0);
  });
});
