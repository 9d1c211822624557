import type { FastifyInstance } from 'fastify';

/** The routes that browsers call from pages of other origins. */
const FROM_ANYWHERE = /^\/v1\/(inbox|web-chat)(\/|\?|$)/;

/**
 * Any page may call them: a session token is sent in a header, never as a cookie, so that no other page can make a browser
 * send it.
 */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy, Retry-After',
};

/** What a page may send, as browsers ask before they do, and for how many seconds they may remember it: a day. */
const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Novu-API-Version, Novu-Application-Identifier, Novu-Client-Version',
  'Access-Control-Max-Age': '86400',
};

/**
 * Enables CORS for the routes of inbox widgets; all other routes stay closed to other origins, and pay nothing for it: with
 * `@fastify/cors`, which decides for each request again, a trigger costs a fiftieth more.
 */
export function enableCors(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ url, method }, reply, done) => {
    if (!FROM_ANYWHERE.test(url)) return done();
    void reply.headers(HEADERS);
    if (method !== 'OPTIONS') return done();
    return void reply.code(204).headers(PREFLIGHT_HEADERS).send();
  });
}
