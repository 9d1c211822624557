import type { FastifyInstance } from 'fastify';

const LARGE_BODY_ROUTES =
  /^\/(v1\/events\/|v[12]\/workflows|v[12]\/layouts|v2\/translations|v2\/environments\/:environmentId\/definitions|v1\/subscribers\/bulk)/;

/** Routes of triggers, workflows, layouts, definitions and translations, and subscribers in bulk, take large bodies; everything else keeps the small limit. */
export function allowLargeBodies(fastify: FastifyInstance, limitBytes: number): void {
  fastify.addHook('onRoute', (route) => {
    if (LARGE_BODY_ROUTES.test(route.url)) route.bodyLimit = limitBytes;
  });
}
