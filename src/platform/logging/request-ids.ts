import type { FastifyRequest } from 'fastify';
import type { Key } from '../ids.js';

/** Ids in the log lines about a request. */
interface RequestIds {
  environmentId: Key;
  subscriberId?: Key;
}

const IDS = new WeakMap<object, RequestIds>();

/** Sets the ids in the log lines about a request. */
export function nameInLog(request: FastifyRequest, ids: RequestIds): void {
  IDS.set(request, ids);
}

/** Undefined for a request that no environment was found for. */
export function idsInLog(request: FastifyRequest): RequestIds | undefined {
  return IDS.get(request);
}
