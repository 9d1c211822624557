import type { FastifyInstance } from 'fastify';

const COUNTS = new WeakMap<FastifyInstance['server'], Set<object>>();

/** Counts the requests of a server that have not been answered completely. */
export function countOpenRequests(fastify: FastifyInstance): void {
  const open = new Set<object>();
  COUNTS.set(fastify.server, open);
  fastify.addHook('onRequest', (request, reply, done) => {
    open.add(request.raw);
    // Also when whoever has asked is gone.
    reply.raw.once('close', () => open.delete(request.raw));
    done();
  });
}

/** How many requests a server is answering now. */
export function openRequests({ server }: Pick<FastifyInstance, 'server'>): number {
  return COUNTS.get(server)?.size ?? 0;
}
