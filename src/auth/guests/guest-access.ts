import type { FastifyRequest } from 'fastify';
import { autoOnEmbedded, type Config } from '../../platform/config/config.js';
import { hasLoopbackHost, isLoopback, type PageAccess } from './page-access.js';

/**
 * What a browser may see without signing in. `open`: it has the cookie of the printed address. `closed`: it has not.
 * `off`: nobody sees it that way here.
 */
export type GuestAccess = 'open' | 'closed' | 'off';

/** The part of a request that says whose browser sends it. */
export type GuestRequest = Pick<FastifyRequest, 'headers' | 'hostname' | 'port'>;

/**
 * Returns who may read the outbox without signing in (behaviour OB4). `off` unless there is an outbox, the store is
 * embedded, the server listens on a loopback address alone, and the request names such a host.
 */
export function outboxAccess(
  request: GuestRequest,
  config: Pick<Config, 'mongodbUri' | 'host' | 'outbox'>,
  access: Pick<PageAccess, 'has'>,
): GuestAccess {
  if (!opensWithToken(config) || !autoOnEmbedded(config.outbox, config) || !hasLoopbackHost(request)) return 'off';
  return access.has(request) ? 'open' : 'closed';
}

/** Returns whether the outbox of this installation can be read without signing in at all. */
export function opensWithToken({ mongodbUri, host }: Pick<Config, 'mongodbUri' | 'host'>): boolean {
  return mongodbUri === undefined && isLoopback(host ?? '127.0.0.1');
}

/** Returns whether this process serves the inbox demo (`INBOX_DEMO`). */
export function servesInboxDemo(config: Pick<Config, 'inboxDemo' | 'mongodbUri'>): boolean {
  return autoOnEmbedded(config.inboxDemo, config);
}
