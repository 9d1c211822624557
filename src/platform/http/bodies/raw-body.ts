import type { FastifyRequest } from 'fastify';
import { factsOf, RouteFact } from '../route-facts.js';

const RAW_BODY = Symbol('carillon:raw-body');

type WithRawBody = FastifyRequest & { [RAW_BODY]?: string };

/**
 * The handler needs the request body as it was sent, because somebody has signed it. It also takes forms, and JSON that
 * calls itself plain text: whoever signs so does not ask in which form we would like it.
 */
export const KeepsRawBody = (): MethodDecorator => RouteFact({ keepsRawBody: true });

/** Whether {@link KeepsRawBody} stands on the handler. */
export function keepsRawBody(request: FastifyRequest): boolean {
  return factsOf(request).keepsRawBody === true;
}

/** Called by the parsers; keeps the text where {@link KeepsRawBody} stands on the handler. */
export function keepRawBody(request: FastifyRequest, body: string): void {
  if (keepsRawBody(request)) (request as WithRawBody)[RAW_BODY] = body;
}

/** The body as it was sent; empty when there was none. */
export function rawBodyOf(request: FastifyRequest): string {
  return (request as WithRawBody)[RAW_BODY] ?? '';
}
