import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hasLoopbackHost, isLoopback } from '../../auth/guests/page-access.js';
import type { Config } from '../../platform/config/config.js';

type MetricsConfig = Pick<Config, 'metricsPort' | 'metricsToken' | 'mongodbUri' | 'host'>;

/** Whether `/metrics` is served on the port of the API. */
export function servesMetricsOnMainPort({ metricsPort, metricsToken, mongodbUri, host }: MetricsConfig): boolean {
  if (metricsPort !== 0) return false;
  return metricsToken !== undefined || isLoopback(host ?? (mongodbUri === undefined ? '127.0.0.1' : '0.0.0.0'));
}

/**
 * Returns why a request may not read the metrics; undefined when it may. Without a token only requests to a name of this
 * machine may: another name could belong to a website that a browser here has open. `isOwnPort`: the port of the metrics
 * alone, which is only opened where it is meant to be read.
 */
export function metricsRefusal(
  request: Pick<FastifyRequest, 'headers' | 'hostname'>,
  { metricsToken }: Pick<Config, 'metricsToken'>,
  isOwnPort: boolean,
): string | undefined {
  if (metricsToken === undefined) {
    return isOwnPort || hasLoopbackHost(request)
      ? undefined
      : 'Metrics are read at 127.0.0.1 or localhost; elsewhere with METRICS_TOKEN, or at METRICS_PORT.';
  }
  const [given, expected] = [request.headers.authorization ?? '', `Bearer ${metricsToken}`].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return timingSafeEqual(given!, expected!) ? undefined : 'Metrics are read with METRICS_TOKEN as a bearer token.';
}
