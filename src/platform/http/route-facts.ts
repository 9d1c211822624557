import type { Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '../patches/nestjs.js';

/** The credentials a route requires: an API key, the token of an inbox session, or none. */
export type Credentials = 'key' | 'session' | 'none';

/** Refuses requests without credentials by what their address and headers say. */
export interface Admission {
  /** Throws unless the body is to be read. */
  admit(request: FastifyRequest): Promise<void>;
}

/** Facts about a route that decorators pass to Fastify's hooks, because the hooks run before Nest's guards. */
export interface RouteFacts {
  /** Default: `key`. */
  credentials?: Credentials;
  /** The permission that the caller must have. */
  requirement?: string;
  /** What its requests count as for rate limits. Default: a request. */
  limitedAs?: 'trigger' | 'bulk';
  /** The response is sent without the `data` envelope. */
  bare?: true;
  /** Official clients accept any id of a provider in the response. */
  openProviderIds?: true;
  /** Guests may use it, too: browsers that have opened an address that this machine has printed. */
  opensToGuests?: true;
  /** Of a route without credentials: what looks at the head of a request before its body is read. */
  admittedBy?: Type<Admission>;
  /** The handler needs the body as it was sent. */
  keepsRawBody?: true;
  /** The body may be of any content type. */
  takesAnyBody?: true;
  /** The handler reads the entries of lists in a large body itself, one after the other. */
  readsEntries?: true;
}

/** Adds facts to a handler, or to all handlers of a controller. */
export function RouteFact(fact: RouteFacts): MethodDecorator & ClassDecorator {
  return (target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const handlers = descriptor
      ? [descriptor.value as object]
      : handlersOf((target as { prototype: object }).prototype);
    for (const handler of handlers) {
      Reflect.defineMetadata(FASTIFY_ROUTE_CONFIG_METADATA, { ...fact, ...factsOfHandler(handler) }, handler);
    }
  };
}

function handlersOf(prototype: object): object[] {
  return Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) =>
    typeof value === 'function' ? [value as object] : [],
  );
}

/** The facts that a handler has so far; for decorators. */
export function factsOfHandler(handler: object): RouteFacts {
  return factsIn(Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler));
}

/** The facts in the configuration of a route. */
export function factsIn(config: unknown): RouteFacts {
  return (config as RouteFacts | undefined) ?? {};
}

/** The facts of the route of a request. */
export function factsOf({ routeOptions }: FastifyRequest): RouteFacts {
  return factsIn(routeOptions.config);
}
