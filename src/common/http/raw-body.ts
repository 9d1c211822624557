import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

const RAW_BODY = Symbol('carillon:raw-body');

type WithRawBody = FastifyRequest & { [RAW_BODY]?: string };

/** The handler needs the request body as it was sent, because somebody has signed it. */
export const KeepsRawBody = (): MethodDecorator => RouteConfig({ keepsRawBody: true });

/** Called by the JSON parser; keeps the text where {@link KeepsRawBody} stands on the handler. */
export function keepRawBody(request: FastifyRequest, body: string): void {
  const config = request.routeOptions.config as { keepsRawBody?: boolean } | undefined;
  if (config?.keepsRawBody === true) (request as WithRawBody)[RAW_BODY] = body;
}

/** The body as it was sent; empty when there was none. */
export function rawBodyOf(request: FastifyRequest): string {
  return (request as WithRawBody)[RAW_BODY] ?? '';
}
