import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config/config.js';
import { isAskedAsLoopback, isLoopback, type PageAccess } from '../../page-access.js';

/**
 * How a request may read the outbox (behaviour OB4): without an API key, when it comes with the cookie (`open`) or would
 * have to (`locked`); or with a key alone.
 */
export type OutboxAccess = 'open' | 'locked' | 'key';

/** Without a key only on the embedded store, while this machine alone is listened to, and asked by a name of it. */
export function outboxAccess(
  request: Pick<FastifyRequest, 'headers' | 'hostname' | 'port'>,
  config: Pick<Config, 'mongodbUri' | 'host'>,
  access: Pick<PageAccess, 'has'>,
): OutboxAccess {
  if (!opensWithToken(config) || !isAskedAsLoopback(request)) return 'key';
  return access.has(request) ? 'open' : 'locked';
}

/** Whether the outbox of this installation can be read without an API key at all. */
export function opensWithToken({ mongodbUri, host }: Pick<Config, 'mongodbUri' | 'host'>): boolean {
  return mongodbUri === undefined && isLoopback(host ?? '127.0.0.1');
}
