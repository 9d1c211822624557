import { mongo } from 'mongoose';
import { ContentError } from '#libs/rendering/in-app/content-error.js';
import type { Run, RunStep } from '../../notifications/activity/run.schema.js';
import {
  type Closed,
  closedAs,
  enter,
  stateOf,
  type Waiting,
  waitingFor,
} from '../../notifications/activity/run-state.js';
import type { NewContent } from '../../notifications/activity/content/message-contents.service.js';
import type { StepReason } from '../../notifications/activity/step-reasons.js';
import type { Message } from '../../notifications/messages/message.schema.js';
import { later } from '../../platform/clock.js';
import { markFailed, type SpanOptions } from '../../platform/tracing/tracing.js';
import { STEP_KINDS } from '../../workflows/steps/step-kinds.js';
import { asksApplication, isInCode, type WorkflowStep } from '../../workflows/workflow.schema.js';
import { withoutSecrets } from './rendering/secrets.js';
import { type RunScope, stepData } from './run-input.js';
import { defaultResult, readableResults, type Results, storedResults } from './run-results.js';
import { executeBridgeStep } from './steps/bridge.step.js';
import { issuesOf, missingVariables, unknownZone } from './steps/controls.js';
import { STEP_EXECUTORS } from './steps/step-executors.js';
import type { StepContext, StepServices } from './steps/step.js';
import { type MessageRetention, newMessage } from './run-documents.js';
import { stillReleased } from './quiet-hours.js';
import { gateOf } from './step-gate.js';
import { failed, skipped, type StepOutcome } from './step-outcome.js';
import { expiryOf, isExpired, timely, timingAfter, tooLate } from './steps/expiry.js';

/** How long runs and messages are kept, in milliseconds (behaviour N1, N2). */
export interface Retention extends MessageRetention {
  runMs: number;
}

/** What is to be stored with a run. */
export interface RunResult {
  messages: Message[];
  /** What was sent, where the environment keeps it. */
  contents: NewContent[];
}

/**
 * Executes a run from its current step until it ends or waits: the steps in order (behaviour P1), each with exactly one
 * outcome and a reason. Changes the run in memory and stores nothing. All side effects go through `services.effects`; a run
 * that is executed twice repeats them under the same ids.
 *
 * Returns what to store. Throws only when the database fails: then the run must be executed again.
 */
export async function executeRun(
  run: Run,
  scope: RunScope,
  services: StepServices,
  retention: Retention,
): Promise<RunResult> {
  const messages: Message[] = [];
  const contents: NewContent[] = [];
  const results = run.stepIndex === 0 ? {} : await readableResults(run, scope, services.effects);
  let merged: Closed | undefined;
  run.updatedAt = scope.now;
  run.workflowVersion = scope.workflow.version;
  const asks = asksApplication(scope.workflow);
  while (run.stepIndex < run.steps.length) {
    const record = run.steps[run.stepIndex]!;
    const step = scope.workflow.steps.find(({ _id }) => _id.equals(record.id));
    const outcome = step
      ? withoutSecrets(await executeStep({ run, step, scope, results }, services), scope.env.secret)
      : removed();
    noteOutcome(record, outcome, scope.now);
    if (step) {
      for (const { content, ...draft } of outcome.messages ?? []) {
        const message = newMessage(run, step, draft, scope, retention);
        messages.push(message);
        if (content) contents.push({ message, content });
      }
      const result = outcome.result ?? defaultResult(record, scope);
      if (result) results[record.stepId] = result;
    }
    if (outcome.keepUntil) run.expiresAt = later(outcome.keepUntil, retention.runMs);
    if (outcome.wait) {
      suspend(run, waitingFor(stillReleased(outcome.wait, run.wait), run, outcome.digest), results, retention);
      return { messages, contents };
    }
    if (outcome.status === 'merged') merged = closedAs('merged', outcome);
    else if (outcome.digest) run.digested = { ...run.digested, [record.stepId]: outcome.digest.window };
    const due = run.wait?.ended?.at ?? run.wait?.until;
    if (step) run.timing = timingAfter(run.timing, { type: step.type, due, newest: outcome.newest });
    if (!run.timing) delete run.timing;
    const isReplay = run.replays !== undefined;
    nextStep(run);
    if (isReplay) continue;
    const stop = outcome.stop ?? stopOnFailure(step, outcome);
    if (stop) endSteps(run, stop.status, stop.reason, scope.now);
    if (asks && outcome.messages && run.stepIndex < run.steps.length) {
      // Behaviour CF5: what a step in code has sent is stored before the application is asked for the next one, since the
      // process may die while the application responds.
      suspend(run, { kind: 'waiting', for: 'application', until: scope.now }, results, retention);
      return { messages, contents };
    }
  }
  if (asks && run.steps.some(({ reason }) => reason === 'send_failed')) {
    // When a message of a step in code is sent again, the application is asked again, with the results of the earlier steps.
    if (!run.replayedFrom) run.results = storedResults(run, results);
  } else delete run.results;
  enter(run, { ...(merged ?? closedAs(statusOf(run.steps))), results: run.results });
  // The retention starts at the end of the last wait (behaviour N2); a merged run is kept until its digest is sent.
  if (!merged) run.expiresAt = later(scope.now, retention.runMs);
  return { messages, contents };
}

/** Goes on to the next step, or to the next one whose messages are sent again: other steps are not executed then. */
function nextStep(run: Run): void {
  const [, ...replays] = run.replays ?? [];
  run.stepIndex = run.replays ? (replays[0]?.step ?? run.steps.length) : run.stepIndex + 1;
  const state = stateOf(run);
  const lease = state.kind === 'running' && state.lease;
  enter(run, { kind: 'running', ...(lease && { lease }), ...(replays.length > 0 && { replays }) });
}

interface StepToExecute {
  run: Run;
  step: WorkflowStep;
  scope: RunScope;
  results: Record<string, Record<string, unknown>>;
}

/** In a span of the trace of the event. */
function executeStep(work: StepToExecute, services: StepServices): Promise<StepOutcome> {
  return services.tracing.span(
    'step',
    () => spanOf(work),
    () => outcomeOf(work, services),
    (span, { status, reason }) => {
      span.setAttributes({ 'carillon.step.status': status, 'carillon.step.reason': reason });
      if (status === 'failed') markFailed(span, reason);
    },
  );
}

function spanOf({ run, step, scope }: StepToExecute): SpanOptions {
  return {
    trace: scope.event.trace,
    attributes: {
      'carillon.run.id': run._id.toHexString(),
      'carillon.step.id': step.stepId,
      'carillon.step.type': step.type,
    },
  };
}

async function outcomeOf({ run, step, scope, results }: StepToExecute, services: StepServices): Promise<StepOutcome> {
  const expiry = expiryOf({ run, step, scope });
  // A step that was held in quiet hours begins now (behaviour Q9).
  const wait = run.wait?.quietHours && !run.wait.bridge ? undefined : run.wait;
  const context: StepContext = {
    run,
    step,
    scope,
    data: stepData(scope, results),
    wait,
    missing: new Set(),
    ...(expiry && { expiry }),
  };
  try {
    // What has been tried, or is sent again, has a message, which ends with it.
    if (!run.wait?.sending && !run.replays && isExpired(expiry, services.now())) return tooLate(expiry);
    const gate = await gateOf(context, services);
    if (gate) return timely(gate, expiry);
    const outcome = isInCode(scope.workflow, step)
      ? await executeBridgeStep(context, services, STEP_EXECUTORS)
      : withNotes(context, await STEP_EXECUTORS[step.type](context, services));
    return timely(outcome, expiry);
  } catch (error) {
    if (isStoreError(error)) throw error;
    if (error instanceof ContentError) return failed('content_invalid', 'Message could not be created', error.message);
    return failed('internal_error', 'The step could not be executed', error instanceof Error ? error.message : '');
  }
}

/** A database error. The write may or may not have happened; repeating it is safe. */
function isStoreError(error: unknown): boolean {
  return error instanceof mongo.MongoError;
}

/**
 * Adds details about missing variables, and about issues that the step was saved with: once per step, before other details.
 * A failure names what it is about.
 */
function withNotes(context: StepContext, outcome: StepOutcome): StepOutcome {
  if (context.wait) return outcome;
  const issues = outcome.status === 'skipped' || outcome.status === 'failed' ? [] : issuesOf(context.step);
  const missing = outcome.reason === 'variable_missing' ? [] : missingVariables(context);
  const notes = [...issues, ...missing, ...unknownZone(context)];
  return notes.length === 0 ? outcome : { ...outcome, details: [...notes, ...outcome.details] };
}

function removed(): StepOutcome {
  return skipped('step_removed', 'The step was removed from the workflow');
}

function noteOutcome(record: RunStep, outcome: StepOutcome, at: Date): void {
  record.status = outcome.status;
  record.reason = outcome.reason;
  if (outcome.decidedBy !== undefined) record.decidedBy = outcome.decidedBy;
  if (outcome.cause) record.cause = outcome.cause;
  if (outcome.messages && outcome.messages.length > 0) {
    const known = record.messageIds ?? [];
    const added = outcome.messages.flatMap(({ _id }) => (known.some((id) => id.equals(_id)) ? [] : [_id]));
    record.messageIds = [...known, ...added];
    const provider = outcome.messages.find(({ providerId }) => providerId !== undefined)?.providerId;
    if (provider !== undefined) record.providerId = provider;
  }
  record.details.push(...outcome.details.map((detail) => ({ at, ...detail })));
}

function suspend(run: Run, state: Waiting, results: Results, retention: Retention): void {
  enter(run, state);
  run.results = storedResults(run, results);
  run.expiresAt = later(state.until, retention.runMs);
}

/** A failed step does not stop the run (behaviour P5), but makes its status `failed`. */
function statusOf(steps: readonly RunStep[]): 'completed' | 'failed' | 'skipped' {
  if (steps.some(({ status }) => status === 'failed')) return 'failed';
  return steps.length === 0 || steps.some(({ status }) => status === 'completed') ? 'completed' : 'skipped';
}

/** Ends a run that cannot continue. Messages that are not sent again after all leave its steps and its status as they were. */
export function endEarly(run: Run, reason: StepReason, now: Date): void {
  if (!run.replays) endSteps(run, 'canceled', reason, now);
  const { digest, mergedInto, replayedFrom } = run;
  enter(run, closedAs(replayedFrom ?? 'canceled', { digest, mergedInto }));
  run.updatedAt = now;
}

/** Ends all steps that have not started. */
function endSteps(run: Run, status: 'skipped' | 'canceled' | 'merged', reason: StepReason, at: Date): void {
  for (const record of run.steps.slice(run.stepIndex)) {
    record.status = status;
    record.reason = reason;
    record.details.push({ at, status: 'Warning', detail: ENDED[status] });
  }
  run.stepIndex = run.steps.length;
}

const ENDED = {
  skipped: 'Step skipped: the run ended before it',
  canceled: 'Step canceled',
  merged: 'Step is part of the digest of another event',
} as const;

function stopOnFailure(step: WorkflowStep | undefined, { status }: StepOutcome): StepOutcome['stop'] {
  return status === 'failed' && step && endsRunByFailing(step)
    ? { status: 'canceled', reason: 'earlier_step_failed' }
    : undefined;
}

/** Behaviour P5, P6 and W2: a failure of these steps ends the run; of others only if `shouldStopOnFail` is set. */
function endsRunByFailing({ type, controlValues }: WorkflowStep): boolean {
  const { whenFailed } = STEP_KINDS[type];
  if (whenFailed === 'ends') return true;
  return whenFailed === 'ends_unless_continued'
    ? controlValues.continueOnFailure !== true
    : controlValues.shouldStopOnFail === true;
}
