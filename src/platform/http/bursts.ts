import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestTurns } from '../scheduling/request-turns.js';

/** Requests begin in turns of their credentials; those without credentials in turns of their route. */
export function takeTurns(fastify: FastifyInstance): void {
  const turns = new RequestTurns();
  fastify.server.on('connection', () => turns.accepted());
  fastify.addHook('onRequest', (request, _reply, done) => {
    turns.take(callerOf(request), () => isGone(request), done);
  });
}

function isGone({ raw: { socket } }: FastifyRequest): boolean {
  return socket.destroyed || socket.readableEnded;
}

function callerOf({ raw, routeOptions }: FastifyRequest): string {
  return raw.headers.authorization ?? raw.headers.cookie ?? routeOptions.url ?? '';
}
