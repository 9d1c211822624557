import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { limitLargeRequests } from './large-requests.js';

const LARGE = JSON.stringify({ text: 'x'.repeat(20_000) });
const SMALL = JSON.stringify({ text: 'x' });

describe('large requests', () => {
  let server: FastifyInstance;
  /** Ends the requests that are being handled, by their number. */
  let handled: Map<number, () => void>;
  let port: number;

  beforeEach(async () => {
    server = fastify();
    handled = new Map();
    limitLargeRequests(server);
    server.post<{ Params: { number: string } }>('/:number', ({ params }) => {
      return new Promise((resolve) => handled.set(Number(params.number), () => resolve({})));
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = server.server.address() as AddressInfo);
  });

  afterEach(async () => {
    server.server.closeAllConnections();
    await server.close();
  });

  /** Sends a request; returns how to disconnect. */
  const send = (number: number, authorization: string, body = LARGE) => {
    const sent = request({ port, path: `/${number}`, method: 'POST', agent: false });
    sent.setHeader('content-type', 'application/json');
    sent.setHeader('content-length', Buffer.byteLength(body));
    sent.setHeader('authorization', authorization);
    sent.on('response', (response) => response.resume()).on('error', () => undefined);
    sent.end(body);
    return () => sent.destroy();
  };
  const areHandled = async (...numbers: number[]) => {
    while (!numbers.every((number) => handled.has(number))) await setImmediate();
  };

  it('of one caller are handled eight at a time, in their order, and hold up nobody else', async () => {
    for (let number = 1; number <= 10; number++) {
      send(number, 'ApiKey a');
      await areHandled(Math.min(number, 8));
    }
    send(11, 'ApiKey b');
    send(12, 'ApiKey a', SMALL);
    await areHandled(11, 12);
    expect(handled.size).toBe(10);

    handled.get(3)!();
    await areHandled(9);
    expect(handled.size).toBe(11);
    handled.get(9)!();
    await areHandled(10);
  });

  it('whose client disconnects make room, also those that wait', async () => {
    const disconnects = Array.from({ length: 8 }, (_, index) => send(index + 1, 'ApiKey a'));
    await areHandled(1, 2, 3, 4, 5, 6, 7, 8);
    const waiting = send(9, 'ApiKey a');
    send(10, 'ApiKey a', SMALL);
    await areHandled(10);
    waiting();
    for (const disconnect of disconnects) disconnect();
    for (let number = 11; number <= 18; number++) send(number, 'ApiKey a');
    await areHandled(11, 12, 13, 14, 15, 16, 17, 18);
  });
});
