import { fastifyCors, type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The routes that browsers call from pages of other origins. */
const FROM_ANYWHERE = /^\/v1\/(inbox|web-chat)(\/|\?|$)/;

const SECONDS_A_DAY = 86_400;

/**
 * Any page may call them: a session token is sent in a header, never as a cookie, so that no other page can make a browser
 * send it.
 */
const OPEN: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Novu-API-Version',
    'Novu-Application-Identifier',
    'Novu-Client-Version',
  ],
  exposedHeaders: ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy', 'Retry-After'],
  maxAge: SECONDS_A_DAY,
  strictPreflight: false,
};

const CLOSED: FastifyCorsOptions = { origin: false };

/** Enables CORS for the routes of inbox widgets; all other routes stay closed to other origins. */
export function enableCors(fastify: FastifyInstance): void {
  void fastify.register(fastifyCors, {
    delegator: ({ url }: FastifyRequest, decide: (error: Error | null, options: FastifyCorsOptions) => void) =>
      decide(null, FROM_ANYWHERE.test(url) ? OPEN : CLOSED),
  });
}
