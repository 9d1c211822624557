import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bytes of a body from which on handling it takes milliseconds: checking, storing and answering it. */
const LARGE = 16_384;
/** Large requests of one caller that are handled at the same time. More of them would gain the caller nothing. */
const MOST = 8;

/** The large requests of one caller. */
interface Caller {
  handled: number;
  waiting: (() => void)[];
}

/**
 * Limits how many large requests with the same credentials are handled at the same time. Others of them wait, in their order,
 * so that requests of other callers wait for a few of them and not for all.
 */
export function limitLargeRequests(fastify: FastifyInstance): void {
  const callers = new Map<string, Caller>();
  // Bodies have arrived by then: a slow upload occupies no slot.
  fastify.addHook('preValidation', async (request, reply) => {
    const { authorization } = request.headers;
    if (authorization === undefined || !isLarge(request)) return;
    const caller = callers.get(authorization) ?? { handled: 0, waiting: [] };
    callers.set(authorization, caller);
    if (caller.handled < MOST) caller.handled += 1;
    else await new Promise<void>((begin) => caller.waiting.push(begin));
    onEnd(reply.raw, () => {
      const next = caller.waiting.shift();
      if (next) next();
      else if (--caller.handled === 0) callers.delete(authorization);
    });
  });
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
