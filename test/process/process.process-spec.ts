import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ApiClient } from '../api-client.js';
import { eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from './carillon-process.js';

const KEY = 'f'.repeat(32);
const OPENAPI = fileURLToPath(new URL('../../dist/src/write-openapi.js', import.meta.url));
const PAGES = fileURLToPath(new URL('../../dist/src/pages/main.js', import.meta.url));
const WORKFLOW = {
  name: 'Welcome',
  workflowId: 'welcome',
  active: true,
  steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: '{{payload.text}}' } }],
};

describe('the process on the embedded default', () => {
  let dataDir: string;
  let running: CarillonProcess[];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'carillon-process-'));
    running = [];
  });

  afterEach(async () => {
    await Promise.all(running.map((carillon) => carillon.kill('SIGKILL')));
    // The embedded services end with their parent, a moment later.
    await eventually(() => rm(dataDir, { recursive: true, force: true }));
  });

  function start(settings: Record<string, string> = {}): CarillonProcess {
    const carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY, ...settings });
    running.push(carillon);
    return carillon;
  }

  async function startAndCall(): Promise<{ carillon: CarillonProcess; api: ApiClient }> {
    const carillon = start();
    return { carillon, api: clientOf(await carillon.ready(), KEY) };
  }

  const inboxOf = async (api: ApiClient, subscriberId: string): Promise<string[]> => {
    const { body } = await api.get(`/v2/subscribers/${subscriberId}/notifications?limit=100`);
    return (body.data ?? []).map((notification: { body: string }) => notification.body);
  };

  /** Of Development and of Production. */
  const printedKeys = ({ printed }: CarillonProcess): string[] =>
    ['Development', 'Production'].map(
      (name) => new RegExp(`([0-9a-f]{32})  \\(environment: ${name}`).exec(printed)?.[1] ?? 'not printed',
    );

  it('T13: has every notification, once, after a SIGKILL right after the 201', async () => {
    const first = await startAndCall();
    expect((await first.api.post('/v2/workflows', WORKFLOW)).status).toBe(201);
    const expected: string[] = [];
    let { carillon, api } = first;
    for (let round = 0; round < 3; round++) {
      const text = `round ${round}`;
      const answer = await api.post('/v1/events/trigger', { name: 'welcome', to: 'ada', payload: { text } });
      const killed = carillon.kill('SIGKILL');
      expect(answer.status).toBe(201);
      expected.unshift(text);
      await killed;
      ({ carillon, api } = await startAndCall());
      await eventually(async () => expect(await inboxOf(api, 'ada')).toEqual(expected));
    }
    // A run is stored after what it sent: the message may be seen a moment before it.
    await eventually(async () => expect((await api.get('/v1/notifications')).body.data).toHaveLength(3));
    // Four starts, each of which may have to share the machine.
  });

  it('exits with 0 after SIGTERM, and what was accepted is delivered then or later', async () => {
    const { carillon, api } = await startAndCall();
    await api.post('/v2/workflows', WORKFLOW);
    const subscribers = Array.from({ length: 200 }, (_, index) => `s-${index}`);
    const answers = await Promise.all(
      subscribers.map((to) => api.post('/v1/events/trigger', { name: 'welcome', to, payload: { text: 'x' } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const { code, output } = await carillon.kill('SIGTERM');
    expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
    const again = await startAndCall();
    await eventually(async () => {
      for (const subscriber of subscribers) expect(await inboxOf(again.api, subscriber)).toEqual(['x']);
    });
  });

  it('prints both keys and commands to paste at the first start, and at later ones the same places and no key', async () => {
    const first = start({ BOOTSTRAP_API_KEY: '', LOG_LEVEL: 'info' });
    const url = await first.ready();
    const token = /\/outbox\?token=([\w-]{24})\n/.exec(first.printed)?.[1];
    const places = ['/console', '/docs', `/inbox-demo?token=${token}`, `/outbox?token=${token}`];
    for (const place of places) expect(first.printed).toContain(`${url}${place}\n`);
    const [key = '', productionKey = ''] = printedKeys(first);
    expect(first.printed).toContain(`${url}/v1/events/trigger`);
    const before = await clientOf(url, key).get('/v1/environments');
    expect(before.body.data).toMatchObject([
      { name: 'Development', type: 'dev', apiKeys: [{ key }] },
      { name: 'Production', type: 'prod', apiKeys: [] },
    ]);
    expect((await clientOf(url, productionKey).get('/v1/environments/me')).body.data.name).toBe('Production');
    const { output } = await first.kill('SIGTERM');
    expect(output).toMatch(/"version":"[\w.-]+".*"store":"embedded".*"msg":"Carillon started"/);
    expect(output).toMatch(
      /"requests":0,"jobs":0,"runs":0,"msg":"SIGTERM received: 0 requests, .* in at most 8 seconds"/,
    );
    expect(output).toMatch(/"msg":"Stopped after [\d.]+ seconds; nothing was left"/);
    const second = start({ BOOTSTRAP_API_KEY: 'another key would do nothing now'.replaceAll(' ', '-') });
    const later = await second.ready();
    for (const place of places) expect(second.printed).toContain(`${later}${place}\n`);
    expect(second.printed).toMatch(/Legacy API +http/);
    const { stdout } = await promisify(execFile)(process.execPath, [PAGES], {
      env: { DATA_DIR: dataDir, PORT: '4711' },
    });
    expect(stdout.split('\n').map((line) => line.slice(15))).toEqual([
      ...places.map((place) => `http://127.0.0.1:4711${place}`),
      '',
    ]);
    const after = await clientOf(later, key).get('/v1/environments');
    expect(after.body).toEqual(before.body);
    expect(second.printed).not.toContain(key);
    expect(second.printed).not.toContain(productionKey);
  });

  it('the commands that the first start prints may be pasted together, and again', async () => {
    const first = start({ BOOTSTRAP_API_KEY: '' });
    await first.ready();
    const commands = first.printed.slice(first.printed.search(/^ {2}curl /m));
    // As a shell that is pasted into: one after the other, whatever comes of them.
    const paste = async () => {
      const { stdout } = await promisify(execFile)('bash', [
        '-c',
        `curl() { command curl --fail "$@"; }; set -e\n${commands}`,
      ]);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { data: object });
    };
    for (let times = 0; times < 2; times++) {
      const [workflow, trigger, progress, inbox, ...more] = await paste();
      expect(more).toEqual([]);
      expect(workflow?.data).toMatchObject({ workflowId: 'welcome' });
      expect(trigger?.data).toMatchObject({ status: 'processed', transactionId: 'welcome-ada' });
      expect(progress?.data).toMatchObject({ state: 'expanded', sent: 1 });
      expect(inbox?.data).toMatchObject([{ subject: 'Hello Ada', body: 'Your first notification.' }]);
    }
  });

  // Made from the names of classes and functions, which a bundle may change.
  it('serves the same OpenAPI document, as a bundle, as the modules that it is made of', async () => {
    const { api } = await startAndCall();
    const file = join(dataDir, 'openapi.json');
    await promisify(execFile)(process.execPath, [OPENAPI, file]);
    const { status, body } = await api.get('/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(await readFile(file, 'utf8')));
  });

  it('warns of a setting whose name is misspelt, and names the nearest, but not the value', async () => {
    const misspelt = start({ MONGODB_URL: 'mongodb://hush' });
    await misspelt.ready();
    await eventually(async () =>
      expect(misspelt.printed).toContain('There is no setting MONGODB_URL. Did you mean MONGODB_URI?'),
    );
    expect(misspelt.printed).not.toContain('hush');
  });

  it('refuses a second instance on the same data, in one line, and harms nothing', async () => {
    const { api } = await startAndCall();
    const { code, output } = await start().end();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(dataDir);
    expect((await api.get('/health/ready')).status).toBe(200);
  });

  it.each([
    ['a wrong port', { PORT: 'many' }, 'PORT must be a whole number from 0 to 65535, but is "many"'],
    ['a short secret key', { SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters'],
    [
      'a MongoDB without a secret key',
      { MONGODB_URI: 'mongodb://127.0.0.1:1', REDIS_URL: 'redis://127.0.0.1:1' },
      'SECRET_KEY is required with MONGODB_URI',
    ],
  ])('does not start with %s, and says so', async (_case, settings: Record<string, string>, message) => {
    const { code, output } = await start(settings).end();
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('does not start with a wrong SECRET_KEY, nor when secret.key is lost, and says what to do', async () => {
    const first = start();
    await first.ready();
    await first.kill('SIGTERM');
    const wrong = await start({ SECRET_KEY: randomBytes(32).toString('hex') }).end();
    expect({ code: wrong.code, output: wrong.output }).toEqual({
      code: 1,
      output: expect.stringContaining('SECRET_KEY is not the one that stored API keys and credentials are encrypted'),
    });
    expect(wrong.output).not.toContain('ready');
    const file = join(dataDir, 'secret.key');
    const key = await readFile(file, 'utf8');
    await rm(file);
    const lost = await start().end();
    expect(lost).toMatchObject({ code: 1, output: expect.stringContaining(`The key file ${file} is missing`) });
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
    await writeFile(file, 'f'.repeat(64));
    const replaced = await start().end();
    expect(replaced).toMatchObject({ code: 1, output: expect.stringContaining(`The key in ${file} is not the one`) });
    await rm(file);
    const again = start({ SECRET_KEY: key });
    expect((await clientOf(await again.ready(), KEY).get('/v1/environments')).status).toBe(200);
  });
});
