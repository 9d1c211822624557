import { connect } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { buildLegacyOpenApiDocument, createLegacyApp } from '../../src/server/legacy-app.js';
import { buildOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { signIn } from '../builders/account.js';
import { WidgetScene } from '../inbox/widget/widget-scene.js';
import { basic } from '../legacy/legacy-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';
import { Documented } from './documented.js';
import { RandomValues } from './random-values.js';
import { makeThings } from './things.js';
import { Walker } from './walker.js';

/** `node test/walk/run.mjs` sets these. */
const ROUNDS = Number(process.env.WALK_ROUNDS ?? 1);
const SEED = Number(process.env.WALK_SEED ?? 1);
const IS_LONG = process.env.WALK_ROUNDS !== undefined;

/** They succeed only with a password, a code or the token of a link, which no random value is; test/accounts has them. */
const NEEDING_PROOF = [
  'POST /v1/session',
  'POST /v1/session/reset',
  'PUT /v1/session/password',
  'POST /v1/session/second-factor',
  'POST /v1/session/second-factor/confirm',
  'DELETE /v1/session/second-factor',
  'POST /v1/invitations/lookup',
  'POST /v1/invitations/accept',
];

describe('every operation, with valid and hostile input', () => {
  let test: TestApp;
  let scene: WidgetScene;
  let legacy: NestFastifyApplication;

  beforeAll(async () => {
    test = await startTestApp({
      settings: {
        OUTBOX: 'on',
        DELIVER_TO: 'providers',
        // Nobody is called.
        SLACK_URL: 'http://127.0.0.1:9',
        TELEGRAM_URL: 'http://127.0.0.1:9',
        // What tries an integration waits this long for a service that cannot be reached.
        SEND_TIMEOUT_SECONDS: '1',
      },
    });
    scene = await WidgetScene.of(test);
    legacy = await createLegacyApp(test.app);
    await legacy.init();
    await legacy.getHttpAdapter().getInstance().ready();
  });

  afterAll(async () => {
    await legacy.close();
    await test.close();
  });

  function walkerOver(app: NestFastifyApplication, document: ReturnType<typeof buildOpenApiDocument>): Walker {
    const fastify = app.getHttpAdapter().getInstance();
    return new Walker(
      { documented: new Documented(document), send: (request) => fastify.inject(request) },
      new RandomValues(SEED, document),
    );
  }

  describe('on the wire', () => {
    let port: number;

    beforeAll(async () => {
      await test.app.listen(0, '127.0.0.1');
      port = Number(new URL(await test.app.getUrl()).port);
    });

    /** Sends these lines as a request; returns the status and the body of the response. */
    async function raw(...lines: string[]): Promise<{ status: number; body: Record<string, unknown> }> {
      const socket = connect(port, '127.0.0.1');
      socket.write([...lines, 'Host: localhost', 'Connection: close', '', ''].join('\r\n'));
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      const body = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Record<string, unknown>;
      return { status: Number(text.split(' ')[1]), body };
    }

    it('answers headers that are too large, and no HTTP at all, as it answers every error', async () => {
      const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
      const large = await raw('GET /v1/environments HTTP/1.1', `X-Large: ${'x'.repeat(20_000)}`);
      expect(large).toMatchObject({ status: 431, body: { statusCode: 431, timestamp, path: '' } });
      expect(await raw('nonsense')).toMatchObject({ status: 400, body: { statusCode: 400, timestamp, path: '' } });
      for (const [path, status] of [
        ['/v2/topics/%zz', 400],
        [`/v2/topics/${'x'.repeat(9000)}`, 414],
      ] as const) {
        const refused = await raw(`GET ${path}?key=secret HTTP/1.1`);
        expect(refused).toMatchObject({ status, body: { statusCode: status, timestamp, path } });
      }
    });

    it('refuses a request with two Authorization headers', async () => {
      const key = `Authorization: ApiKey ${test.api.apiKey}`;
      expect(await raw('GET /v1/environments/me HTTP/1.1', key)).toMatchObject({ status: 200 });
      expect(await raw('GET /v1/environments/me HTTP/1.1', key, 'authorization: ApiKey other')).toMatchObject({
        status: 400,
        body: { message: 'There are several Authorization headers. Send one.' },
      });
    });
  });

  it('would find what a document does not allow', () => {
    const documented = new Documented(buildOpenApiDocument(test.app));
    const operation = documented.operations.find(({ name }) => name === 'GET /v2/topics/:topicKey')!;
    const json = { 'content-type': 'application/json' };
    const problem = (statusCode: number, body: unknown, headers = json) =>
      documented.problemOf(operation, { statusCode, body: JSON.stringify(body), headers });
    const error = { statusCode: 404, timestamp: 'x', path: '/' };
    expect(problem(404, error)).toBeUndefined();
    expect(problem(500, { ...error, statusCode: 500 })).toBe('responds with 500');
    expect(problem(418, error)).toBe('responds with 418, which is undocumented');
    expect(problem(404, { ...error, path: undefined })).toMatch(
      /^responds with 404 with a body that its schema refuses: .*path/,
    );
    expect(problem(200, { data: { key: 7 } })).toMatch(/^responds with 200 with a body that its schema refuses/);
    expect(problem(404, error, { 'content-type': 'text/html' })).toBe(
      'responds with 404 as text/html, which is undocumented',
    );
  });

  it(
    'answers as the document says, and never with a failure of its own',
    async () => {
      const main = walkerOver(test.app, buildOpenApiDocument(test.app));
      const older = walkerOver(legacy, buildLegacyOpenApiDocument(legacy));
      for (let round = 0; round < ROUNDS; round++) {
        const things = await makeThings(test.api);
        const person = await signIn(test);
        const session = await scene.session(things['subscriberId']![0]);
        const application = (await test.api.post('/v1/legacy/applications', { name: 'Shop' })).body.data;
        const type = { identifier: 'order', workflowId: things['workflowId']![0], text: 'Hello {{name}}' };
        await test.api.post(`/v1/legacy/applications/${application.applicationId}/types`, type);
        await older.round({
          things,
          authorization: { basic: basic(application) },
          bodies: { 'POST /api/notification': () => ({ type: 'order', externalId: 'u-1', metadata: { name: 'Ada' } }) },
        });
        await main.round({
          things,
          authorization: {
            key: `ApiKey ${test.api.apiKey}`,
            person: `Bearer ${person.token}`,
            session: `Bearer ${session.token}`,
          },
        });
        if (IS_LONG)
          process.stdout.write(
            `Round ${round + 1} of ${ROUNDS}: ${JSON.stringify(main.statuses)}, ${main.findings.size + older.findings.size} findings\n`,
          );
      }
      expect([...main.findings, ...older.findings].map(([problem, request]) => `${problem}: ${request}`)).toEqual([]);
      if (IS_LONG) expect([...main.slow, ...older.slow]).toEqual([]);
      // It has come further than to what is refused.
      expect(main.succeeded.size).toBeGreaterThan((main.names.length - NEEDING_PROOF.length) * 0.75);
      expect(NEEDING_PROOF.filter((name) => main.succeeded.has(name) || !main.names.includes(name))).toEqual([]);
      expect(older.succeeded.size).toBe(1);
    },
    IS_LONG ? 2 ** 31 - 1 : 120_000,
  );
});
