import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient, ApiRequest, ApiResponse } from '../api-client.js';
import { anEmailIntegration } from '../builders/integration.js';
import { eventually } from '../eventually.js';
import { CARILLON } from '../server/carillon-process.js';
import { describeFleet, Fleet } from './fleet.js';

const [EMAIL, PASSWORD, NEW_PASSWORD] = ['ada@example.com', 'kind-otters-hum', 'quiet-herons-stand'];
/** Changes of each kind, in each process, with a key and by a person. */
const WRITES = 10;

type Send = (method: ApiRequest['method'], url: string, payload?: object) => Promise<ApiResponse>;

/**
 * Two processes of the built application on one store. With Redis they notify each other of what was withdrawn, so that
 * their caches may live long; without it the caches have to expire.
 */
describeFleet('people, keys and the audit trail of two processes', () => {
  let fleet: Fleet;
  /** With the key of the first start. */
  let one: ApiClient;
  let other: ApiClient;
  /** Of the owner, by now. */
  let password = PASSWORD;

  beforeAll(async () => {
    const settings = {
      BOOTSTRAP_OWNER: `${EMAIL}:${PASSWORD}`,
      API_KEY_CACHE_SECONDS: process.env.REDIS_URL ? '3600' : '1',
    };
    fleet = await Fleet.start(settings, { apis: 2, workers: 0 });
    [one, other] = [await fleet.api(0), await fleet.api(1)];
  });

  afterAll(() => fleet.close());

  const sessionAt = async (client: ApiClient): Promise<string> => {
    const { status, body } = await client.post('/v1/session', { email: EMAIL, password });
    expect(status).toBe(201);
    return body.data.token;
  };
  const sender =
    (client: ApiClient, token: string): Send =>
    (method, url, payload) =>
      client.request({ method, url, payload, headers: asPerson(token) });

  /** A request of a person to the other process, for which it looks at nothing of theirs but what it may have cached. */
  const ask =
    (token: string, path = '/v2/workflows') =>
    () =>
      sender(other, token)('GET', path);

  /** Carries out a withdrawal, and asks until it counts: no request that is sent two seconds later may succeed. */
  async function withdrawnInTime(
    withdraw: () => Promise<ApiResponse>,
    request: () => Promise<ApiResponse>,
    expected: number,
  ): Promise<void> {
    expect((await request()).status).toBe(200);
    expect((await withdraw()).status).toBeLessThan(300);
    const withdrawnAt = performance.now();
    let lastAccepted = withdrawnAt;
    await eventually(async () => {
      const sentAt = performance.now();
      const { status } = await request();
      if (status === 200) lastAccepted = sentAt;
      expect(status).toBe(expected);
    }, 20_000);
    expect(lastAccepted - withdrawnAt).toBeLessThan(2000);
    for (let times = 0; times < 3; times++) expect((await request()).status).toBe(expected);
  }

  it('AC3: a session counts in both, and in neither once it has ended in one of them', async () => {
    const [listed, ending] = await Promise.all([sessionAt(one), sessionAt(one)]);
    const { id } = (await ask(listed, '/v1/session')()).body.data.session;
    const end = () => sender(one, ending)('DELETE', `/v1/sessions/${id}`);
    await withdrawnInTime(end, ask(listed), 401);

    const signOut = () => sender(one, ending)('DELETE', '/v1/session');
    await withdrawnInTime(signOut, ask(ending), 401);

    const [changing, elsewhere] = await Promise.all([sessionAt(one), sessionAt(other)]);
    const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const change = () => sender(one, changing)('PUT', '/v1/session/password', passwords);
    await withdrawnInTime(change, ask(elsewhere), 401);
    password = NEW_PASSWORD;
    expect((await ask(changing)()).status).toBe(401);
    expect((await ask(await sessionAt(one))()).status).toBe(200);
  });

  it('AC55: a role that is taken away in one of them, and a person who is removed, count for less in the other', async () => {
    const owner = sender(one, await sessionAt(one));
    const invited = await owner('POST', '/v1/invitations', { email: 'bob@example.com', role: 'admin' });
    const link = invited.body.data.link.split('#token=')[1];
    const accepted = await other.post('/v1/invitations/accept', { token: link, password: PASSWORD });
    const { token, member } = accepted.body.data;
    const change = { role: 'viewer' };
    await withdrawnInTime(() => owner('PATCH', `/v1/members/${member._id}`, change), ask(token, '/v1/api-keys'), 403);
    await withdrawnInTime(() => owner('DELETE', `/v1/members/${member._id}`), ask(token), 401);
  });

  it('KP1, KP4: keys work beside each other, and a narrowed or deleted one does less or nothing in both', async () => {
    const make = async () => (await one.post('/v1/api-keys', { name: 'Shop', permissions: 'full' })).body.data;
    const [narrowed, deleted] = [await make(), await make()];
    const clientOf = ({ key }: { key: string }) => fleet.api(1, key);
    const [withNarrowed, withDeleted] = [await clientOf(narrowed), await clientOf(deleted)];
    const narrow = () => one.patch(`/v1/api-keys/${narrowed.id}`, { permissions: 'trigger' });
    await withdrawnInTime(narrow, () => withNarrowed.get('/v2/workflows'), 403);
    const remove = () => one.delete(`/v1/api-keys/${deleted.id}`);
    await withdrawnInTime(remove, () => withDeleted.get('/v2/workflows'), 401);
    const trigger = await withNarrowed.post('/v1/events/trigger', { name: 'none', to: 'ada' });
    expect(trigger.status).toBe(422);
    expect((await other.get('/v2/workflows')).status).toBe(200);
  });

  it('AU1, AU6: writers in both leave one entry for each change, in one chain, which the command verifies', async () => {
    const token = await sessionAt(one);
    await one.topic({ key: 'shared', name: 'Shared' });
    const { _id } = (await one.post('/v1/integrations', anEmailIntegration())).body.data;
    const before = await exported(token);
    const writers = [one, other].flatMap((client, place) => [
      { client, headers: {}, name: `key-${place}` },
      { client, headers: asPerson(token), name: `person-${place}` },
    ]);
    const responses = await Promise.all(
      writers.flatMap(({ client, headers, name }) =>
        Array.from({ length: WRITES }, (_, index): ApiRequest[] => [
          { method: 'POST', url: '/v2/topics', payload: { key: `${name}-${index}` } },
          { method: 'PATCH', url: '/v2/topics/shared', payload: { name: `${name}-${index}` } },
          { method: 'PUT', url: `/v1/integrations/${_id}`, payload: { name: `${name}-${index}` } },
        ])
          .flat()
          .map((request) => client.request({ ...request, headers })),
      ),
    );
    expect(responses.filter(({ status }) => status >= 300)).toEqual([]);

    const after = await exported(token);
    const made = lines(after).slice(lines(before).length);
    const counts = new Map<string, number>();
    for (const { operation, actor } of made) {
      const kind = `${operation} by ${actor.type}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    const kinds = ['Topics_create', 'Topics_update', 'Integrations_update'].flatMap((operation) =>
      ['key', 'person'].map((actor) => [`${operation} by ${actor}`, 2 * WRITES] as const),
    );
    expect(counts).toEqual(new Map(kinds));
    const topics = made.flatMap(({ resourceIds }) => resourceIds.filter((id) => /^(key|person)-\d-\d+$/.test(id)));
    expect(new Set(topics).size).toBe(writers.length * WRITES);
    const all = lines(after).length;
    expect(await verify(after)).toEqual({
      code: 0,
      output: expect.stringMatching(`^All ${all} lines are right: entries 1 to ${all}\n`),
    });
    const start = [...after.keys()].filter((index) => after[index] === NEWLINE).at(all - 10)! + 1;
    after.writeUInt8(after.readUInt8(start + 100) ^ 1, start + 100);
    expect(await verify(after)).toEqual({ code: 1, output: expect.stringMatching(`^Line ${all - 8} `) });
  });

  /** The export, from the other process than the one that signed in. */
  async function exported(token: string): Promise<Buffer> {
    const response = await fetch(new URL('/v1/audit/export', await fleet.url(1)), { headers: asPerson(token) });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }
});

const NEWLINE = 0x0a;

interface Line {
  operation: string;
  actor: { type: string };
  resourceIds: string[];
}

function lines(file: Buffer): Line[] {
  return file
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Runs the command for a file with this content. */
async function verify(content: Buffer): Promise<{ code: unknown; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-verify-'));
  try {
    const path = join(folder, 'audit.jsonl');
    await writeFile(path, content);
    return await new Promise((resolve) => {
      execFile(process.execPath, [CARILLON, 'audit', 'verify', path], (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The headers of a person's request in Development. */
function asPerson(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'carillon-environment': 'Development' };
}
