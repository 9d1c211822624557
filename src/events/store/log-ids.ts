import type { Types } from 'mongoose';
import { traceIdOf } from '../../platform/tracing/trace-context.js';
import type { Event } from './event.schema.js';

type LoggedEvent = Pick<Event, 'environmentId' | 'transactionId' | 'trace'>;

/** The ids of a run that its event does not have. */
interface RunIds {
  _id: Types.ObjectId;
  subscriberId: Types.ObjectId;
}

/** The ids in every log line about an event; they write themselves as hexadecimal. */
export function logIdsOf({ environmentId, transactionId, trace }: LoggedEvent) {
  return {
    environmentId,
    transactionId,
    ...(trace && { traceId: traceIdOf(trace) }),
  };
}

/** The ids in every log line about a run of the event. */
export function logIdsOfRun(run: RunIds, event: LoggedEvent) {
  return { ...logIdsOf(event), subscriberId: run.subscriberId, runId: run._id };
}
