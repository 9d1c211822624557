import type { FastifyInstance } from 'fastify';

const LARGE_BODY_ROUTES = /^\/(v1\/events\/|v[12]\/workflows|v[12]\/layouts|v1\/subscribers\/bulk|api\/notification)/;

/**
 * Trigger, workflow and layout routes, subscribers in bulk, and notifications of the legacy API take large bodies;
 * everything else keeps the small limit.
 */
export function allowLargeBodies(fastify: FastifyInstance, limitBytes: number): void {
  fastify.addHook('onRoute', (route) => {
    if (LARGE_BODY_ROUTES.test(route.url)) route.bodyLimit = limitBytes;
  });
}
