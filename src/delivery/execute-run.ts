import type { TemplateEngines } from '#libs/rendering/liquid-engine.js';
import { derivedId } from '../common/ids/derived-id.js';
import { contextKeys } from '../events/trigger-context.js';
import type { Run, RunStep } from '../notifications/activity/run.schema.js';
import type { Message } from '../notifications/messages/message.schema.js';
import { isCritical } from '../workflows/is-critical.js';
import type { Workflow, WorkflowStep } from '../workflows/workflow.schema.js';
import { type RunInput, templateScope } from './run-input.js';
import type { MessageContent, StepOutcome } from './step-outcome.js';
import { executeInAppStep } from './steps/in-app.step.js';

/** How long results are kept, in milliseconds (behaviour N1). */
export interface Retention {
  runMs: number;
  inAppMs: number;
}

/** What a run wants to have stored. */
export interface RunResult {
  run: Run;
  messages: Message[];
}

/**
 * Executes the workflow for one recipient: each step in order (behaviour P1), each with exactly one outcome and a
 * reason. It reads and writes nothing, and a run that is executed twice gives its results the same ids.
 */
export function executeRun(input: RunInput, engines: TemplateEngines, retention: Retention): RunResult {
  const scope = templateScope(input);
  const run = newRun(input, retention.runMs);
  const messages: Message[] = [];
  for (const step of input.workflow.steps) {
    const outcome = executeInAppStep(step, scope, engines, input.inAppActive);
    const message = outcome.content && newMessage(run, step, outcome.content, input.workflow, retention.inAppMs);
    if (message) messages.push(message);
    run.steps.push(toRunStep(step, outcome, message, input.now));
    // A step that failed does not stop the run (behaviour P5), but the run shows it.
    if (outcome.status === 'failed') run.status = 'failed';
  }
  return { run, messages };
}

function newRun({ event, workflow, subscriber, now }: RunInput, keepMs: number): Run {
  return {
    _id: derivedId(event._id, subscriber._id.toHexString()),
    environmentId: event.environmentId,
    organizationId: event.organizationId,
    eventId: event._id,
    transactionId: event.transactionId,
    subscriberId: subscriber._id,
    workflowId: workflow._id,
    workflowVersion: workflow.version,
    status: 'completed',
    steps: [],
    tags: workflow.tags,
    severity: event.overrides?.severity ?? workflow.severity,
    critical: isCritical(workflow),
    contextKeys: contextKeys(event.context),
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + keepMs),
  };
}

function newMessage(
  run: Run,
  step: WorkflowStep,
  content: MessageContent,
  workflow: Workflow,
  keepMs: number,
): Message {
  return {
    _id: derivedId(run._id, step._id.toHexString()),
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
    ...content,
    tags: run.tags,
    severity: run.severity,
    contextKeys: run.contextKeys,
    seen: false,
    read: false,
    archived: false,
    deliveredAt: [run.createdAt],
    createdAt: run.createdAt,
    expiresAt: new Date(run.createdAt.getTime() + keepMs),
  };
}

function toRunStep(step: WorkflowStep, outcome: StepOutcome, message: Message | undefined, at: Date): RunStep {
  return {
    id: step._id,
    stepId: step.stepId,
    name: step.name,
    type: step.type,
    status: outcome.status,
    reason: outcome.reason,
    ...(message && { messageId: message._id }),
    details: outcome.details.map((detail) => ({ at, ...detail })),
  };
}
