import type { Run, RunStep } from './run.schema.js';
import type { SendAttempt } from '../messages/sending-progress.js';
import { isOpen } from './statuses.js';

/** When a step began and ended; absent until then. */
export interface StepTimes {
  startedAt?: Date;
  endedAt?: Date;
}

/** The parts of a step that its times follow from. */
export type TimedStep = Pick<RunStep, 'status' | 'details'> & { attempts: readonly SendAttempt[] };

/**
 * When each step of a run began and ended. Everything that a run does without waiting is stored with the time at which that
 * began, so the durations of attempts are added to it: a step begins when those before it have ended (behaviour P1).
 */
export function stepTimes(steps: readonly TimedStep[]): StepTimes[] {
  const times: StepTimes[] = [];
  for (const [index, { status, details, attempts }] of steps.entries()) {
    const first = details[0]?.at.getTime();
    if (first === undefined) {
      times.push({});
      continue;
    }
    // What an earlier step did later, such as sending again, has not kept this one waiting.
    const before = steps.slice(0, index).map((step, position) => {
      const started = times[position]?.startedAt?.getTime() ?? 0;
      return afterAttempts(
        started,
        step.attempts.filter(({ at }) => at.getTime() <= first),
      );
    });
    const startedAt = Math.max(first, ...before);
    const last = Math.max(...details.map(({ at }) => at.getTime()));
    times.push({
      startedAt: new Date(startedAt),
      ...(!isOpen(status) && { endedAt: new Date(Math.max(last, afterAttempts(startedAt, attempts))) }),
    });
  }
  return times;
}

/** When attempts have ended, of which those of one round, at many devices, are made together. */
function afterAttempts(start: number, attempts: readonly SendAttempt[]): number {
  const rounds = new Map<string, { at: number; ms: number }>();
  for (const { at, integrationId, ms = 0 } of attempts) {
    const key = `${at.getTime()} ${integrationId}`;
    rounds.set(key, { at: at.getTime(), ms: Math.max(ms, rounds.get(key)?.ms ?? 0) });
  }
  return [...rounds.values()].reduce((end, { at, ms }) => Math.max(end, at) + ms, start);
}

/** When the run ended; undefined while it has not. */
export function endOfRun({ status, updatedAt }: Pick<Run, 'status' | 'updatedAt'>, steps: readonly StepTimes[]) {
  if (isOpen(status)) return undefined;
  return new Date(Math.max(updatedAt.getTime(), ...steps.map(({ endedAt }) => endedAt?.getTime() ?? 0)));
}
