import { fastifyCors, type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.js';

/** The routes that browsers call from the pages of others. */
const FROM_ANYWHERE = /^\/v1\/inbox(\/|\?|$)/;

const SECONDS_A_DAY = 86_400;

/**
 * Any page may call them: a session token is sent as a header, never as a cookie, so that no other page can make a
 * browser send it along.
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
  maxAge: SECONDS_A_DAY,
  strictPreflight: false,
};

const CLOSED: FastifyCorsOptions = { origin: false };

/** Answers browsers that ask whether a page may call the routes of inbox widgets; all other routes stay closed. */
export function openToBrowsers(fastify: FastifyInstance): void {
  void fastify.register(fastifyCors, {
    delegator: ({ url }: FastifyRequest, decide: (error: Error | null, options: FastifyCorsOptions) => void) =>
      decide(null, FROM_ANYWHERE.test(url) ? OPEN : CLOSED),
  });
}

/** Where workflows, steps and layouts come from: made through the API or the console. */
export const ORIGIN = 'service-cloud';

/** The spelling of {@link ORIGIN} that the official Novu clients know; they refuse the whole answer otherwise. */
export const CLIENT_ORIGIN = 'novu-cloud';

/** The whole address of a path of the API, as people and providers reach it. */
export function publicAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>, path: string): string {
  return `${publicUrl ?? `http://localhost:${port}`}${path}`;
}
