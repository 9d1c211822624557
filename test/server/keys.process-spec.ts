import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually.js';
import { hasRedisServer, RedisServer } from '../redis-server.js';
import { CARILLON, CarillonProcess, clientOf, type ProcessEnd } from './carillon-process.js';

const KEY = /\b[0-9a-f]{32}\b/g;

describe('carillon keys', () => {
  let folder: string;
  let dataDir: string;
  let redis: RedisServer | undefined;
  const running: CarillonProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'carillon-keys-'));
    dataDir = join(folder, 'data');
  });

  afterAll(async () => {
    await Promise.all(running.map((carillon) => carillon.kill('SIGKILL')));
    await redis?.stop();
    await eventually(() => rm(folder, { recursive: true, force: true }));
  });

  const start = async (): Promise<{ carillon: CarillonProcess; url: string }> => {
    const carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, API_KEY_CACHE_SECONDS: '1' });
    running.push(carillon);
    return { carillon, url: await carillon.ready() };
  };
  const keys = (words: string[], DATA_DIR = dataDir): Promise<ProcessEnd> =>
    CarillonProcess.spawn({ DATA_DIR }, [CARILLON, 'keys', ...words]).end();
  const statusOf = async (url: string, key: string): Promise<number> =>
    (await clientOf(url, key).get('/v1/environments/me')).status;
  const keysOf = (output: string): string[] => output.match(KEY) ?? [];

  it('recovers the lost key of Production, makes another and revokes it, while Carillon runs and while it does not', async () => {
    expect(await keys(['list'])).toMatchObject({ code: 1, output: expect.stringContaining('There are no data in') });
    const { carillon, url } = await start();
    const [development = '', production = ''] = [...new Set(keysOf(carillon.printed))];

    const masked = await keys(['list']);
    expect(masked).toMatchObject({ code: 0, output: expect.stringMatching(/^Development \([\s\S]*^Production \(/m) });
    expect(keysOf(masked.output)).toEqual([]);
    expect(masked.output).toContain(`${production.slice(0, 4)}…${production.slice(-4)}`);
    expect(keysOf((await keys(['list', '--show'])).output)).toEqual([development, production]);
    expect(await keys(['show', '--env', 'Production'])).toMatchObject({ code: 0, output: `${production}\n` });
    // The address of the store is for its owner alone.
    expect((await stat(join(dataDir, 'store.address'))).mode & 0o777).toBe(0o600);

    const created = await keys(['create', '--env', 'Production']);
    const [another = ''] = keysOf(created.output);
    expect(created).toMatchObject({ code: 0, output: `${another}\n` });
    expect(await statusOf(url, another)).toBe(200);
    const limited = await keys(['create', '--env', 'Production', '--name', 'Shop', '--permissions', 'trigger']);
    expect(await statusOf(url, keysOf(limited.output)[0]!)).toBe(403);
    expect((await keys(['list', '--show'])).output).toMatch(/^ {2}[0-9a-f]{12} {2}"Shop" {2}trigger {2}\S/m);
    const overlapping = await keys(['revoke', production, '--overlap-seconds', '3600']);
    expect(overlapping).toMatchObject({ code: 0, output: expect.stringContaining('of Production works until 20') });
    expect(await statusOf(url, production)).toBe(200);
    expect(await keys(['revoke', another])).toMatchObject({ code: 0 });
    await eventually(async () => expect(await statusOf(url, another)).toBe(401));
    expect(await keys(['revoke', another])).toMatchObject({ code: 1, output: expect.stringContaining('No key has') });
    expect(await keys(['create', '--env', 'Staging'])).toMatchObject({
      code: 1,
      output: "There is no environment 'Staging', but: Development, Production\n",
    });

    // A copy of the folder is its own, though it says where the store of the original answers.
    const copy = join(folder, 'copy');
    await cp(dataDir, copy, { recursive: true });
    expect(await keys(['revoke', development], copy)).toMatchObject({ code: 0 });
    expect(await statusOf(url, development)).toBe(200);

    await carillon.kill('SIGTERM');
    await expect(stat(join(dataDir, 'store.address'))).rejects.toMatchObject({ code: 'ENOENT' });
    const offline = keysOf((await keys(['create', '--env', 'Development'])).output);
    expect(offline).toHaveLength(1);
    const again = await start();
    expect(await statusOf(again.url, offline[0]!)).toBe(200);
    expect(again.carillon.printed).not.toMatch(KEY);
  });

  const withRedis = hasRedisServer ? it : it.skip;

  withRedis(
    'revokes a key in running processes before their caches expire',
    async () => {
      redis = await RedisServer.start();
      const settings = {
        DATA_DIR: join(folder, 'on-redis'),
        REDIS_URL: redis.uri,
        API_KEY_CACHE_SECONDS: '3600',
      };
      const carillon = CarillonProcess.spawn(settings);
      running.push(carillon);
      const url = await carillon.ready();
      const [development = ''] = keysOf(carillon.printed);
      expect(await statusOf(url, development)).toBe(200);
      expect(await CarillonProcess.spawn(settings, [CARILLON, 'keys', 'revoke', development]).end()).toMatchObject({
        code: 0,
      });
      await eventually(async () => expect(await statusOf(url, development)).toBe(401));
    },
    300_000,
  );

  it('ends with 2 and says how to get help when its words are not understood', async () => {
    const { code, output } = await keys(['recover']);
    expect(code).toBe(2);
    expect(output).toBe("Unknown command 'recover'. Did you mean 'revoke'? Help: carillon keys --help\n");
    expect((await keys(['--help'])).code).toBe(0);
  });
});
