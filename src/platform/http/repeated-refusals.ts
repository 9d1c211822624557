import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSmallBody } from './bodies/unread-bodies.js';

/** Says how long the refusal of a request holds for the same request. */
export interface Repeatable {
  /** Whether the response would be the same now. */
  holds(): boolean;
  /** Is called each time that it is repeated. */
  repeated(): void;
}

interface StoredRefusal extends Repeatable {
  readonly headers: readonly (readonly [name: string, value: string | string[]])[];
  readonly status: number;
  readonly body: string;
}

/** Refusals that are kept; when there are more, all are forgotten and found again. */
const MAX_STORED = 1000;

const repeatable = new WeakMap<FastifyRequest, Repeatable>();

/** Repeats this refusal for the same request by the same credentials, while it holds. */
export function repeatRefusal(request: FastifyRequest, refusal: Repeatable): void {
  repeatable.set(request, refusal);
}

/**
 * Refuses requests whose refusal is known before the framework sees them: a client far above its limit would else take as
 * much processor time by being refused as others by being served.
 */
export function repeatRefusals(fastify: FastifyInstance): void {
  const { server } = fastify;
  const stored = new Map<string, StoredRefusal>();

  const refuse = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (stored.size === 0 || !server.listening) return false;
    const name = nameOf(request);
    const refusal = name === undefined ? undefined : stored.get(name);
    if (!refusal) return false;
    if (!refusal.holds()) {
      stored.delete(name!);
      return false;
    }
    refusal.repeated();
    for (const [header, value] of refusal.headers) response.setHeader(header, value);
    response.statusCode = refusal.status;
    response.end(refusal.body);
    return true;
  };

  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!refuse(request, response)) for (const listener of listeners) listener.call(server, request, response);
  });

  fastify.addHook('onSend', (request, reply, payload, done) => {
    const refusal = repeatable.get(request);
    const name = refusal && typeof payload === 'string' ? nameOf(request.raw) : undefined;
    if (name !== undefined) {
      if (stored.size >= MAX_STORED) stored.clear();
      const headers = Object.entries(reply.getHeaders()).map(([header, value]) => [header, valueOf(value)] as const);
      stored.set(name, { ...refusal!, headers, status: reply.statusCode, body: payload as string });
    }
    done(null, payload);
  });
}

/**
 * What makes two requests the same to a limit: the operation, and who sends it. Undefined for requests that are left to the
 * framework: those whose body cannot simply be discarded, and those that cookies may authenticate.
 */
function nameOf(request: IncomingMessage): string | undefined {
  const { authorization, cookie, expect } = request.headers;
  if (authorization === undefined || cookie !== undefined || expect !== undefined) return undefined;
  if (!isSmallBody(request)) return undefined;
  // Credentials are not kept as they are.
  return hash('sha256', `${request.method} ${request.url}\n${authorization}`);
}

function valueOf(value: number | string | string[] | undefined): string | string[] {
  return Array.isArray(value) ? value : String(value);
}
