import { traceIdOf } from '../platform/tracing/trace-context.js';
import type { Event } from './event.schema.js';

/** The ids in every log line about an event. */
export function logIdsOf({
  environmentId,
  transactionId,
  trace,
}: Pick<Event, 'environmentId' | 'transactionId' | 'trace'>) {
  return {
    environmentId: environmentId.toHexString(),
    transactionId,
    ...(trace && { traceId: traceIdOf(trace) }),
  };
}
