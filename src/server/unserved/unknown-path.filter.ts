import { type ArgumentsHost, Catch, NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AnyExceptionFilter } from '../../platform/errors/exception.filter.js';
import { nearest } from '../../platform/values/nearest.js';
import type { Logger } from '../../platform/logging/logger.js';
import { unservedOperations } from './unserved-operations.js';

/** A route of the server, such as `GET /v1/topics/:topicKey`. */
interface Route {
  method: string;
  segments: readonly string[];
}

/** Collects the routes of a server. To be called before any are added. */
export function collectRoutes(fastify: FastifyInstance): readonly Route[] {
  const routes: Route[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (one !== 'HEAD' && one !== 'OPTIONS') routes.push({ method: one, segments: segmentsOf(url) });
  });
  return routes;
}

/**
 * Adds advice to the response to a request without a route: an alternative to an operation of the official clients that is
 * not supported, the methods of the path, or the path that was probably meant. The status is always 404, because official
 * clients retry after a 5xx for an hour.
 */
@Catch(NotFoundException)
export class UnknownPathFilter extends AnyExceptionFilter {
  constructor(
    logger: Logger,
    private readonly routes: readonly Route[],
  ) {
    super(logger);
  }

  override catch(exception: NotFoundException, host: ArgumentsHost): void {
    const { method, url } = host.switchToHttp().getRequest<FastifyRequest>();
    const isUnknownPath = exception.message === `Cannot ${method} ${url}`;
    const [path = ''] = url.split('?', 1);
    this.respond(isUnknownPath ? new NotFoundException(`${exception.message}. ${this.advice(path)}`) : exception, host);
  }

  private advice(path: string): string {
    const segments = segmentsOf(path);
    const methods = this.routes.filter((route) => matches(route.segments, segments)).map(({ method }) => method);
    if (methods.length > 0) return `This path takes ${[...new Set(methods)].join(', ')}`;
    const unserved = unservedOperations(segments);
    if (unserved) return `${unserved.group} are not served. ${unserved.alternative}`;
    const meant = this.nearestPath(segments);
    return `${meant === undefined ? '' : `Did you mean '${meant}'? `}GET / lists what is served`;
  }

  /** The path of a route that differs in the fewest segments: one of them misspelt, or some left out or added. */
  private nearestPath(segments: readonly string[]): string | undefined {
    let nearestOne: string | undefined;
    let fewest = MAX_SLIPS + 1;
    for (const { segments: own } of this.routes) {
      const slips = slipsBetween(own, segments);
      if (slips >= fewest) continue;
      fewest = slips;
      // Parameters stand where the request has them, if it has as many segments.
      const filled =
        own.length === segments.length ? own.map((part, at) => (isParameter(part) ? segments[at] : part)) : own;
      nearestOne = `/${filled.join('/')}`;
    }
    return nearestOne;
  }
}

/** A path with more wrong segments is another one. */
const MAX_SLIPS = 2;

/** How many segments of a path are misspelt, left out or added; Infinity when it has another end, or is not alike at all. */
function slipsBetween(own: readonly string[], segments: readonly string[]): number {
  if (Math.abs(own.length - segments.length) > MAX_SLIPS) return Infinity;
  if (own.length === segments.length) {
    const wrong = own.filter((part, at) => !isParameter(part) && part !== segments[at]);
    const isMisspelt = own.every((part, at) => isParameter(part) || isAlike(part, segments[at]!));
    return wrong.length === 1 && isMisspelt ? 1 : Infinity;
  }
  const [longer, shorter] = own.length > segments.length ? [own, segments] : [segments, own];
  let found = 0;
  for (const part of longer) if (part === shorter[found]) found++;
  return found === shorter.length && own.at(-1) === segments.at(-1) ? longer.length - shorter.length : Infinity;
}

function isAlike(part: string, segment: string): boolean {
  return part === segment || nearest(segment, [part]) !== undefined;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length && pattern.every((part, index) => isParameter(part) || part === segments[index])
  );
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':') || segment === '*';
}
