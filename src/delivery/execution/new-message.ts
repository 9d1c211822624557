import type { Types } from 'mongoose';
import { derivedId } from '../../platform/ids/derived-id.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import type { Workflow, WorkflowStep } from '../../workflows/workflow.schema.js';
import type { MessageDraft } from './step-outcome.js';

/** Milliseconds for which messages are kept (behaviour N1). */
export interface MessageRetention {
  inAppMs: number;
  otherMs: number;
}

/** The id of what a step of a run delivers; `target` tells the targets of a step with several apart (behaviour D7). */
export function messageId(
  run: Pick<Run, '_id'>,
  step: Pick<WorkflowStep, '_id'>,
  target?: Types.ObjectId,
): Types.ObjectId {
  return derivedId(run._id, step._id.toHexString(), ...(target ? [target.toHexString()] : []));
}

export function newMessage(
  run: Run,
  step: WorkflowStep,
  draft: MessageDraft,
  workflow: Workflow,
  now: Date,
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
    tags: run.tags,
    severity: run.severity,
    contextKeys: run.contextKeys,
    seen: false,
    read: false,
    archived: false,
    deliveredAt: [now],
    createdAt: now,
    expiresAt: new Date(now.getTime() + keepMs),
  };
}
