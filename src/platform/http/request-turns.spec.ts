import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { fastify, type FastifyInstance } from 'fastify';
import { takeTurns } from './request-turns.js';

describe('requests of several environments', () => {
  let server: FastifyInstance;
  /** Ends the requests that are being handled, by their number. */
  let handled: Map<number, () => void>;
  /** Ends the patience with a request, in their order. */
  let timers: (() => void)[];
  let port: number;

  beforeEach(async () => {
    server = fastify();
    handled = new Map();
    timers = [];
    takeTurns(server, ({ headers }) => headers['x-environment'] as string | undefined, {
      setTimeout: ((work: () => void) => timers.push(work)) as unknown as typeof setTimeout,
      clearTimeout: () => undefined,
    });
    server.all<{ Params: { number: string } }>('/:number', ({ params }) => {
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
  const send = (number: number, environment: string | undefined, method = 'POST') => {
    const sent = request({ port, path: `/${number}`, method, agent: false });
    if (environment) sent.setHeader('x-environment', environment);
    if (method === 'POST') sent.setHeader('content-type', 'application/json');
    sent.on('response', (response) => response.resume()).on('error', () => undefined);
    sent.end(method === 'POST' ? '{}' : undefined);
    return () => sent.destroy();
  };
  const areHandled = async (...numbers: number[]) => {
    while (!numbers.every((number) => handled.has(number))) await setImmediate();
  };

  it('Z8: one that is alone has no limit', async () => {
    for (let number = 1; number <= 20; number++) send(number, 'a');
    await areHandled(...Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('Z8: several have four at a time each, in their order; requests without a body or an environment have no limit', async () => {
    send(0, 'b');
    await areHandled(0);
    for (let number = 1; number <= 6; number++) {
      send(number, 'a');
      await areHandled(Math.min(number, 4));
    }
    send(7, 'b');
    send(8, 'a', 'GET');
    send(9, undefined);
    await areHandled(7, 8, 9);
    expect(handled.size).toBe(8);
    handled.get(2)!();
    await areHandled(5);
    expect(handled.has(6)).toBe(false);
    handled.get(5)!();
    await areHandled(6);
  });

  it('Z8: a client that disconnects, and a request that takes long, make room', async () => {
    send(0, 'b');
    await areHandled(0);
    const disconnect = send(1, 'a');
    await areHandled(1);
    for (let number = 2; number <= 4; number++) {
      send(number, 'a');
      await areHandled(number);
    }
    send(5, 'a');
    disconnect();
    await areHandled(5);
    send(6, 'a');
    // Of the request 2.
    timers.at(1)!();
    await areHandled(6);
    // That it ends changes nothing any more.
    handled.get(2)!();
    send(7, 'a');
    send(8, 'b');
    await areHandled(8);
    expect(handled.has(7)).toBe(false);
  });
});
