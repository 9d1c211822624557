import multipart from '@fastify/multipart';
import { HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.js';
import { factsIn, factsOf } from '../route-facts.js';

const LARGE_BODY_ROUTES =
  /^\/(v[12]\/workflows|v[12]\/layouts|v1\/blocks|v2\/translations|v2\/environments\/:environmentId\/definitions|v1\/subscribers\/bulk|v1\/suppressions\/import|v1\/assets)/;

/** These carry attachments in base64. */
const TRIGGER_ROUTES = /^\/(v1\/events\/|api\/notification)/;

/** Enough for requests without credentials: opening a session, a message to a bot. */
const OPEN_LIMIT_BYTES = 65_536;

/** Providers report up to a thousand deliveries at once. Anyone can post there, so the limit is only as high as needed. */
const REPORT_ROUTES = /^\/v2\/inbound-webhooks\/(delivery-providers|sms)\//;
const REPORT_LIMIT_BYTES = 2_097_152;

/**
 * Sets the body limit of each route: a large one for workflows, layouts, blocks, definitions, translations, pictures, bulk
 * subscribers and suppressions; a larger one for triggers and for notifications of the legacy API; the smallest one for routes without credentials; and
 * the default for all others.
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

/** The routes that take forms with files. */
const UPLOAD_ROUTES =
  /^\/(?:v2\/translations\/(?:(?:master-json\/)?upload|:resourceType\/:resourceId\/import)|v1\/suppressions\/import|v1\/assets)\/?$/;

/** Lets a few routes accept forms with files; all other routes refuse them as an unknown content type. */
export function acceptUploads(fastify: FastifyInstance): void {
  void fastify.register(multipart);
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    const isForm = request.headers['content-type']?.toLowerCase().startsWith('multipart/') === true;
    const isTaken = factsOf(request).takesAnyBody || UPLOAD_ROUTES.test(request.routeOptions.url ?? '');
    const refused = isForm && !isTaken;
    done(refused ? new HttpException('Unsupported Media Type', HttpStatus.UNSUPPORTED_MEDIA_TYPE) : null, payload);
  });
}
