import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KeyedSemaphore } from '../../scheduling/keyed-semaphore.js';

/** Bytes of a body from which on handling it takes milliseconds: checking, storing and answering it. */
const LARGE = 16_384;
/** Large requests of one caller that are handled at the same time. More of them would gain the caller nothing. */
const MOST = 8;

/**
 * Limits how many large requests with the same credentials are handled at the same time. Others of them wait, in their order,
 * so that requests of other callers wait for a few of them and not for all.
 */
export function limitLargeRequests(fastify: FastifyInstance): void {
  const slots = new KeyedSemaphore(MOST);
  // Bodies have arrived by then: a slow upload occupies no slot.
  fastify.addHook('preValidation', async (request, reply) => {
    const { authorization } = request.headers;
    if (authorization === undefined || !isLarge(request)) return;
    onEnd(reply.raw, await slots.take(authorization));
  });
}

/** Large bodies without credentials that are read and handled at the same time, of those for one address. */
const openBodies = new KeyedSemaphore(2);

/**
 * Resolves when a body that no credentials belong to may be read: a small one at once, larger ones two at a time for each
 * address, until their response is sent. What waits is not received.
 */
export async function turnOfOpenBody({ url, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (Number(headers['content-length']) < LARGE) return;
  const [path = ''] = url.split('?', 1);
  onEnd(reply.raw, await openBodies.take(path));
}

/** A body without a stated length may be large. */
function isLarge({ body, headers }: FastifyRequest): boolean {
  return body !== undefined && !(Number(headers['content-length']) < LARGE);
}

/** Also when the client disconnects, or has done so. */
function onEnd(response: ServerResponse, ended: () => void): void {
  if (response.closed) ended();
  else response.once('close', ended);
}
