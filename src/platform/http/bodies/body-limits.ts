import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.js';
import { factsIn } from '../route-facts.js';

const LARGE_BODY_ROUTES =
  /^\/(v[12]\/workflows|v[12]\/layouts|v2\/translations|v2\/environments\/:environmentId\/definitions|v1\/subscribers\/bulk)/;

/** Attachments come with these, in base64. */
const TRIGGER_ROUTES = /^\/(v1\/events\/|api\/notification)/;

/** Enough for what comes without credentials: the opening of a session, a message to a bot. */
const OPEN_LIMIT_BYTES = 65_536;

/** Providers report up to a thousand deliveries at once. Anybody can post there, so that it is no more than they need. */
const REPORT_ROUTES = /^\/v2\/inbound-webhooks\/delivery-providers\//;
const REPORT_LIMIT_BYTES = 2_097_152;

/**
 * Routes of workflows, layouts, definitions and translations, and subscribers in bulk take large bodies; those of triggers
 * and of notifications of the legacy API larger ones; everything else keeps the small limit, and what is open to all takes
 * the smallest.
 */
export function allowLargeBodies(
  fastify: FastifyInstance,
  {
    bodyLimitBytes,
    largeBodyLimitBytes,
    triggerBodyLimitBytes,
  }: Pick<Config, 'bodyLimitBytes' | 'largeBodyLimitBytes' | 'triggerBodyLimitBytes'>,
): void {
  fastify.addHook('onRoute', (route) => {
    if (LARGE_BODY_ROUTES.test(route.url)) route.bodyLimit = largeBodyLimitBytes;
    if (TRIGGER_ROUTES.test(route.url)) route.bodyLimit = triggerBodyLimitBytes;
    if (factsIn(route.config).credentials === 'none') route.bodyLimit = Math.min(bodyLimitBytes, OPEN_LIMIT_BYTES);
    if (REPORT_ROUTES.test(route.url)) route.bodyLimit = REPORT_LIMIT_BYTES;
  });
}
