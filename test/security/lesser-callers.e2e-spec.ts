import { ChatLinksService } from '../../src/channels/linking/chat-links.service.js';
import { hashApiKey, keyIdOf } from '../../src/auth/api-key.js';
import { KEY_PERMISSIONS, type Permission, type Requirement, type Role } from '../../src/auth/permissions.js';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import type { ApiClient, ApiRequest, ApiResponse } from '../api-client.js';
import { asPerson, createPerson } from '../builders/account.js';
import { aConnection, anEndpoint, aSlackIntegration, aTelegramIntegration } from '../builders/channel.js';
import { anEmailIntegration } from '../builders/integration.js';
import { MovableClock } from '../delivery/engine-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { ALL_ISSUES, type CredentialIds, type Issue, NO_ISSUES, SECRET_FIELD } from './credential-table.js';
import { KEYS, OPERATIONS, ROLES } from './permission-table.js';
import { responseFieldsOf } from './response-fields.js';

const MINUTE = 60_000;

/** Who asks for credentials, and what they may do themselves. */
interface Caller {
  who: string;
  headers: Record<string, string>;
  may: readonly Requirement[];
  /** What they may do in Production. */
  mayElsewhere: readonly Requirement[];
  ends?: true;
  /** Other permissions are of no interest: the caller has them all. */
  lacks?: Permission;
}

/** A credential that a caller has got. */
interface Got {
  caller: Caller;
  issue: Issue;
  credential: string;
}

describe('credentials that are made and shown', () => {
  const clock = new MovableClock();
  let test: TestApp;
  let ids: CredentialIds & { production: string };
  let owner: Record<string, string>;
  /** For each permission, an operation that requires it and changes nothing. */
  let probes: Map<Requirement, ApiRequest>;

  beforeAll(async () => {
    clock.stop();
    test = await startTestApp({ clock, settings: { ROLE: 'api' } });
    const [{ _id: development }, { _id: production }] = (await test.api.get('/v1/environments')).body.data;
    owner = asPerson((await createPerson(test)).token, development);
    await made('/v2/subscribers', { subscriberId: 'ada' });
    const slack = await made('/v1/integrations', aSlackIntegration());
    const bot = await made('/v1/integrations', aTelegramIntegration());
    const telegram = { username: 'bot', secretHash: '0' };
    await test.connection.collection('integrations').updateOne({ identifier: bot.identifier }, { $set: { telegram } });
    const ada = { subscriberId: 'ada', integrationIdentifier: slack.identifier };
    const address = { url: 'https://hooks.example.com/very-secret-address' };
    await test.api.put('/v1/subscribers/ada/credentials', {
      providerId: 'slack',
      credentials: { webhookUrl: address.url },
    });
    const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'very-secret' };
    ids = {
      development,
      production,
      small: await small(),
      application: (await made('/v1/legacy/applications', { name: 'Old' })).applicationId,
      webhook: (await made('/v1/webhooks', { url: 'https://hooks.example.com/' }))._id,
      mail: (await made('/v1/integrations', anEmailIntegration({ configurations })))._id,
      slack: slack.identifier,
      bot: bot.identifier,
      connection: (await made('/v1/channel-connections', aConnection(ada))).identifier,
      endpoint: (await made('/v1/channel-endpoints', anEndpoint({ ...ada, type: 'webhook', endpoint: address })))
        .identifier,
    };
    probes = new Map(
      Object.entries(OPERATIONS).map(([requirement, [name]]) => [requirement as Requirement, harmless(name!)]),
    );
  });

  afterAll(() => test.close());

  async function made(url: string, payload: object, api: ApiClient = test.api) {
    const { status, body } = await api.post(url, payload);
    expect({ url, body: status < 300 ? {} : body }).toEqual({ url, body: {} });
    return body.data;
  }

  const send = (request: ApiRequest, headers: Record<string, string> = {}): Promise<ApiResponse> =>
    test.anonymous.request({ ...request, headers: { ...headers, ...request.headers } });
  const withKey = (key: string): Record<string, string> => ({ authorization: `ApiKey ${key}` });
  const inAMinute = () => new Date(clock.now().getTime() + MINUTE).toISOString();

  /** It names what is not there, and has a body that nobody can read. */
  function harmless(name: string): ApiRequest {
    const [method, path] = name.split(' ') as [ApiRequest['method'], string];
    const url = path.replaceAll(/\{\w+\}/g, 'f'.repeat(24));
    if (method === 'GET' || method === 'DELETE') return { method, url };
    return { method, url, payload: '{', headers: { 'content-type': 'application/json' } };
  }

  function small(): Promise<CredentialIds['small']> {
    return made('/v1/api-keys', { name: 'Small', permissions: ['topics:read'], expiresAt: inAMinute() });
  }

  async function aKey(fields: object, headers = withKey(test.api.apiKey!)) {
    const payload = { name: 'Caller', permissions: 'full', ...fields };
    const { status, body } = await send({ method: 'POST', url: '/v1/api-keys', payload }, headers);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body.data as { id: string; key: string };
  }

  /** A person with these roles by now, or a key that the person made when still an owner of everything. */
  async function aPerson(
    role: Role | 'none',
    here: Role | undefined,
    keyToo: boolean,
  ): Promise<Record<string, string>> {
    const { id, token } = await createPerson(test, { role: 'owner' });
    const headers = asPerson(token, ids.development);
    const key = keyToo ? await aKey({ reach: 'organization' }, headers) : undefined;
    const payload = { role, environmentRoles: here ? [{ environmentId: ids.development, role: here }] : [] };
    expect((await send({ method: 'PATCH', url: `/v1/members/${id}`, payload }, owner)).status).toBe(200);
    return key ? withKey(key.key) : headers;
  }

  async function callers(): Promise<Caller[]> {
    const full = KEYS.full;
    const key = async (who: string, fields: object, may: readonly Requirement[], rest: Partial<Caller> = {}) => {
      const headers = withKey((await aKey(fields)).key);
      return { who, headers, may, mayElsewhere: 'reach' in fields ? may : [], ...rest };
    };
    const wide = { reach: 'organization' };
    const found: Caller[] = [
      await key('a key that has all, in its environment', {}, full),
      await key('a key that ends in a minute', { ...wide, expiresAt: inAMinute() }, full, { ends: true }),
      await key('a key of its environment that ends in a minute', { expiresAt: inAMinute() }, full, { ends: true }),
      await key('a key that reads', { ...wide, permissions: 'read' }, KEYS.read),
      await key('a key that triggers', { ...wide, permissions: 'trigger' }, KEYS.trigger),
    ];
    for (const [role, has] of Object.entries(ROLES) as [Role | 'none', readonly Requirement[]][]) {
      const keyHas = has.filter((one) => full.some((other) => other === one));
      const both = { may: has, mayElsewhere: has };
      found.push({ who: role, headers: await aPerson(role, undefined, false), ...both });
      const ofKey = { may: keyHas, mayElsewhere: keyHas };
      found.push({ who: `a key, its maker ${role} by now`, headers: await aPerson(role, undefined, true), ...ofKey });
      if (role === 'none') continue;
      const here = { may: has, mayElsewhere: ROLES['none']! };
      found.push({ who: `${role} here alone`, headers: await aPerson('none', role, false), ...here });
      const keyHere = { may: keyHas, mayElsewhere: [] };
      found.push({
        who: `a key, its maker ${role} here alone`,
        headers: await aPerson('none', role, true),
        ...keyHere,
      });
    }
    const { identifier } = (await test.api.get('/v1/environments/me')).body.data;
    const opening = { applicationIdentifier: identifier, subscriberId: 'ada' };
    const { token } = (await test.anonymous.post('/v1/inbox/session', opening)).body.data;
    const nothing = { may: [], mayElsewhere: [] };
    found.push({ who: 'a browser of a subscriber', headers: { authorization: `Bearer ${token}` }, ...nothing });
    found.push({ who: 'nobody', headers: {}, ...nothing });
    return found;
  }

  /** Whether the credential is no more than the caller: in permissions, in reach and in time. */
  function isNoMore({ opens, isWide, endsSoon, isForeign }: Issue, { may, mayElsewhere, ends }: Caller): boolean {
    if (!opens.every((one) => may.includes(one) && (!isWide || mayElsewhere.includes(one)))) return false;
    return !ends || endsSoon === true || isForeign === true;
  }

  /** What a caller got in a response that it may not have, or that does more than the caller. */
  async function problemsOf(caller: Caller, issue: Issue, got: Got[]): Promise<string[]> {
    const { status, body } = await send(issue.send(ids), caller.headers);
    const name = `${caller.who}: ${issue.operation}${issue.what ? `, ${issue.what}` : ''}`;
    if (status >= 300) {
      const isRefusal = [401, 403, 404].includes(status) || (status === 400 && issue.opens.length === 0);
      return isRefusal ? [] : [`${name}: ${status} ${JSON.stringify(body)}`];
    }
    const credentials = issue.find(JSON.stringify(body), ids);
    if (credentials.length > 0 && !isNoMore(issue, caller)) return [`${name}: ${status}, got one`];
    const problems: string[] = [];
    for (const credential of credentials) {
      got.push({ caller, issue, credential });
      if (issue.kind === 'key') problems.push(...(await excessOf(credential, caller)).map((one) => `${name}: ${one}`));
    }
    await tidy(issue, credentials, caller);
    return problems;
  }

  /** Removes keys that were made, of which there may be 50; those of callers with an end are tried later. */
  async function tidy({ operation }: Issue, [made]: string[], { ends }: Caller): Promise<void> {
    const isChanged = operation.startsWith('PATCH /v1/api-keys');
    if (!ends && made !== undefined && (isChanged || /^POST .*api-keys/.test(operation)))
      await test.api.delete(`/v1/api-keys/${keyIdOf({ hash: hashApiKey(made) })}`);
    if (isChanged) ids.small = await small();
  }

  /** What a key may do and the caller who got it may not. */
  async function excessOf(key: string, { may, mayElsewhere, lacks }: Caller): Promise<string[]> {
    const lacking = lacks ? [lacks] : KEY_PERMISSIONS.filter((one) => !may.includes(one));
    const statuses = lacking.map(async (one) => {
      const { status } = await send(probes.get(one)!, withKey(key));
      return [401, 403].includes(status) ? [] : [`its key may ${one}`];
    });
    const url = `/v2/environments/${ids.production}/definitions`;
    const reach = mayElsewhere.includes('workflows:read')
      ? undefined
      : await send({ method: 'GET', url }, withKey(key));
    const beyond = reach === undefined || [401, 403, 404].includes(reach.status) ? [] : ['its key reaches Production'];
    return [...(await Promise.all(statuses)).flat(), ...beyond];
  }

  /** Whether a credential works at the present time. */
  async function works({ issue: { kind }, credential }: Got): Promise<boolean> {
    if (kind === 'key') return (await send(probes.get('topics:read')!, withKey(credential))).status !== 401;
    if (kind === 'link') {
      const links = test.app.get(ChatLinksService, { strict: false });
      return (await links.take(credential, ['telegram', 'connect', 'link_user'])) !== undefined;
    }
    if (kind === 'page') return (await test.app.inject(credential)).statusCode < 300;
    const opening = { applicationIdentifier: credential, subscriberId: 'ada' };
    return (await test.anonymous.post('/v1/inbox/session', opening)).status < 300;
  }

  it('KP8: every operation whose response has a field of a credential is in the table', () => {
    const fields = responseFieldsOf(buildOpenApiDocument(test.app));
    const known = new Set(ALL_ISSUES.map(({ operation }) => operation));
    const secret = [...fields].flatMap(([operation, names]) =>
      [...names].filter((name) => SECRET_FIELD.test(name)).map((name) => ({ operation, name: `${operation} ${name}` })),
    );
    const unknown = secret.filter(
      ({ operation, name }) => !known.has(operation) && !NO_ISSUES.some(([pattern]) => pattern.test(name)),
    );
    // Add the operation to credential-table.ts, or say there why its field is no credential.
    expect(unknown.map(({ name }) => name)).toEqual([]);
    expect(NO_ISSUES.filter(([pattern]) => !secret.some(({ name }) => pattern.test(name)))).toEqual([]);
    expect([...known].filter((operation) => !fields.has(operation))).toEqual([]);
  });

  it('KP8: a key with all permissions gets each of them', async () => {
    const { key } = await aKey({ reach: 'organization' });
    const caller: Caller = { who: 'full', headers: withKey(key), may: KEYS.full, mayElsewhere: KEYS.full };
    for (const issue of ALL_ISSUES) {
      const got: Got[] = [];
      expect({ issue, problems: await problemsOf(caller, issue, got) }).toEqual({ issue, problems: [] });
      expect({ issue, got: got.length > 0 }).toEqual({ issue, got: true });
    }
  });

  it.each(KEY_PERMISSIONS)('KP8: a key without %s gets none that opens it', async (lacks) => {
    const permissions = KEY_PERMISSIONS.filter((one) => one !== lacks);
    const { id, key } = await aKey({ permissions, reach: 'organization' });
    const caller = {
      who: `without ${lacks}`,
      headers: withKey(key),
      may: permissions,
      mayElsewhere: permissions,
      lacks,
    };
    const problems: string[] = [];
    for (const issue of ALL_ISSUES.filter(({ opens }) => opens.includes(lacks)))
      problems.push(...(await problemsOf(caller, issue, [])));
    expect(problems).toEqual([]);
    await test.api.delete(`/v1/api-keys/${id}`);
  });

  it('KP2, KP6, KP7, KP8: nobody gets a credential with more permissions, more reach or a later end', async () => {
    const got: Got[] = [];
    const problems: string[] = [];
    for (const caller of await callers())
      for (const issue of ALL_ISSUES) {
        // A secret does nothing here: there is nothing to try of one that the caller may see.
        if (issue.kind === 'secret' && isNoMore(issue, caller)) continue;
        problems.push(...(await problemsOf(caller, issue, got)));
      }
    expect(problems).toEqual([]);
    const ending = got.filter(({ caller, issue }) => caller.ends && !issue.isForeign);
    expect(new Set(ending.map(({ issue }) => issue.kind))).toEqual(new Set(['key', 'preview', 'page', 'link']));
    clock.forward(MINUTE + 1000);
    const alive = await Promise.all(ending.map(async (one) => ((await works(one)) ? [one.issue.operation] : [])));
    expect(alive.flat()).toEqual([]);
  });
});
