import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RecentEnvironments } from '../recent-environments.js';
import { CallerSlots, onResponseEnd } from './caller-slots.js';

/** Requests of one environment that are handled at the same time while others send some, too. */
const MOST = 4;
/** Milliseconds after which a request is no longer counted: what it waits for is not this process. */
const PATIENCE_MS = 100;

/**
 * Environments take turns with their requests: while several of them send some, each has a few handled at the same time, and
 * the others of it wait, in their order. An environment that sends as many as it can then holds up another one for a few
 * requests, and not for all. An environment that is alone has no limit.
 *
 * `environmentOf` returns the environment of an authenticated request; requests without one are not limited. Those without
 * a body only read, or wait for something.
 */
export function takeTurns(
  fastify: FastifyInstance,
  environmentOf: (request: FastifyRequest) => string | undefined,
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
): void {
  const recent = new RecentEnvironments();
  const slots = new CallerSlots(MOST);
  fastify.addHook('preValidation', async (request, reply) => {
    const environment = request.body === undefined ? undefined : environmentOf(request);
    if (environment === undefined) return;
    recent.add(environment);
    if (!recent.areSeveral) return;
    await slots.begin(environment);
    let isCounted = true;
    const end = () => {
      timers.clearTimeout(timer);
      if (isCounted) slots.end(environment);
      isCounted = false;
    };
    const timer = timers.setTimeout(end, PATIENCE_MS);
    onResponseEnd(reply.raw, end);
  });
}
