/** @runs-on redis */
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { HealthController } from '../../src/server/health/health.controller.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { JobQueue } from '../../src/platform/queue/job-queue.js';
import { DAY, delay, EngineScene, inApp } from '../delivery/engine-scene.js';
import { eventually } from '../eventually.js';
import { pageCookie } from '../page-token.js';
import { startTestApp, type TestApp } from '../test-app.js';

/** The fields of a line as they are in the log, where ids are text. */
function asWritten(fields: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(fields)) as Record<string, unknown>;
}

describe('what an operator looks at first', () => {
  let scene: EngineScene;
  let carillon: TestApp;
  let version: string;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { OUTBOX: 'on', INBOX_DEMO: 'on' } });
    ({ carillon } = scene);
    ({ version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')));
  });

  afterAll(() => scene.close());
  afterEach(() => jest.restoreAllMocks());

  const get = (url: string, headers: Record<string, string> = {}) =>
    carillon.app.getHttpAdapter().getInstance().inject({ method: 'GET', url, headers });

  const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  describe('the address of the service itself', () => {
    it('tells programs what there is', async () => {
      const answer = await get('/');
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(answer.json()).toEqual({
        name: 'Carillon',
        version,
        console: '/console',
        guide: '/guide',
        docs: '/docs',
        openapi: '/openapi.json',
        inboxDemo: '/inbox-demo',
        outbox: '/outbox',
        health: { live: '/health/live', ready: '/health/ready' },
      });
    });

    it('shows browsers a page whose links lead somewhere', async () => {
      const { statusCode, headers, body } = await get('/', BROWSER);
      expect([statusCode, headers['content-type'], headers.vary]).toEqual([200, 'text/html; charset=utf-8', 'accept']);
      expect(body).toContain(`Version ${version}`);
      const links = [...body.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path!);
      expect(links).toEqual(
        expect.arrayContaining([
          '/console',
          '/guide',
          '/docs',
          '/inbox-demo',
          '/outbox',
          '/openapi.json',
          '/health/ready',
        ]),
      );
      const cookie = await pageCookie(carillon.app);
      for (const link of links) {
        const response = await get(link, cookie);
        // Short addresses of screens lead to the console.
        const { statusCode } = response.headers.location ? await get(response.headers.location) : response;
        expect([link, statusCode]).toEqual([link, 200]);
      }
    });

    it('names only what its settings let it serve', async () => {
      const bare = await startTestApp({ settings: { DOCS: 'false', INBOX_DEMO: 'off' } });
      const { body } = await bare.anonymous.get('/');
      await bare.close();
      expect(body).toEqual({
        name: 'Carillon',
        version,
        console: '/console',
        guide: '/guide',
        health: expect.anything(),
      });
    });

    it.each([
      ['/favicon.ico', 'image/x-icon', '00000100'],
      ['/favicon.svg', 'image/svg+xml', '3c737667'],
    ])('has an icon that browsers keep: %s', async (path, type, start) => {
      const { statusCode, headers, rawPayload } = await get(path);
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        type,
        'public, max-age=86400',
      ]);
      expect(rawPayload.subarray(0, 4).toString('hex')).toBe(start);
    });

    it('says its version in the OpenAPI document too', async () => {
      expect((await get('/openapi.json')).json().info.version).toBe(version);
    });
  });

  describe('the log', () => {
    /** The fields of all lines of a level with this message, while the test runs. */
    function linesOf(level: 'debug' | 'info' | 'warn' | 'error', message?: string): () => Record<string, unknown>[] {
      const spy = jest.spyOn(carillon.app.get(Logger), level);
      return () =>
        spy.mock.calls.flatMap(([fields, said]) =>
          typeof fields === 'object' && (message === undefined || said === message) ? [asWritten(fields)] : [],
        );
    }

    const SMS = { type: 'sms', controlValues: { body: '{{ payload.x | nonsense }}' } };
    const aPerson = () => ({ subscriberId: scene.newId(), phone: '+491' });

    it('says at warn why a run failed', async () => {
      const failures = linesOf('warn', 'Step failed');
      const workflow = await scene.workflow([inApp('{{ payload.x | nonsense }}')]);
      const transactionId = await scene.trigger(workflow);
      const [run] = await scene.settled(transactionId);
      await eventually(async () => expect(failures()).toHaveLength(1));
      expect(failures()).toEqual([
        {
          environmentId: scene.environment.id.toHexString(),
          transactionId,
          workflow,
          step: 'step-1',
          channel: 'in_app',
          reason: 'template_error',
          error: expect.stringContaining('nonsense'),
          runs: 1,
          subscriberId: run!.subscriberId.toHexString(),
          runId: run!._id.toHexString(),
        },
      ]);
    });

    it('has one line for all recipients of a trigger who failed for one reason, and names some of them', async () => {
      const failures = linesOf('warn', 'Step failed');
      const workflow = await scene.workflow([SMS]);
      const to = Array.from({ length: 70 }, aPerson);
      const transactionId = await scene.trigger(workflow, { to });
      await scene.settled(transactionId, 70);
      await eventually(async () => expect(failures()).toHaveLength(1));
      expect(failures()).toMatchObject([
        { transactionId, workflow, step: 'step-1', channel: 'sms', reason: 'template_error', runs: 70 },
      ]);
      expect(failures()[0]!['examples']).toHaveLength(3);
    });

    it('names the environment and the transaction in each line about a run that goes on after a wait', async () => {
      const workflow = await scene.workflow([delay(1, 'days'), SMS, inApp('x')]);
      const transactionId = await scene.trigger(workflow, { to: aPerson() });
      await scene.settled(transactionId);
      const [finished, failures] = [linesOf('info', 'Run finished'), linesOf('warn', 'Step failed')];
      await scene.later(DAY);
      await scene.settled(transactionId);
      const ids = { environmentId: scene.environment.id.toHexString(), transactionId };
      await eventually(async () => expect(failures()).toMatchObject([ids]));
      expect(finished()).toMatchObject([{ ...ids, status: 'failed' }]);
    });

    it('has one line, without a stack, for a request that its sender cuts off', async () => {
      await carillon.app.listen(0, '127.0.0.1');
      const details = linesOf('debug', 'Request cut off by its sender');
      const [warnings, errors] = [linesOf('warn'), linesOf('error')];
      const socket = connect(Number(new URL(await carillon.app.getUrl()).port), '127.0.0.1');
      await once(socket, 'connect');
      const authorization = `authorization: ApiKey ${carillon.api.apiKey}`;
      const head = ['POST /v1/events/trigger?secret=hush HTTP/1.1', 'host: x', authorization];
      socket.write([...head, 'content-type: application/json', 'content-length: 500', '', '{"name":'].join('\r\n'));
      await eventually(async () => {
        const count = await new Promise<number>((resolve) => {
          carillon.app.getHttpServer().getConnections((_error: Error | null, open: number) => resolve(open));
        });
        expect(count).toBe(1);
      });
      socket.resetAndDestroy();
      const about = { environmentId: expect.stringMatching(/^[\da-f]{24}$/), path: '/v1/events/trigger' };
      await eventually(async () => expect(details()).toEqual([about]));
      expect([...warnings(), ...errors()]).toEqual([]);
    });
  });

  describe('whether it is ready', () => {
    const up = { store: { status: 'up', kind: 'embedded' }, worker: { status: 'up', jobs: 0 } };

    it('is told with the version and each part', async () => {
      const { statusCode, body } = await get('/health/ready');
      expect([statusCode, JSON.parse(body)]).toEqual([
        200,
        { status: 'ok', version, parts: { ...up, queue: { status: 'up', kind: expect.any(String) } } },
      ]);
    });

    it('names the part that does not respond in time, and since when, and is logged once', async () => {
      const warn = jest.spyOn(carillon.app.get(Logger), 'warn');
      const ping = jest.spyOn(carillon.app.get(JobQueue), 'ping').mockReturnValueOnce(new Promise(() => undefined));
      const first = await get('/health/ready?key=hush');
      const { since } = first.json().parts.queue;
      expect([first.statusCode, first.json()]).toEqual([
        503,
        {
          statusCode: 503,
          timestamp: expect.any(String),
          path: '/health/ready',
          message: 'The queue does not respond',
          error: 'Service Unavailable',
          version,
          parts: {
            ...up,
            queue: {
              status: 'down',
              kind: expect.any(String),
              since: expect.stringMatching(/^\d{4}-/),
              reason: 'The queue does not respond',
            },
          },
        },
      ]);
      ping.mockRejectedValueOnce(new Error('away'));
      expect((await get('/health/ready')).json().parts.queue.since).toBe(since);
      expect(warn.mock.calls.map(([, message]) => message)).toEqual([
        'The queue does not respond; this process is not ready',
      ]);
      expect((await get('/health/ready')).statusCode).toBe(200);
    });

    it('is denied as soon as the process is asked to end', async () => {
      carillon.app.get(HealthController).onModuleDestroy();
      const { statusCode, body } = await get('/health/ready');
      expect([statusCode, JSON.parse(body).message]).toEqual([503, 'The process is stopping']);
      expect((await get('/health/live')).statusCode).toBe(200);
    });
  });
});
