import type { Types } from 'mongoose';
import { derivedId } from '../../platform/ids/derived-id.js';
import type { Event } from '../../events/event.schema.js';
import { contextKeys } from '../../contexts/trigger-context.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import { isCritical } from '../../workflows/is-critical.js';
import type { RunInput } from '../run-input.js';
import type { RunTopic } from '../../notifications/activity/run.schema.js';

/** The id of the run of an event for one recipient. */
export function runId(event: Pick<Event, '_id'>, subscriberId: Types.ObjectId): Types.ObjectId {
  return derivedId(event._id, subscriberId.toHexString());
}

/** The run of an event for one recipient before its first step: every step is pending. */
export function newRun(
  { event, workflow, subscriber, now, topics }: RunInput & { topics?: RunTopic[] },
  keepMs: number,
): Run {
  return {
    _id: runId(event, subscriber._id),
    environmentId: event.environmentId,
    organizationId: event.organizationId,
    eventId: event._id,
    transactionId: event.transactionId,
    subscriberId: subscriber._id,
    workflowId: workflow._id,
    workflowVersion: workflow.version,
    ...(workflow.release !== undefined && { workflowRelease: workflow.release }),
    status: 'running',
    steps: workflow.steps.map(({ _id, stepId, name, type }) => ({
      id: _id,
      stepId,
      name,
      type,
      status: 'pending',
      details: [],
    })),
    stepIndex: 0,
    ...(topics && topics.length > 0 && { topics }),
    tags: workflow.tags,
    severity: event.overrides?.severity ?? workflow.severity,
    critical: isCritical(workflow),
    contextKeys: contextKeys(event.context),
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + keepMs),
  };
}
