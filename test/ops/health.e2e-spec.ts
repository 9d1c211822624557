import { readFile } from 'node:fs/promises';
import { startTestApp, type TestApp } from '../test-app.js';

describe('what an operator looks at first', () => {
  let carillon: TestApp;
  let version: string;

  beforeAll(async () => {
    carillon = await startTestApp({ settings: { OUTBOX: 'on', INBOX_DEMO: 'on' } });
    ({ version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')));
  });

  afterAll(() => carillon.close());

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
        expect.arrayContaining(['/docs', '/inbox-demo', '/outbox', '/openapi.json', '/health/ready']),
      );
      for (const link of links) expect([link, (await get(link)).statusCode]).toEqual([link, 200]);
    });

    it('names only what its settings let it serve', async () => {
      const bare = await startTestApp({ settings: { DOCS: 'false', INBOX_DEMO: 'off' } });
      const { body } = await bare.anonymous.get('/');
      await bare.close();
      expect(body).toEqual({ name: 'Carillon', version, health: expect.anything() });
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
});
