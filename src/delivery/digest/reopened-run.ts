import type { Run } from '../../notifications/activity/run.schema.js';

/** A merged run as it goes on in place of the one it was merged into: it waits at its digest step again. */
export function reopenedRun(run: Run, until: Date, now: Date): Run {
  const stepIndex = run.steps.findIndex(({ status }) => status === 'merged');
  const { mergedInto: _, ...rest } = run;
  return {
    ...rest,
    reopened: true,
    status: 'waiting',
    stepIndex,
    wakeAt: until,
    wait: { until, extensions: 0, since: now },
    updatedAt: now,
    steps: run.steps.map((step, index) => {
      if (index < stepIndex) return step;
      const { reason: __, ...record } = step;
      if (index > stepIndex) return { ...record, status: 'pending', details: [] };
      const detail = { at: now, status: 'Pending', detail: 'Step digested in place of a canceled event' } as const;
      return { ...record, status: 'delayed', reason: 'digest_waiting', details: [...step.details, detail] };
    }),
  };
}
