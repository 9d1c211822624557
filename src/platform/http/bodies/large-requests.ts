import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { KeyedSlots } from '../../scheduling/keyed-slots.js';

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

/** Large bodies without credentials that are read and handled at the same time, of those for one address. */
const openBodies = new KeyedSlots(2);

/**
 * Resolves when a body that no credentials belong to may be read: a small one at once, larger ones two at a time for each
 * address, until their response is sent. What waits is not received.
 */
export async function turnOfOpenBody({ url, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (Number(headers['content-length']) < LARGE) return;
  const [path = ''] = url.split('?', 1);
  await new Promise<void>((begin) => {
    const handled = new Promise<void>((resolve) => onEnd(reply.raw, resolve));
    void openBodies.run(path, () => {
      begin();
      return handled;
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
