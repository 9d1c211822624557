import type { Run, RunStatus } from '../../notifications/activity/run.schema.js';

/** What runs came to; a run that waits is counted nowhere. */
export interface RunCounts {
  sent: number;
  failed: number;
  skipped: number;
}

/**
 * Counts runs by their status. What was merged into another run's digest, or canceled, sends nothing itself. A run that
 * went on in place of the one it was merged into has been counted as skipped by then, one that was sent once more as what
 * it had come to before.
 */
export function countRuns(runs: readonly Pick<Run, 'status' | 'reopened' | 'replayedFrom'>[]): RunCounts {
  const counts: RunCounts = { sent: 0, failed: 0, skipped: 0 };
  for (const { status, reopened, replayedFrom } of runs) {
    if (isOpen(status)) continue;
    counts[counterOf(status)] += 1;
    if (replayedFrom) counts[counterOf(replayedFrom)] -= 1;
    else if (reopened) counts.skipped -= 1;
  }
  return counts;
}

function counterOf(status: RunStatus): keyof RunCounts {
  if (status === 'completed') return 'sent';
  return status === 'failed' ? 'failed' : 'skipped';
}

/** Whether there is something left to do. */
export function isOpen(status: RunStatus): boolean {
  return status === 'running' || status === 'waiting';
}
