import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../eventually.js';
import { CARILLON, type CarillonProcess, clientOf } from './carillon-process.js';
import { KEY, ownFolder } from './own-folder.js';

const OPENAPI = fileURLToPath(new URL('../../dist/src/server/openapi/write-openapi.js', import.meta.url));

describe('a start on the embedded default', () => {
  const { path, start, startAndCall } = ownFolder();

  /** Of Development and of Production. */
  const printedKeys = ({ printed }: CarillonProcess): string[] =>
    ['Development', 'Production'].map(
      (name) => new RegExp(`([0-9a-f]{32})  \\(environment: ${name}`).exec(printed)?.[1] ?? 'not printed',
    );

  it('prints both keys and commands to paste at the first start, and at later ones the same places and no key', async () => {
    const first = start({ BOOTSTRAP_API_KEY: '', LOG_LEVEL: 'info' });
    const url = await first.ready();
    const token = /\/outbox\?token=([\w-]{24})\n/.exec(first.printed)?.[1];
    const places = ['/console', '/guide', '/docs', `/inbox-demo?token=${token}`, `/outbox?token=${token}`];
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
    const { stdout } = await promisify(execFile)(process.execPath, [CARILLON, 'pages'], {
      env: { DATA_DIR: path(), PORT: '4711' },
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

  // Made from the names of classes and functions, which a bundle may change.
  it('serves the same OpenAPI document, as a bundle, as the modules that it is made of', async () => {
    const { api } = await startAndCall();
    const file = join(path(), 'openapi.json');
    await promisify(execFile)(process.execPath, [OPENAPI, file]);
    const { status, body } = await api.get('/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(JSON.parse(await readFile(file, 'utf8')));
  });

  it('logs an error with the TypeScript file and line that it comes from', async () => {
    const noFolder = join(path(), 'no-folder');
    await writeFile(noFolder, '');
    const carillon = start({ ATTACHMENTS_DIR: noFolder });
    const api = clientOf(await carillon.ready(), KEY);
    const step = { name: 'Mail', type: 'email', controlValues: { subject: 'Hello', body: 'Hello' } };
    await api.workflow({ name: 'Mail', workflowId: 'mail', steps: [step] });
    const attachments = [{ name: 'a.txt', mime: 'text/plain', file: Buffer.from('text').toString('base64') }];
    const { status } = await api.post('/v1/events/trigger', { name: 'mail', to: 'ada', payload: { attachments } });
    expect(status).toBe(503);
    await eventually(async () => expect(carillon.printed).toContain('Attachments cannot be stored'));
    const line = carillon.printed.split('\n').find((one) => one.includes('"err"'))!;
    const { stack } = (JSON.parse(line) as { err: { stack: string } }).err;
    const [, source, number] =
      /at AttachmentsService.store \((\/.*\/attachments.service.ts):(\d+):\d+\)/.exec(stack) ?? [];
    expect((await readFile(source!, 'utf8')).split('\n')[Number(number) - 1]).toContain('throw new ');
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
    expect(output).toContain(path());
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
    expect(await readdir(path())).toEqual([]);
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
    const file = join(path(), 'secret.key');
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
