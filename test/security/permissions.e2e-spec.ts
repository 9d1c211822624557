import type { OpenAPIObject } from '@nestjs/swagger';
import { KEY_PERMISSIONS, ORGANIZATION_WIDE, PERMISSIONS, type Requirement } from '../../src/auth/permissions.js';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import type { ApiRequest, ApiResponse } from '../api-client.js';
import { asPerson, createPerson } from '../builders/account.js';
import { aForeignEnvironment } from '../builders/foreign-environment.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { FOR_SUBSCRIBERS, KEYS, OPEN, OPERATIONS, ORGANIZATION, ROLES } from './permission-table.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** An operation of the document: its name as in the table, and what it says that it requires. */
interface Described {
  name: string;
  method: ApiRequest['method'];
  path: string;
  permission: string | undefined;
}

/** Who sends the requests of a column, and which requirements its cells allow. */
interface Column {
  who: string;
  headers: Record<string, string>;
  may(requirement: Requirement): boolean;
  /** Whose permissions end at an environment that is not theirs: it is not found. */
  isStranger?: true;
}

const REQUIREMENTS = new Map(
  Object.entries(OPERATIONS).flatMap(([requirement, names]) =>
    names.map((name) => [name, requirement as Requirement] as const),
  ),
);

function operationsOf(document: OpenAPIObject): Described[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as { 'x-permission'?: string } | undefined;
      if (!operation) return [];
      const verb = method.toUpperCase() as ApiRequest['method'];
      return [{ name: `${verb} ${path}`, method: verb, path, permission: operation['x-permission'] }];
    }),
  );
}

describe('who may do what', () => {
  let test: TestApp;
  let operations: Described[];
  let ids: { development: string; production: string; foreign: string };

  beforeAll(async () => {
    test = await startTestApp({ settings: { ROLE: 'api' } });
    operations = operationsOf(buildOpenApiDocument(test.app));
    const [development, production] = (await test.api.get('/v1/environments')).body.data;
    const foreign = await aForeignEnvironment(test);
    ids = { development: development._id, production: production._id, foreign: foreign._id.toHexString() };
  });

  afterAll(() => test.close());

  /**
   * A request that changes nothing even where it is allowed: it names what is not there, and what follows the admission is
   * a body that nobody can read.
   */
  const harmless = ({ method, path }: Described, headers: Record<string, string>): ApiRequest => ({
    method,
    url: path.replaceAll(/\{\w+\}/g, 'f'.repeat(24)),
    headers: method === 'GET' ? headers : { ...headers, 'content-type': 'application/json' },
    ...(method !== 'GET' && { payload: '{' }),
  });

  const send = async (operation: Described, headers: Record<string, string>): Promise<ApiResponse> => {
    const {
      statusCode,
      body,
      headers: received,
    } = await test.app.getHttpAdapter().getInstance().inject(harmless(operation, headers));
    const isJson = String(received['content-type']).startsWith('application/json');
    return { status: statusCode, body: isJson ? JSON.parse(body) : undefined, headers: received };
  };

  /** What is wrong with the response in a cell; undefined when it is as the table says. */
  function problemOf({ status, body }: ApiResponse, requirement: Requirement, column: Column): string | undefined {
    if (column.isStranger && !ORGANIZATION.includes(requirement))
      return status === 404 && /^Environment '.*' was not found$/.test(body.message)
        ? undefined
        : `${status} instead of an environment that was not found`;
    if (column.may(requirement)) return [401, 403].includes(status) ? `${status}, but is allowed` : undefined;
    if (status !== 403) return `${status} instead of 403`;
    const isClear =
      body.statusCode === 403 &&
      body.error === 'Forbidden' &&
      typeof body.hint === 'string' &&
      String(body.message).endsWith(`has no permission '${requirement}'`);
    return isClear ? undefined : `403 with ${JSON.stringify(body)}`;
  }

  async function check(column: Column): Promise<void> {
    const cells = await Promise.all(
      operations.map(async (operation) => {
        const requirement = REQUIREMENTS.get(operation.name);
        if (!requirement) return undefined;
        const problem = problemOf(await send(operation, column.headers), requirement, column);
        return problem && `${column.who}: ${operation.name}: ${problem}`;
      }),
    );
    expect(cells.filter(Boolean)).toEqual([]);
  }

  it('PE1: every operation of the document is in the table, with the permission that it states, and no other is', () => {
    const unknown = operations.filter(
      ({ name }) => !REQUIREMENTS.has(name) && !FOR_SUBSCRIBERS.includes(name) && !(name in OPEN),
    );
    expect(unknown.map(({ name }) => name)).toEqual([]);
    const differing = operations.filter(({ name, permission }) => permission !== REQUIREMENTS.get(name));
    expect(differing).toEqual([]);
    const served = new Set(operations.map(({ name }) => name));
    const named = [...REQUIREMENTS.keys(), ...FOR_SUBSCRIBERS, ...Object.keys(OPEN)];
    expect(named.filter((name) => !served.has(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    expect(ORGANIZATION).toEqual(ORGANIZATION_WIDE);
    // Owners have everything that there is.
    expect([...PERMISSIONS, 'self'].filter((one) => !ROLES['owner']!.includes(one as Requirement))).toEqual([]);
  });

  it('PE1: what changes something is never allowed by a permission to read', () => {
    // They compute what would be, and store nothing.
    const computing = /\/(preview|simulate|check|diff|html|extract)$/;
    const reading = operations.filter(
      ({ name, method, path }) =>
        REQUIREMENTS.get(name)?.endsWith(':read') && method !== 'GET' && !computing.test(path),
    );
    expect(reading.map(({ name }) => name)).toEqual([]);
  });

  it.each(Object.keys(KEYS) as (keyof typeof KEYS)[])('PE1: a key with %s', async (kind) => {
    const permissions = kind === 'list' ? KEYS.list : kind;
    const { key } = (await test.api.post('/v1/api-keys', { name: kind, permissions })).body.data;
    const may = (requirement: Requirement) => (KEYS[kind] as readonly Requirement[]).includes(requirement);
    const headers = { authorization: `ApiKey ${key}` };
    await check({ who: kind, headers, may });
    // The header is for people: a key has one environment.
    const elsewhere = { ...headers, 'carillon-environment': ids.production };
    await check({ who: `${kind}, naming Production`, headers: elsewhere, may });
    if (!may('environments:read')) return;
    const me = await test.anonymous.request({ method: 'GET', url: '/v1/environments/me', headers: elsewhere });
    expect(me.body.data._id).toBe(ids.development);
  });

  it.each(KEY_PERMISSIONS)('PE1: a key that lacks %s alone', async (lacking) => {
    const permissions = KEY_PERMISSIONS.filter((permission) => permission !== lacking);
    const made = await test.api.post('/v1/api-keys', { name: lacking, permissions, reach: 'organization' });
    const { key, id } = made.body.data as { key: string; id: string };
    const requiring = operations.filter(({ name }) => REQUIREMENTS.get(name) === lacking);
    const column: Column = { who: key, headers: { authorization: `ApiKey ${key}` }, may: () => false };
    const problems = await Promise.all(
      requiring.map(async (one) => problemOf(await send(one, column.headers), lacking, column) && one.name),
    );
    expect(problems.filter(Boolean)).toEqual([]);
    await test.api.delete(`/v1/api-keys/${id}`);
  });

  it.each(Object.keys(ROLES))('PE2: %s of the organization', async (role) => {
    const { token } = await createPerson(test, { role: role as 'owner' });
    const may = (requirement: Requirement) => ROLES[role]!.includes(requirement);
    const column = (environment: string) => ({ who: role, headers: asPerson(token, environment), may });
    const stranger = role === 'none' ? ({ isStranger: true } as const) : {};
    await check({ ...column(ids.development), ...stranger });
    await check({ ...column('Production'), ...stranger });
    await check({ ...column(ids.foreign), isStranger: true });
  });

  it.each(Object.keys(ROLES))('PE2: %s in Development alone', async (role) => {
    const { token } = await createPerson(test, {
      role: 'none',
      environmentRoles: { [ids.development]: role as 'owner' },
    });
    // What concerns the organization follows from the role in it.
    const may = (requirement: Requirement) =>
      (ORGANIZATION.includes(requirement) ? ROLES['none']! : ROLES[role]!).includes(requirement);
    const stranger = role === 'none' ? ({ isStranger: true } as const) : {};
    await check({ who: `${role} here`, headers: asPerson(token, 'Development'), may, ...stranger });
    await check({ who: `${role} elsewhere`, headers: asPerson(token, 'Production'), may, isStranger: true });
  });

  it.each(Object.keys(ROLES))('PE2: an admin of the organization who is %s in Production', async (role) => {
    const { token } = await createPerson(test, {
      role: 'admin',
      environmentRoles: { [ids.production]: role as 'owner' },
    });
    // The export has the entries of all environments.
    const exports = ROLES[role]!.includes('audit:read');
    const may = (requirement: Requirement) =>
      requirement === 'audit:export'
        ? exports
        : (ORGANIZATION.includes(requirement) ? ROLES['admin']! : ROLES[role]!).includes(requirement);
    const stranger = role === 'none' ? ({ isStranger: true } as const) : {};
    await check({ who: `${role} there`, headers: asPerson(token, 'Production'), may, ...stranger });
  });

  it('PE3: nobody else is let in: no key, an unknown one, a token that no session has, that of an inbox', async () => {
    const { identifier } = (await test.api.get('/v1/environments/me')).body.data;
    const opening = { applicationIdentifier: identifier, subscriberId: 'ada' };
    const { token } = (await test.anonymous.post('/v1/inbox/session', opening)).body.data;
    const columns: Record<string, string>[] = [
      {},
      { authorization: `ApiKey ${'0'.repeat(32)}` },
      asPerson('x'.repeat(43), ids.development),
      asPerson(token, ids.development),
    ];
    for (const headers of columns) {
      const statuses = operations.map(async (operation) => {
        if (!REQUIREMENTS.has(operation.name)) return [];
        const { status } = await send(operation, headers);
        return status === 401 ? [] : [`${operation.name}: ${status}`];
      });
      expect((await Promise.all(statuses)).flat()).toEqual([]);
    }
  });

  it('PE3: a key, or the session of a person, opens no operation for subscribers', async () => {
    const { token } = await createPerson(test);
    for (const headers of [{ authorization: `ApiKey ${test.api.apiKey}` }, asPerson(token, ids.development)])
      for (const operation of operations.filter(({ name }) => FOR_SUBSCRIBERS.includes(name)))
        expect({ operation: operation.name, status: (await send(operation, headers)).status }).toMatchObject({
          status: 401,
        });
  });
});
