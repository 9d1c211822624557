import { EJSON } from 'bson';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { ApiClient } from '../api-client.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { Documented } from './documented.js';
import { differencesOf, snapshotOf } from './store-snapshot.js';
import { makeThings, takenBy, type Things } from './things.js';

/** An id that nothing has, and a time before everything. */
const [ID, LONG_AGO] = ['5ca1ab1e5ca1ab1e5ca1ab1e', '2001-02-03T04:05:06.000Z'];

/** What documents have by the service alone. */
const OF_THE_SERVICE = {
  _id: ID,
  __v: 7,
  organizationId: ID,
  _organizationId: ID,
  environmentId: ID,
  createdAt: LONG_AGO,
  updatedAt: LONG_AGO,
  deletedAt: LONG_AGO,
  isProven: true,
};

describe('a caller who meddles with requests', () => {
  let test: TestApp;
  let things: Things;

  beforeAll(async () => {
    test = await startTestApp({ settings: { OUTBOX: 'on', DELIVER_TO: 'providers' } });
    const fastify = test.app.getHttpAdapter().getInstance();
    const meddler = new ApiClient(async (request) => {
      const meddled = await fastify.inject({ ...request, payload: withMembers(request.payload) });
      // Where unknown members change what a request means, it is refused, and is made without them.
      return meddled.statusCode === 422 ? fastify.inject(request) : meddled;
    }, test.otherApi.apiKey);
    things = await makeThings(meddler);
  });

  afterAll(() => test.close());

  it('sets nothing that the service sets, in anything that can be made', async () => {
    const found = new Set<string>();
    for (const { name } of await test.connection.listCollections()) {
      for (const document of await test.connection.collection(name).find().toArray()) {
        const { createdAt, updatedAt, deletedAt } = document as Record<string, unknown>;
        const isOfCaller =
          EJSON.stringify(document).includes(`{"$oid":"${ID}"}`) ||
          [createdAt, updatedAt, deletedAt].some((time) => timeOf(time) === LONG_AGO);
        expect({ name, isOfCaller }).toEqual({ name, isOfCaller: false });
        found.add(name);
      }
    }
    expect(found.size).toBeGreaterThan(15);
  });

  it('gets nothing by operators in a query, in any operation that has one', async () => {
    const { operations } = new Documented(buildOpenApiDocument(test.app));
    const before = await snapshotOf(test.connection);
    let tried = 0;
    for (const { method, path, parameters, entrance } of operations) {
      if (method !== 'GET' || entrance !== 'key') continue;
      const url = path.replaceAll(/:(\w+)/g, (_match, parameter: string) => {
        const taken = takenBy({ method, path }, parameter);
        return encodeURIComponent(!taken ? 'x' : 'word' in taken ? taken.word : (things[taken.kind]?.[0] ?? 'x'));
      });
      const queries = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      for (const query of queries.flatMap((name) => operatorsOf(name))) {
        const { status } = await test.otherApi.get(`${url}?${query}`);
        expect({ url, query, isRefused: status === 400 || status === 422 }).toEqual({ url, query, isRefused: true });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(300);
    expect(differencesOf(before, await snapshotOf(test.connection))).toEqual([]);
  });
});

function withMembers(payload: string | object | undefined): string | object | undefined {
  const hasMembers = typeof payload === 'object' && !Array.isArray(payload) && !Buffer.isBuffer(payload);
  return hasMembers ? { ...OF_THE_SERVICE, ...payload } : payload;
}

function operatorsOf(name: string): string[] {
  return ['$ne', '$where', '__proto__'].map((operator) => `${name}[${operator}]=`);
}

const timeOf = (value: unknown): string | undefined =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : undefined;
