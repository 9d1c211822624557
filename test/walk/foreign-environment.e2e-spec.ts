import type { Types } from 'mongoose';
import type { ApiResponse, ApiClient } from '../api-client.js';
import { BODIES, requestOf } from '../bodies/bodies.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { type Operation, operationsOf } from './operations.js';
import { differencesOf, snapshotOf } from './store-snapshot.js';
import { EXCEPTIONS, QUERIES, SHOW_NOTHING } from './table.js';
import { kindsIn, makeThings, NOTHING, takenBy, type Things } from './things.js';

/** A place of a request that names a thing: a path parameter, or the body. */
type Slot = string;
const BODY: Slot = 'the body';
/** How many operations are tried before the whole store is compared with what it was. */
const OPERATIONS_PER_LOOK = 10;

/** No path names a notification that waits, but a list shows it. */
async function makeWait(api: ApiClient): Promise<void> {
  const steps = [{ name: 'Wait', type: 'delay', controlValues: { amount: 1, unit: 'days' } }];
  const { workflowId } = await api.workflow({ steps });
  await api.trigger(workflowId, { to: 'waiting-subscriber' });
  await eventually(async () => expect((await api.get('/v1/waits')).body.data).toHaveLength(1));
}

/**
 * Walks over every route of the application. A route that a table in `test/walk` lacks fails here: what its path takes
 * belongs into `things.ts`, its body into `test/bodies`, and what is special about it into `table.ts`.
 */
describe('every route', () => {
  let test: TestApp;
  let operations: Operation[];
  /** Those that are about the organization: test/accounts. */
  let forPeople: Operation[];
  let withParameters: Operation[];
  let environmentId: Types.ObjectId;
  let otherEnvironmentId: string;
  /** What the first environment has, and the second. */
  let foreign: Things;
  let own: Things;

  beforeAll(async () => {
    test = await startTestApp({ settings: { OUTBOX: 'on', DELIVER_TO: 'providers' } });
    // Those for subscribers have a walk of their own: test/inbox/widget/foreign-sessions.e2e-spec.ts.
    // Guests of this machine read the outbox of all environments, and nobody else does: test/outbox/outbox.e2e-spec.ts.
    const all = operationsOf(test.app).filter(({ isForSubscribers }) => !isForSubscribers);
    operations = all.filter(({ isForPeople }) => !isForPeople);
    forPeople = all.filter(({ isForPeople }) => isForPeople);
    withParameters = operations.filter(({ parameters }) => parameters.length > 0);
    const [first, second] = await test.connection.collection('environments').find().sort({ _id: 1 }).toArray();
    environmentId = first!._id;
    otherEnvironmentId = String(second!._id);
    foreign = await makeThings(test.api);
    own = await makeThings(test.otherApi);
    await makeWait(test.api);
    // Nobody but the tests changes anything from here on.
    await eventually(async () => {
      expect(await test.connection.collection('events').countDocuments({ sweepAt: { $exists: true } })).toBe(0);
    });
  });

  afterAll(() => test.close());

  /** A request whose slots name things of these environments; `name` says by which of its names a path names a thing. */
  function send(api: ApiClient, operation: Operation, things: (slot: Slot) => Things, name = 0): Promise<ApiResponse> {
    const path = operation.path.replace(/:(\w+)/g, (_match, parameter: string) => {
      const taken = takenBy(operation, parameter);
      if (!taken) throw new Error(`Nothing is known for :${parameter} of ${operation.name}`);
      if ('word' in taken) return taken.word;
      const names = things(parameter)[taken.kind] ?? [];
      return encodeURIComponent(names[name] ?? names[0] ?? '');
    });
    const query = QUERIES[operation.name];
    const url = query === undefined ? path : `${path}?${query}`;
    return api.request({ method: operation.method, url, ...requestOf(operation.name, things(BODY)) });
  }

  function slotsOf(operation: Operation): Slot[] {
    const things = operation.parameters.filter((parameter) => 'kind' in (takenBy(operation, parameter) ?? {}));
    return namesThings(operation.name) ? [...things, BODY] : things;
  }

  /** Whether a body differs with the things that are there. */
  function namesThings(name: string): boolean {
    const body = BODIES[name];
    return body !== undefined && JSON.stringify(body(foreign)) !== JSON.stringify(body(own));
  }

  /** How many names a thing in this slot has. */
  function namesIn(operation: Operation, slot: Slot): number {
    const taken = takenBy(operation, slot);
    return taken && 'kind' in taken ? foreign[taken.kind]!.length : 1;
  }

  /** Status and body of an answer, without what differs from request to request. */
  function comparable({ status, body }: ApiResponse, things: Things): unknown {
    const ids = Object.values(things).flat();
    const text = ids.reduce((rest, id) => rest.replaceAll(id, '<id>'), JSON.stringify(body ?? null));
    const { path: _path, timestamp: _timestamp, ...rest } = Object(JSON.parse(text)) as Record<string, unknown>;
    return { status, body: typeof body === 'object' ? rest : body };
  }

  function createsMissing({ name }: Operation): boolean {
    return EXCEPTIONS[name]?.createsMissing === true;
  }

  it('is known to the tables: its path parameters and its body', () => {
    const unknown = withParameters.flatMap((operation) => [
      ...operation.parameters
        .filter((parameter) => !takenBy(operation, parameter))
        .map((name) => `:${name} of ${operation.name}`),
      ...(operation.takesBody && !(operation.name in BODIES) ? [`body of ${operation.name}`] : []),
    ]);
    expect(unknown).toEqual([]);
    expect(withParameters.length).toBeGreaterThan(15);
    const names = new Set(operations.map(({ name }) => name));
    const outdated = [
      ...Object.keys(BODIES),
      ...Object.keys(EXCEPTIONS),
      ...Object.keys(QUERIES),
      ...SHOW_NOTHING,
    ].filter((name) => !names.has(name));
    expect(outdated).toEqual([]);
  });

  it('asks for a key, unless it is public', async () => {
    const wrong = { authorization: `ApiKey ${'0'.repeat(32)}` };
    for (const operation of operations) {
      const request = { method: operation.method, url: operation.path.replaceAll(':', 'x') };
      const answers = await Promise.all([
        test.anonymous.request(request),
        test.anonymous.request({ ...request, headers: wrong }),
      ]);
      const seen = answers.map(({ status, body }) => (status === 401 ? (body.message as string) : 'let in'));
      const expected = operation.isPublic ? ['let in', 'let in'] : ['Unauthorized', 'API Key not found'];
      expect({ [operation.name]: seen }).toEqual({ [operation.name]: expected });
    }
  });

  it('for people alone: refuses keys', async () => {
    expect(forPeople.length).toBeGreaterThan(5);
    for (const { name, method, path } of forPeople) {
      const url = path.replaceAll(':', 'x');
      const statuses = [
        (await test.anonymous.request({ method, url })).status,
        (await test.api.request({ method, url })).status,
      ];
      expect({ [name]: statuses }).toEqual({ [name]: [401, 403] });
    }
  });

  it('without path parameters: shows nothing of another environment', async () => {
    const documents = await Promise.all(
      (await test.connection.listCollections()).map(({ name }) =>
        test.connection.collection(name).find({ environmentId }).toArray(),
      ),
    );
    const ids = [...documents.flat().map(({ _id }) => String(_id)), ...Object.values(foreign).flat()];
    for (const { name, path, method, parameters } of operations) {
      if (method !== 'GET' || parameters.length > 0 || EXCEPTIONS[name]?.organizationWide) continue;
      const shownBy = async (api: ApiClient) => {
        const { status, body } = await api.get(path);
        const text = JSON.stringify(body);
        return { status, ids: ids.filter((id) => text.includes(id)) };
      };
      expect({ [name]: await shownBy(test.otherApi) }).toEqual({
        [name]: { status: EXCEPTIONS[name]?.status ?? 200, ids: [] },
      });
      // The environment itself is shown something, or the above would prove nothing.
      if (!SHOW_NOTHING.includes(name)) expect({ [name]: (await shownBy(test.api)).ids }).not.toEqual({ [name]: [] });
    }
  });

  it('with path parameters: knows nothing of another environment, and changes nothing', async () => {
    let before = await snapshotOf(test.connection);
    const walked = withParameters.filter(({ name }) => !EXCEPTIONS[name]?.organizationWide);
    // What is made in the caller's own environment has the foreign name there: nothing is asked for it afterwards.
    for (const creating of [false, true]) {
      const operations = walked.filter((operation) => createsMissing(operation) === creating);
      for (let from = 0; from < operations.length; from += OPERATIONS_PER_LOOK) {
        const few = operations.slice(from, from + OPERATIONS_PER_LOOK);
        for (const operation of few) await expectNothingKnown(operation);
        const after = await snapshotOf(test.connection);
        const changes = differencesOf(before, after, creating ? otherEnvironmentId : undefined);
        const which = few.map(({ name }) => name);
        expect({ which, changes }).toEqual({ which, changes: [] });
        before = after;
      }
    }
  });

  /** Each of its slots with the name of a foreign thing is answered as with the name of nothing. */
  async function expectNothingKnown(operation: Operation): Promise<void> {
    const exception = EXCEPTIONS[operation.name];
    const slots = slotsOf(operation);
    // From the left: a path may lead through the caller's own things to a foreign one.
    for (const [index, slot] of slots.entries()) {
      const from = (elsewhere: Things) => (asked: Slot) => (slots.indexOf(asked) < index ? own : elsewhere);
      const expected = (slot === BODY ? exception?.bodyStatus : exception?.status) ?? 404;
      for (let name = 0; name < namesIn(operation, slot); name++) {
        const here = comparable(await send(test.otherApi, operation, from(foreign), name), foreign);
        const nowhere = comparable(await send(test.otherApi, operation, from(NOTHING), name), NOTHING);
        const which = `${operation.name}, ${slot}, name ${name}`;
        expect({ which, answer: here }).toEqual({ which, answer: nowhere });
        expect({ which, answer: here }).toMatchObject({ which, answer: { status: expected } });
      }
    }
  }

  it('with path parameters: finds what the environment itself has, so that the requests above are in order', async () => {
    // Whatever takes something away comes last and has things of its own: another may take away the same ones.
    const takesAway = ({ name, method }: Operation) => method === 'DELETE' || /removal|delete/.test(name);
    const order = withParameters.toSorted(
      (a, b) => Number(takesAway(a)) - Number(takesAway(b)) || Number(isChange(a)) - Number(isChange(b)),
    );
    const thingsOf = new Map(
      await Promise.all(
        order
          .filter(takesAway)
          .map(async (one) => [one, await makeThings(test.api, kindsIn(one, BODIES[one.name]))] as const),
      ),
    );
    for (const operation of order) {
      const things = thingsOf.get(operation) ?? foreign;
      // A thing can be deleted once.
      const names = operation.method === 'DELETE' ? [1] : slotsOf(operation).map((slot) => namesIn(operation, slot));
      for (let name = 0; name < Math.max(1, ...names); name++) {
        const { status, body } = await send(test.api, operation, () => things, name);
        const { ownStatus } = EXCEPTIONS[operation.name] ?? {};
        const inOrder = ownStatus === undefined ? status >= 200 && status < 300 : status === ownStatus;
        expect({ [operation.name]: inOrder ? 'in order' : { status, body } }).toEqual({ [operation.name]: 'in order' });
      }
    }
  });
});

function isChange({ method }: Operation): boolean {
  return method !== 'GET';
}
