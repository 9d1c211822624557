import { BootstrapService } from '../../src/server/bootstrap/bootstrap.service.js';
import { Passwords } from '../../src/accounts/passwords.js';
import type { Account } from '../../src/auth/people/account.schema.js';
import { MovableClock } from '../delivery/engine-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

const PASSWORD = 'correct horse';

describe('AC59: the first owner', () => {
  const started: TestApp[] = [];

  afterEach(async () => {
    const [first, ...others] = started.splice(0);
    for (const { app } of others) await app.close();
    await first?.close();
  });

  const start = async (options: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> => {
    const test = await startTestApp(options);
    started.push(test);
    return test;
  };
  const namespaceOf = ({ connection }: TestApp) => connection.db!.databaseName;
  const setupToken = ({ app }: TestApp) => app.get(BootstrapService).setupToken;
  const accounts = ({ connection }: TestApp) => connection.collection<Account>('accounts').find().toArray();
  const accept = ({ anonymous }: TestApp, token: string, email = 'ada@example.com') =>
    anonymous.post('/v1/invitations/accept', { token, password: PASSWORD, email });

  it('sets up with the link of a start, which a later start replaces, and nobody after that', async () => {
    const clock = new MovableClock();
    const first = await start({ clock });
    const namespace = namespaceOf(first);
    // Processes that start together print one link.
    const together = await Promise.all([start({ clock, namespace }), start({ clock, namespace })]);
    const token = setupToken(first)!;
    expect(together.map(setupToken)).toEqual([token, token]);
    clock.forward(3_600_000);
    const later = await start({ clock, namespace });
    const newer = setupToken(later)!;
    expect(newer).not.toBe(token);
    expect(await accept(first, token)).toMatchObject({ status: 404 });
    expect(await first.anonymous.post('/v1/invitations/lookup', { token: newer })).toMatchObject({
      body: { data: { purpose: 'setup', role: 'owner' } },
    });
    const without = await first.anonymous.post('/v1/invitations/accept', { token: newer, password: PASSWORD });
    expect(without).toMatchObject({ status: 422, body: { errors: { email: {} } } });

    const emails = ['ada@example.com', 'bob@example.com', 'eve@example.com'];
    const answers = await Promise.all([first, ...together].map((one, index) => accept(one, newer, emails[index])));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 404, 404]);
    expect(await accounts(first)).toMatchObject([{ role: 'owner' }]);
    expect(setupToken(await start({ clock, namespace }))).toBeUndefined();
  });

  it('is made of BOOTSTRAP_OWNER by one of several processes, and only while there is nobody', async () => {
    const first = await start();
    const namespace = namespaceOf(first);
    const token = setupToken(first)!;
    const settings = { BOOTSTRAP_OWNER: `Ada@Example.com:${PASSWORD}` };
    const options = { namespace, settings, hashesFully: true };
    await Promise.all([start(options), start(options)]);
    const [owner, ...others] = await accounts(first);
    expect(others).toEqual([]);
    expect(owner).toMatchObject({ email: 'ada@example.com', role: 'owner' });
    expect(owner!.password!.scrypt).toEqual({ N: 131_072, r: 8, p: 1 });
    expect(await first.app.get(Passwords).verify(PASSWORD, owner!.password)).toBe(true);
    expect(await accept(first, token, 'eve@example.com')).toMatchObject({ status: 404 });
    await start({ namespace, settings: { BOOTSTRAP_OWNER: `bob@example.com:${PASSWORD}` } });
    expect(await accounts(first)).toHaveLength(1);
  });

  it('is not made with a password that is guessed first, and not by a worker', async () => {
    const worker = await start({ settings: { ROLE: 'worker', BOOTSTRAP_OWNER: `ada@example.com:${PASSWORD}` } });
    expect(setupToken(worker)).toBeUndefined();
    expect(await accounts(worker)).toEqual([]);
    const refused = startTestApp({ settings: { BOOTSTRAP_OWNER: 'ada@example.com:password123' } });
    await expect(refused).rejects.toThrow(
      'BOOTSTRAP_OWNER cannot be used: the password is one of the most common passwords',
    );
  });
});
