import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { OpenAPIObject } from '@nestjs/swagger';
import { eventually } from '../eventually.js';
import { CarillonProcess, clientOf } from './carillon-process.js';

const KEY = 'f'.repeat(32);
const SECRET = 'a-secret-that-only-tests-have';
const LEGACY_URL = /Legacy API +(http:\/\/\S+)|legacy API: (http:\/\/[^\s)]+)/;

describe('A12: the process serves the legacy API on a port of its own', () => {
  let dataDir: string;
  let carillon: CarillonProcess | undefined;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'carillon-legacy-'));
  });

  afterEach(async () => {
    await carillon?.kill('SIGKILL');
    await eventually(() => rm(dataDir, { recursive: true, force: true }));
  });

  function start(settings: Record<string, string> = {}): CarillonProcess {
    carillon = CarillonProcess.spawn({ DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY, ...settings });
    return carillon;
  }

  function legacyUrl({ printed }: CarillonProcess): string {
    const [, first, later] = LEGACY_URL.exec(printed) ?? [];
    return first ?? later ?? 'none';
  }

  async function send(running: CarillonProcess, secret: string, body: object) {
    const authorization = `Basic ${Buffer.from(`shop:${secret}`).toString('base64')}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${legacyUrl(running)}/api/notification`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it('with a sample that works at once and outlives a start, and no secret in its log', async () => {
    const settings = { BOOTSTRAP_LEGACY_APP: `shop:${SECRET}`, LOG_LEVEL: 'trace' };
    const notification = { type: 'sample', externalId: 'ada', metadata: { text: 'Hello', link: '/', bundle: 'b' } };
    const first = start(settings);
    const api = clientOf(await first.ready(), KEY);
    expect(await send(first, SECRET, notification)).toMatchObject({
      status: 200,
      body: { appUser: 1, isRead: false, text: 'Hello', link: '/', bundleSegment: 'b' },
    });
    expect((await send(first, `${SECRET}-wrong`, notification)).status).toBe(401);
    await eventually(async () => {
      expect(await api.inbox('ada')).toMatchObject([{ body: 'Hello', data: { bundleSegment: 'b', bundleCount: 1 } }]);
    });
    const { body } = await api.post('/v1/legacy/applications', { name: 'Another' });
    await showsItsDocument(legacyUrl(first));
    await first.kill('SIGTERM');
    expect(first.printed).toContain('Trigger accepted');
    for (const secret of [SECRET, body.data.secret, Buffer.from(`shop:${SECRET}`).toString('base64')]) {
      expect(first.printed).not.toContain(secret);
    }
    const second = start({ ...settings, BOOTSTRAP_LEGACY_APP: 'shop:another-secret-does-nothing' });
    await second.ready();
    expect((await send(second, SECRET, notification)).status).toBe(200);
  });

  async function showsItsDocument(url: string): Promise<void> {
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenAPIObject;
    const { post } = document.paths['/api/notification']!;
    expect(Object.keys(document.paths)).toEqual(['/api/notification', '/api/notification/{notificationId}']);
    expect(Object.keys(post!.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '404', '422']));
    expect(post!.summary).toBe('Send a notification');
    expect(post!.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/LegacyNotificationDto' } } },
    });
    expect(document.components?.securitySchemes).toMatchObject({ Basic: { type: 'http', scheme: 'basic' } });
    expect((await fetch(`${url}/docs`)).status).toBe(200);
  }

  it('or not at all, and metrics on one of their own', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as { port: number };
    free.close();
    const running = start({ LEGACY_API: 'false', METRICS_PORT: String(port) });
    const url = await running.ready();
    expect(running.printed).not.toMatch(LEGACY_URL);
    const answers = await Promise.all(
      [`http://127.0.0.1:${port}/metrics`, `http://127.0.0.1:${port}/health/live`, `${url}/metrics`].map((one) =>
        fetch(one),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
    expect(await answers[0]!.text()).toContain('carillon_triggers_total');
  });

  it('and says so when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const { code, output } = await start({ LEGACY_PORT: String(port) }).end();
    taken.close();
    expect(code).toBe(1);
    expect(output).toContain(
      `another program listens on port ${port} of 127.0.0.1; set LEGACY_PORT to a free one, or LEGACY_API=false`,
    );
  });

  it.each(['shop', 'shop:short', ':a-secret-that-is-long-enough', 'sh op:a-secret-that-is-long-enough'])(
    'and does not start with %s as sample credentials, which it does not repeat',
    async (credentials) => {
      const { code, output } = await start({ BOOTSTRAP_LEGACY_APP: credentials }).end();
      expect(code).toBe(1);
      expect(output).toContain('BOOTSTRAP_LEGACY_APP must be id:secret');
      expect(output).not.toContain(credentials);
    },
  );
});
