import { isWithinSchedule, nextAllowedInstant } from './quiet-hours.js';
import type { Schedule } from './weekly-schedule.js';

/** How often a wait may be extended before the run goes on all the same (Q8). */
export const DEFAULT_MAX_EXTENSIONS = 3;

export interface EndingWait {
  /** The step's own setting; the default is off. */
  extendToSchedule: boolean;
  critical: boolean;
  schedule: Schedule | undefined;
  zone: string | undefined;
  /** How often this wait has been extended already. */
  extensions: number;
  /** Default 3. */
  maxExtensions?: number;
}

/**
 * Until when a delay or digest that ends at `end` goes on waiting because that is outside the subscriber's hours (Q8).
 * @returns undefined when the run goes on now: the setting is off, the workflow critical, the end inside the hours, the
 * extensions used up, or no allowed instant exists
 */
export function extendedWait(wait: EndingWait, end: Date): Date | undefined {
  if (!wait.extendToSchedule || wait.critical) return undefined;
  if (wait.extensions >= (wait.maxExtensions ?? DEFAULT_MAX_EXTENSIONS)) return undefined;
  if (isWithinSchedule(wait.schedule, wait.zone, end)) return undefined;
  return nextAllowedInstant(wait.schedule, wait.zone, end);
}
