import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endInsteadOfDestroying, endSlowly } from '../../patches/node.js';

/** Bytes of a refused body that are read and discarded, so that its connection can be reused. */
const MAX_REST = 65_536;

/** Requests whose clients wait for permission to send the body (`Expect: 100-continue`). */
const WAITING = new WeakSet<IncomingMessage>();

/** Whether a request has a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Does not receive bodies of refused requests: a client that waits for permission to send gets the response immediately,
 * and if a client is already sending and the rest is too long to discard, its connection is closed after the response.
 */
export function skipRefusedBodies(fastify: FastifyInstance): void {
  const { server } = fastify;
  server.on('checkContinue', (request, response) => {
    WAITING.add(request);
    server.emit('request', request, response);
  });
  fastify.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (isLeft(raw)) {
      reply.header('Connection', 'close');
      endInsteadOfDestroying(raw.socket, () => endSlowly(raw.socket));
    }
    done(null, payload);
  });
}

/** Permits a waiting client to send the body, unless it will be refused for its length or content type anyway. */
export function sendContinue({ raw, headers, routeOptions, server }: FastifyRequest, reply: FastifyReply): void {
  if (!WAITING.has(raw)) return;
  const [kind = ''] = (headers['content-type'] ?? '').split(';', 1);
  const isTooLong = Number(headers['content-length'] ?? 0) > (routeOptions.bodyLimit ?? Infinity);
  if (isTooLong || !server.hasContentTypeParser(kind.trim().toLowerCase())) return;
  WAITING.delete(raw);
  reply.raw.writeContinue();
}

function isLeft(request: IncomingMessage): boolean {
  if (WAITING.has(request)) return true;
  // Undefined where a test has injected the request.
  const complete = (request.complete as boolean | undefined) ?? true;
  if (complete || !hasBody(request)) return false;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > MAX_REST;
}
