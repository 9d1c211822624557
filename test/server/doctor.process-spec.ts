import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { eventually } from '../eventually.js';
import { folderSnapshot } from '../store/support/folder-snapshot.js';
import { CARILLON, CarillonProcess, clientOf, type ProcessEnd } from './carillon-process.js';

const KEY = randomBytes(16).toString('hex');

describe('carillon doctor', () => {
  let folder: string;
  let dataDir: string;
  let carillon: CarillonProcess | undefined;

  const doctor = (settings: Record<string, string> = {}): Promise<ProcessEnd> =>
    CarillonProcess.spawn({ DATA_DIR: dataDir, ...settings }, [CARILLON, 'doctor']).end();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carillon-doctor-'));
    dataDir = join(folder, 'data');
  });

  afterAll(async () => {
    await carillon?.kill('SIGKILL');
    await eventually(() => rm(folder, { recursive: true, force: true }));
  });

  it('DR1, DR2: tells what must be done before the first start, while Carillon runs and afterwards, and changes nothing', async () => {
    expect(await doctor()).toMatchObject({ code: 0, output: expect.stringContaining('there are no data yet') });
    carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY });
    const api = clientOf(await carillon.ready(), KEY);

    const mailServer = createServer((socket) => socket.end());
    mailServer.listen(0, '127.0.0.1');
    await once(mailServer, 'listening');
    const { port } = mailServer.address() as AddressInfo;
    const credentials = { host: '127.0.0.1', port: String(port), from: 'a@example.com', senderName: 'A' };
    const integration = {
      providerId: 'nodemailer',
      channel: 'email',
      active: true,
      credentials,
      identifier: 'own-mail',
    };
    expect((await api.post('/v1/integrations', integration)).status).toBe(201);
    const running = await doctor();
    expect(running).toMatchObject({ code: 0, output: expect.stringContaining('Nothing must be done') });
    expect(running.output).toMatch(/^ok {7}Indexes: all \d+ are there/m);
    expect(running.output).toMatch(/^ok {7}Secret key: it opens/m);
    expect(running.output).toMatch(/^ok {7}Mail server of own-mail: 127\.0\.0\.1:\d+ accepts connections/m);
    mailServer.close();
    await once(mailServer, 'close');
    await carillon.kill('SIGTERM');

    await chmod(join(dataDir, 'secret.key'), 0o644);
    const before = await contentOf(dataDir);
    const stopped = await doctor({ MAX_RECIPIENT: '5', SECRET_KEY: 'a key that is not the one in the data folder' });
    expect(stopped.code).toBe(1);
    expect(stopped.output).toMatch(
      /problem {2}Settings: there is no setting MAX_RECIPIENT\n +→ Did you mean MAX_RECIPIENTS/,
    );
    expect(stopped.output).toMatch(/problem {2}Data folder: other users.*secret\.key\n +→ Close it/);
    expect(stopped.output).toMatch(/problem {2}Secret key: it is not the one/);
    expect((await doctor()).output).toMatch(/problem {2}Mail server of own-mail: it does not accept connections/);
    expect(await contentOf(dataDir)).toEqual(before);
  });

  it('DR1: what cannot be reached is named without its password', async () => {
    const away = await doctor({
      MONGODB_URI: 'mongodb://user:hunter2@127.0.0.1:1/x',
      REDIS_URL: 'redis://:hunter2@127.0.0.1:1',
      SECRET_KEY: 'a key of more than thirty-two characters',
    });
    expect(away.code).toBe(1);
    expect(away.output).toMatch(/problem {2}Store: mongodb:\/\/127\.0\.0\.1:1\/x cannot be read/);
    expect(away.output).toMatch(/problem {2}Redis: redis:\/\/127\.0\.0\.1:1 is not reached/);
    expect(away.output).not.toContain('hunter2');
    expect(await doctor({ PORT: 'x' })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/problem {2}Settings: PORT/),
    });
  });

  /** Everything but the readers that LMDB notes in its lock file. */
  async function contentOf(path: string): Promise<Record<string, string>> {
    const { [join('store', 'data.mdb-lock')]: _readers, ...content } = await folderSnapshot(path);
    return content;
  }
});
