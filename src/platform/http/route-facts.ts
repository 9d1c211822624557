import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyRequest } from 'fastify';

/** What a request must carry to be let in: the key of the server, the token of an inbox session, or nothing. */
export type Credentials = 'key' | 'session' | 'none';

/** What decorators say of a route to the hooks of Fastify: those run before Nest's guards. */
interface RouteFacts {
  /** Default: `key`. */
  credentials?: Credentials;
  /** The body is needed as it was sent. */
  keepsRawBody?: true;
}

/** Adds to the facts of a handler, or of all handlers of a controller. */
export function RouteFact(fact: RouteFacts): MethodDecorator & ClassDecorator {
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const handlers = descriptor
      ? [descriptor.value as object]
      : handlersOf((target as { prototype: object }).prototype);
    for (const handler of handlers) {
      const known = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as RouteFacts | undefined;
      Reflect.defineMetadata(FASTIFY_ROUTE_CONFIG_METADATA, { ...fact, ...known }, handler);
    }
  };
}

function handlersOf(prototype: object): object[] {
  return Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) =>
    typeof value === 'function' ? [value as object] : [],
  );
}

/** The facts in the configuration of a route. */
export function factsIn(config: unknown): RouteFacts {
  return (config as RouteFacts | undefined) ?? {};
}

/** The facts of the route that a request has come to. */
export function factsOf({ routeOptions }: FastifyRequest): RouteFacts {
  return factsIn(routeOptions.config);
}
