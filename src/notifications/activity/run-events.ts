import { Injectable } from '@nestjs/common';
import { Hook } from '../../platform/hook.js';
import { STEP_KINDS } from '../../workflows/steps/step-kinds.js';
import type { Run, RunStep } from './run.schema.js';
import { isOpen } from './statuses.js';

/** The fields of a run that listeners get. */
export type ChangedRun = Pick<
  Run,
  '_id' | 'environmentId' | 'organizationId' | 'workflowId' | 'subscriberId' | 'status'
>;

/** A run that was stored, and what has happened since it was stored before. */
export interface RunChange {
  run: ChangedRun;
  /** Steps that have ended. */
  ended: readonly Pick<RunStep, 'type' | 'status' | 'reason' | 'providerId'>[];
  /** Milliseconds from the trigger to the end of its steps; absent when the run has waited on purpose. */
  latencyMs?: number;
}

/** Notifies listeners in this process, such as the counters of charts, of runs that this process has stored. */
@Injectable()
export class RunEvents extends Hook<readonly RunChange[]> {
  /** Runs were stored. */
  stored(changes: readonly RunChange[]): void {
    if (changes.length > 0) this.notify(changes);
  }
}

/**
 * Watches a run while it is executed. Call it before, and what it returns afterwards, with the time from the trigger to
 * what it has sent.
 */
export function watchRun(run: Run): (sinceTriggerMs?: number) => RunChange {
  const open = run.steps.filter(({ status }) => isOpen(status));
  // Messages that waited for the end of quiet hours, for a rate or a cap.
  const wasHeld =
    run.wait?.quietHours === true ||
    Object.values(run.wait?.sending ?? {}).some(({ waitsFor }) => waitsFor !== undefined);
  // A step that is sent again has ended before.
  const again = run.replays?.map(({ step }) => run.steps[step]) ?? [];
  return (sinceTriggerMs) => {
    const ended = run.steps.filter(
      (step, index) => !isOpen(step.status) && (open.includes(step) || (again.includes(step) && hasEnded(run, index))),
    );
    const hasWaited =
      wasHeld ||
      again.length > 0 ||
      run.steps.some(({ type, status }) => STEP_KINDS[type].waits && status === 'completed');
    return { run, ended, ...(!hasWaited && sinceTriggerMs !== undefined && { latencyMs: sinceTriggerMs }) };
  };
}

function hasEnded({ replays = [] }: Run, index: number): boolean {
  return !replays.some(({ step }) => step === index);
}
