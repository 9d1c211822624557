import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api } from './api.js';

/** A response of the server: status, headers and body; or the end of the connection. */
type Answer = [status: number, headers: Record<string, string>, body: unknown] | 'hang up';

const REFUSED = { statusCode: 409, message: 'It exists', errors: { key: { messages: ['key is taken'] } } };

describe('calls of the importer', () => {
  let server: Server;
  let answers: Answer[];
  let received: IncomingMessage[];
  let waits: number[];
  let open: number;
  let mostOpen: number;

  beforeEach(async () => {
    [answers, received, waits, open, mostOpen] = [[], [], [], 0, 0];
    server = createServer((request, response) => {
      received.push(request);
      open++;
      mostOpen = Math.max(mostOpen, open);
      const answer = answers.shift() ?? [200, {}, { data: 'fine' }];
      setImmediate(() => {
        open--;
        if (answer === 'hang up') return void request.socket.destroy();
        const [status, headers, body] = answer;
        response.writeHead(status, headers);
        response.end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const api = (concurrency = 8) =>
    new Api(
      { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'key-1' },
      { concurrency, wait: (ms) => Promise.resolve(waits.push(ms)) },
    );

  it.each(['12345678901234567890', '1e400', '1e-400'])(
    'WR4: refuse a response with the number %s, which JavaScript would change',
    async (number) => {
      answers = [[200, {}, `{"data":{"orders":[{"id":${number}}]}}`]];
      const problem = `/v1/tenants: the number at data.orders.0.id is ${number}, which would be changed`;
      await expect(api().find('/v1/tenants')).rejects.toThrow(problem);
      expect(received).toHaveLength(1);
    },
  );

  it('wait as long as a 429 says, and repeat a write under the same Idempotency-Key', async () => {
    answers = [
      [429, { 'retry-after': '7' }, {}],
      [503, { 'retry-after-ms': '250' }, {}],
      [409, { 'retry-after': '1' }, {}],
    ];
    const calls = api();
    expect(await calls.write('POST', '/v2/topics', { key: 'orders' })).toBe('fine');
    expect(waits).toEqual([7000, 250, 1000]);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(received).toHaveLength(4);
    expect(calls.writes).toBe(1);
  });

  it('are repeated after 5xx, 408 and a broken connection, with growing waits', async () => {
    answers = [[500, {}, 'oops'], 'hang up', [408, {}, {}], [502, {}, '<html>']];
    expect(await api().find('/v2/topics/a')).toBe('fine');
    expect(waits).toHaveLength(4);
    expect(waits[3]).toBeGreaterThan(waits[0] ?? 0);
  });

  it('give up after eight attempts', async () => {
    answers = Array.from({ length: 8 }, (): Answer => [500, {}, { message: 'Broken' }]);
    await expect(api().find('/v1/tenants')).rejects.toThrow(/\/v1\/tenants failed with status 500: Broken/);
    expect(received).toHaveLength(8);
  });

  it('fail at once, with the message of the server, when it refuses them', async () => {
    answers = [[409, {}, REFUSED]];
    await expect(api().write('POST', '/v2/topics', {})).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('It exists; key is taken'),
    });
    expect(received).toHaveLength(1);
  });

  it('return undefined for a 404, and take only the envelope off', async () => {
    answers = [
      [404, {}, { message: 'No' }],
      [200, {}, { data: [1], next: null }],
      [204, {}, ''],
    ];
    const calls = api();
    expect(await calls.find('/v2/contexts')).toBeUndefined();
    expect(await calls.find('/v2/contexts')).toEqual({ data: [1], next: null });
    expect(await calls.write('DELETE', '/v2/contexts/a/b')).toBeUndefined();
  });

  it('do not follow a redirect with the key, and never name it in an error', async () => {
    answers = Array.from({ length: 8 }, (): Answer => [302, { location: 'http://127.0.0.1:1/' }, '']);
    const error: unknown = await api()
      .find('/v1/environments/me')
      .catch((one: unknown) => one);
    expect(String(error)).toContain('cannot be reached');
    expect(String(error)).not.toContain('key-1');
  });

  it('wait while too many run at the same time', async () => {
    const calls = api(3);
    await Promise.all(Array.from({ length: 20 }, (_, index) => calls.find(`/v2/topics/${index}`)));
    expect(received).toHaveLength(20);
    expect(mostOpen).toBeLessThanOrEqual(3);
  });
});
