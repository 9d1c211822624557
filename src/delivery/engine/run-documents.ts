import type { Types } from 'mongoose';
import { contextKeys } from '../../contexts/trigger-context.js';
import type { Event } from '../../events/store/event.schema.js';
import type { Run, RunTopic } from '../../notifications/activity/run.schema.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import { later } from '../../platform/clock.js';
import { derivedId } from '../../platform/ids.js';
import { isSampled } from '../../platform/tracing/trace-context.js';
import { awaitedIn } from '../../workflows/steps/awaited.js';
import { isCritical, type Workflow, type WorkflowStep } from '../../workflows/workflow.schema.js';
import type { RunInput } from './run-input.js';
import type { MessageDraft } from './step-outcome.js';

/** The id of the run of an event for one recipient. */
export function runId(event: Pick<Event, '_id'>, subscriberId: Types.ObjectId): Types.ObjectId {
  return derivedId(event._id, subscriberId.toHexString());
}

/** The run of an event for one recipient before its first step, with all steps pending. */
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
    expiresAt: later(now, keepMs),
  };
}

/** Milliseconds for which messages are kept (behaviour N1). */
export interface MessageRetention {
  inAppMs: number;
  otherMs: number;
}

/** The id of the message of a step; `target` distinguishes several messages of one step (behaviour D7). */
export function messageId(
  run: Pick<Run, '_id'>,
  step: Pick<WorkflowStep, '_id'>,
  target?: Types.ObjectId,
): Types.ObjectId {
  return derivedId(run._id, step._id.toHexString(), ...(target ? [target.toHexString()] : []));
}

/**
 * Whether the run has not waited. Its in-app messages then have the time of their event, so that an inbox has the order of
 * acceptance, whichever process executes which run (behaviour A14); what takes long gets another time when it is stored.
 */
function isAtOnce({ createdAt }: Pick<Run, 'createdAt'>, now: Date): boolean {
  return createdAt.getTime() === now.getTime();
}

/** Whether a step of the workflow waits for what becomes of the messages of this one (behaviour CS72). */
function isAwaited({ steps }: Pick<Workflow, 'steps'>, { stepId }: Pick<WorkflowStep, 'stepId'>): boolean {
  return steps.some(
    ({ type, controlValues }) =>
      type === 'wait_until' && awaitedIn(controlValues.until).some((one) => 'status' in one && one.stepId === stepId),
  );
}

/** A message that a step of the run delivered. */
export function newMessage(
  run: Run,
  step: WorkflowStep,
  draft: Omit<MessageDraft, 'content'>,
  { event, workflow, now }: Pick<RunInput, 'event' | 'workflow' | 'now'>,
  { inAppMs, otherMs }: MessageRetention,
): Message {
  const keepMs = draft.channel === 'in_app' ? inAppMs : otherMs;
  return {
    environmentId: run.environmentId,
    organizationId: run.organizationId,
    subscriberId: run.subscriberId,
    runId: run._id,
    stepId: step.stepId,
    transactionId: run.transactionId,
    workflow: {
      id: workflow._id,
      identifier: workflow.workflowId,
      name: workflow.name,
      critical: run.critical,
      tags: workflow.tags,
      severity: workflow.severity,
    },
    ...draft,
    ...(event.trace && isSampled(event.trace) && { trace: event.trace }),
    tags: run.tags,
    severity: run.severity,
    contextKeys: run.contextKeys,
    ...(isAwaited(workflow, step) && { awaited: true as const }),
    seen: false,
    read: false,
    archived: false,
    deliveredAt: [now],
    createdAt: draft.channel === 'in_app' && isAtOnce(run, now) ? event.createdAt : now,
    expiresAt: later(now, keepMs),
  };
}
