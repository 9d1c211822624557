import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { countOpenRequests, openRequests } from './open-requests.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('a server that closes', () => {
  let server: FastifyInstance;
  let respond: (text: string) => void;
  let client: Socket;

  beforeEach(async () => {
    server = fastify();
    countOpenRequests(server);
    server.get('/', () => new Promise<string>((resolve) => (respond = resolve)));
    await server.listen({ port: 0, host: '127.0.0.1' });
    const accepted = once(server.server, 'connection');
    client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    await accepted;
  });

  afterEach(() => client.destroy());

  it.each([
    ['nothing', ''],
    ['half a request', 'GET / HT'],
  ])(
    'ends a connection on which it has read %s',
    async (_, text) => {
      client.write(text);
      await Promise.all([server.close(), once(client.resume(), 'close')]);
    },
    5000,
  );

  it('completes a request that it has begun, and ends its connection', async () => {
    const begun = once(server.server, 'request');
    client.write(REQUEST);
    await begun;
    expect(openRequests(server)).toBe(1);
    const closed = server.close();
    while (server.server.listening) await setImmediate();
    respond('done');
    const [text] = await once(client, 'data');
    expect(String(text)).toMatch(/200 OK[^]*done$/);
    await closed;
    expect(openRequests(server)).toBe(0);
  }, 5000);
});
