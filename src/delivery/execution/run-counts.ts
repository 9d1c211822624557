import type { RunStatus } from '../../notifications/activity/run.schema.js';

/** What runs came to; a run that waits is counted nowhere. */
export interface RunCounts {
  sent: number;
  failed: number;
  skipped: number;
}

/** Counts runs by their status. What was merged into another run's digest, or canceled, sends nothing itself. */
export function countRuns(runs: readonly { status: RunStatus }[]): RunCounts {
  const counts: RunCounts = { sent: 0, failed: 0, skipped: 0 };
  for (const { status } of runs) {
    if (status === 'completed') counts.sent += 1;
    else if (status === 'failed') counts.failed += 1;
    else if (!isOpen(status)) counts.skipped += 1;
  }
  return counts;
}

/** Whether there is something left to do. */
export function isOpen(status: RunStatus): boolean {
  return status === 'running' || status === 'waiting';
}
