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

  /** A path with the same number of segments that differs in a single, similar one. */
  private nearestPath(segments: readonly string[]): string | undefined {
    for (const { segments: own } of this.routes) {
      if (own.length !== segments.length || own.length === 0) continue;
      const slips = segments.filter((segment, index) => !isParameter(own[index]!) && segment !== own[index]);
      if (slips.length !== 1) continue;
      const at = segments.indexOf(slips[0]!);
      if (nearest(slips[0]!, [own[at]!]) !== undefined) return `/${segments.with(at, own[at]!).join('/')}`;
    }
    return undefined;
  }
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
