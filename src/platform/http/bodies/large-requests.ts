import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallerSlots, onResponseEnd } from '../caller-slots.js';

/** Bytes of a body from which on handling it takes milliseconds: checking, storing and answering it. */
const LARGE = 16_384;
/** Large requests of one caller that are handled at the same time. More of them would gain the caller nothing. */
const MOST = 8;

/**
 * Limits how many large requests with the same credentials are handled at the same time. Others of them wait, in their order,
 * so that requests of other callers wait for a few of them and not for all.
 */
export function limitLargeRequests(fastify: FastifyInstance): void {
  const slots = new CallerSlots(MOST);
  // Bodies have arrived by then: a slow upload occupies no slot.
  fastify.addHook('preValidation', async (request, reply) => {
    const { authorization } = request.headers;
    if (authorization === undefined || !isLarge(request)) return;
    await slots.begin(authorization);
    onResponseEnd(reply.raw, () => slots.end(authorization));
  });
}

/** A body without a stated length may be large. */
function isLarge({ body, headers }: FastifyRequest): boolean {
  return body !== undefined && !(Number(headers['content-length']) < LARGE);
}
