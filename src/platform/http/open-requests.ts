import type { FastifyInstance } from 'fastify';

const COUNTS = new WeakMap<FastifyInstance['server'], Set<object>>();

/** Counts the requests of a server whose response is not complete. */
export function countOpenRequests(fastify: FastifyInstance): void {
  const open = new Set<object>();
  COUNTS.set(fastify.server, open);
  fastify.addHook('onRequest', (request, reply, done) => {
    open.add(request.raw);
    // Also fires when the client disconnects.
    reply.raw.once('close', () => open.delete(request.raw));
    done();
  });
}

/** How many requests a server is handling now. */
export function openRequests({ server }: Pick<FastifyInstance, 'server'>): number {
  return COUNTS.get(server)?.size ?? 0;
}
