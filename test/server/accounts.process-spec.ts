import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { CARILLON, CarillonProcess, clientOf, type ProcessEnd } from './carillon-process.js';

const TOKEN = /#token=([\w-]{43})/;
const PASSWORD = 'correct horse';

describe('carillon accounts', () => {
  let folder: string;
  let dataDir: string;
  let carillon: CarillonProcess | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carillon-accounts-'));
    dataDir = join(folder, 'data');
  });

  afterAll(async () => {
    await carillon?.kill('SIGKILL');
    await eventually(() => rm(folder, { recursive: true, force: true }));
  });

  const accounts = (...words: string[]): Promise<ProcessEnd> =>
    CarillonProcess.spawn({ DATA_DIR: dataDir }, [CARILLON, 'accounts', ...words]).end();
  const tokenIn = (text: string): string => TOKEN.exec(text)![1]!;

  it('AC60: invites, lists, resets, changes and removes people, while Carillon runs and while it does not', async () => {
    expect(await accounts('list')).toMatchObject({ code: 1, output: expect.stringContaining('There are no data in') });
    carillon = CarillonProcess.spawn({ DATA_DIR: dataDir });
    const url = await carillon.ready();
    expect(carillon.printed).toMatch(/First owner {4}http:\S+\/console\/accept#token=[\w-]{43} {2}\(works once/);
    const setup = tokenIn(carillon.printed);
    const anonymous = clientOf(url);
    expect((await accounts('list')).output).toContain('Nobody can sign in yet');

    const created = await accounts('create', 'Ada@Example.com', '--role', 'owner', '--name', 'Ada');
    expect(created).toMatchObject({ code: 0 });
    expect((await accounts('list')).output).toMatch(/^ada@example\.com {2}owner {2}invited until 20/m);
    const accept = (token: string, fields = {}) =>
      anonymous.post('/v1/invitations/accept', { token, password: PASSWORD, ...fields });
    const accepted = await accept(tokenIn(created.output));
    expect(accepted).toMatchObject({ status: 201, body: { data: { member: { role: 'owner', name: 'Ada' } } } });
    expect(await accept(setup, { email: 'eve@example.com' })).toMatchObject({ status: 404 });
    expect((await accounts('list')).output).toBe('ada@example.com  owner  Ada\n');

    expect(await accounts('role', 'ada@example.com', 'admin')).toMatchObject({
      code: 1,
      output: 'This is the last owner\n',
    });
    expect(await accounts('remove', 'ada@example.com')).toMatchObject({ code: 1, output: 'This is the last owner\n' });
    const second = await accounts('create', 'bob@example.com', '--role', 'owner');
    expect((await accept(tokenIn(second.output))).status).toBe(201);
    expect(await accounts('role', 'bob@example.com', 'viewer')).toMatchObject({ code: 0 });

    const { token } = accepted.body.data;
    const members = () =>
      anonymous.request({ method: 'GET', url: '/v1/members', headers: { authorization: `Bearer ${token}` } });
    expect((await members()).status).toBe(200);
    const reset = await accounts('reset', 'ada@example.com');
    const body = { token: tokenIn(reset.output), password: 'another horse' };
    expect((await anonymous.post('/v1/session/reset', body)).status).toBe(204);
    expect((await members()).status).toBe(401);
    expect(await accounts('reset', 'eve@example.com')).toMatchObject({
      code: 1,
      output: "'eve@example.com' is not a member; list shows them\n",
    });

    await carillon.kill('SIGTERM');
    expect(await accounts('remove', 'bob@example.com')).toMatchObject({
      code: 0,
      output: 'bob@example.com is removed\n',
    });
    expect((await accounts('list')).output).toBe('ada@example.com  owner  Ada\n');
  });

  it('ends with 2 and says how to get help when its words are not understood', async () => {
    const { code, output } = await accounts('invite');
    expect(code).toBe(2);
    expect(output).toBe("Unknown command 'invite'. Help: carillon accounts --help\n");
    expect((await accounts('--help')).code).toBe(0);
  });
});
