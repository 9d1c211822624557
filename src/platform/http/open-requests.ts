import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const OPEN = new WeakMap<FastifyInstance['server'], Set<ServerResponse>>();

/** Counts the requests of a server whose response is not complete. When the server closes, it waits for these alone. */
export function countOpenRequests(fastify: FastifyInstance): void {
  const open = new Set<ServerResponse>();
  OPEN.set(fastify.server, open);
  fastify.addHook('onRequest', (_request, { raw }, done) => {
    open.add(raw);
    // Also fires when the client disconnects.
    raw.once('close', () => open.delete(raw));
    done();
  });
  endOtherConnections(fastify, open);
}

/** How many requests a server is handling now. */
export function openRequests({ server }: Pick<FastifyInstance, 'server'>): number {
  return OPEN.get(server)?.size ?? 0;
}

/**
 * Ends connections without an open request when the server closes. Node would wait for those that have had no request, which
 * browsers open in advance, and for those that become idle while it closes, until their client ends them.
 */
function endOtherConnections(fastify: FastifyInstance, open: ReadonlySet<ServerResponse>): void {
  const { server } = fastify;
  const silent = new Set<Socket>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    if (isClosing) {
      socket.destroy();
      return;
    }
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  fastify.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
    for (const response of open) response.once('close', () => server.closeIdleConnections());
    done();
  });
}
