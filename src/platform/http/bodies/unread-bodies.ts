import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The rest of a refused body that is read away, in bytes, so that its connection can be used again. */
const MAX_REST = 65_536;

/** How long the answer is there to be read by a client that goes on sending what nobody reads. */
const LINGER_MS = 1000;

/** Requests whose clients wait to be told to send the body (`Expect: 100-continue`). */
const WAITING = new WeakSet<IncomingMessage>();

/** Whether a body follows the head of a request. */
export function bringsBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Lets nobody send a body that is refused: who waits to be told to send it is answered at once, and the connection of one
 * that has begun and is too long to be read away is closed behind the answer.
 */
export function leaveRefusedBodies(fastify: FastifyInstance): void {
  const { server } = fastify;
  server.on('checkContinue', (request, response) => {
    WAITING.add(request);
    server.emit('request', request, response);
  });
  fastify.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (isLeft(raw)) {
      reply.header('Connection', 'close');
      lingerOnClose(raw.socket);
    }
    done(null, payload);
  });
}

/** Tells a client that waits for it to send the body, unless that is refused by its length or kind in any case. */
export function inviteBody({ raw, headers, routeOptions, server }: FastifyRequest, reply: FastifyReply): void {
  if (!WAITING.has(raw)) return;
  const [kind = ''] = (headers['content-type'] ?? '').split(';', 1);
  const isTooLong = Number(headers['content-length'] ?? 0) > (routeOptions.bodyLimit ?? Infinity);
  if (isTooLong || !server.hasContentTypeParser(kind.trim().toLowerCase())) return;
  WAITING.delete(raw);
  reply.raw.writeContinue();
}

/** Ends a connection, with a last text where there is one. What still comes is not read, but the text can be. */
export function endSlowly(socket: Socket, text?: string): void {
  if (text === undefined) socket.end();
  else socket.end(text);
  // Node begins to read away what is left of a body; megabytes of it would cost more than the answer.
  setImmediate(() => socket.pause());
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function isLeft(request: IncomingMessage): boolean {
  if (WAITING.has(request)) return true;
  // Undefined where a test has injected the request.
  const complete = (request.complete as boolean | undefined) ?? true;
  if (complete || !bringsBody(request)) return false;
  const length = request.headers['content-length'];
  return length === undefined || Number(length) > MAX_REST;
}

// Node closes a connection for good as soon as the last answer is written. With unread data that is a reset, which may
// overtake the answer.
function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => endSlowly(socket);
}
