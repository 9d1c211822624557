export const STEP_STATUSES = ['pending', 'delayed', 'completed', 'skipped', 'failed', 'canceled', 'merged'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export const RUN_STATUSES = ['running', 'waiting', 'completed', 'failed', 'canceled', 'merged', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

type OpenStatus = 'pending' | 'delayed' | 'running' | 'waiting';
/** How a run has ended. */
export type ClosedStatus = Exclude<RunStatus, OpenStatus>;

/** Whether a run, or a step of one, can still change. All other statuses are final (behaviour P3). */
const IS_OPEN: Readonly<Record<StepStatus | RunStatus, boolean>> = {
  pending: true,
  delayed: true,
  running: true,
  waiting: true,
  completed: false,
  skipped: false,
  failed: false,
  canceled: false,
  merged: false,
};

export function isOpen<Status extends StepStatus | RunStatus>(status: Status): status is Status & OpenStatus {
  return IS_OPEN[status];
}

export const OPEN_RUNS = RUN_STATUSES.filter(isOpen);

/** Stored statuses of steps that a canceled run did not reach. They are shown as canceled. */
export const NOT_BEGUN: readonly StepStatus[] = [...STEP_STATUSES.filter(isOpen), 'merged'];
