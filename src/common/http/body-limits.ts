import type { FastifyInstance } from 'fastify';

const LARGE_BODY_ROUTES =
  /^\/(v1\/events\/|v[12]\/workflows|v[12]\/layouts|v2\/translations|v2\/environments\/:environmentId\/definitions|v1\/subscribers\/bulk|api\/notification)/;

/** Providers report up to a thousand deliveries at once. Anybody can post there, so that it is no more than they need. */
const REPORT_ROUTES = /^\/v2\/inbound-webhooks\/delivery-providers\//;
const REPORT_LIMIT_BYTES = 2_097_152;

/**
 * Routes of triggers, workflows, layouts, definitions and translations, subscribers in bulk, and notifications of the
 * legacy API take large bodies; everything else keeps the small limit.
 */
export function allowLargeBodies(fastify: FastifyInstance, limitBytes: number): void {
  fastify.addHook('onRoute', (route) => {
    if (LARGE_BODY_ROUTES.test(route.url)) route.bodyLimit = limitBytes;
    if (REPORT_ROUTES.test(route.url)) route.bodyLimit = REPORT_LIMIT_BYTES;
  });
}
