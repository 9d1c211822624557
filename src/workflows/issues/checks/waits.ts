import { parseDuration } from '#libs/schedule/durations.js';
import { fixedWait, WAIT_UNITS } from '#libs/schedule/waits/fixed-wait.js';
import { nextCronInstant } from '#libs/schedule/waits/next-cron-instant.js';
import { limitWait } from '#libs/schedule/waits/wait-limit.js';
import { throttleWindowEnd } from '#libs/schedule/windows/throttle-window.js';
import type { ControlIssue } from '../issue.js';
import type { CheckedStep, StepCheck } from '../step-check.js';

/** Waits and windows that are longer than they may be, or never end (behaviour Y6, DG12, H2, H7). */
export const waits: StepCheck = (step) => {
  const { type, values } = step;
  if (type === 'throttle') return values.type === 'dynamic' ? [] : throttleProblem(step);
  if (type !== 'delay' && type !== 'digest') return [];
  if (values.type === 'timed') return timedProblem(step);
  return values.type === 'dynamic' ? [] : fixedProblem(step);
};

function fixedProblem({ values: { amount, unit }, now, longestWait }: CheckedStep): ControlIssue[] {
  if (amount === undefined || unit === undefined) return [];
  const duration = parseDuration({ amount, unit }, WAIT_UNITS);
  if (!duration.ok) return [unsupported('amount', duration.error)];
  const end = fixedWait({ amount, unit }, now, undefined);
  const limited = end.ok ? limitWait(end.value, now, longestWait, undefined) : end;
  return limited.ok ? [] : [tooLong('amount', limited.error)];
}

function timedProblem({ values: { cron }, now, longestWait }: CheckedStep): ControlIssue[] {
  if (typeof cron !== 'string' || cron === '' || cron.includes('{{')) return [];
  const next = nextCronInstant(cron, undefined, now);
  if (!next.ok) return [unsupported('cron', next.error)];
  const limited = limitWait(next.value, now, longestWait, undefined);
  return limited.ok ? [] : [tooLong('cron', limited.error)];
}

function throttleProblem({ values, now, longestWait }: CheckedStep): ControlIssue[] {
  const { amount, unit } = values;
  if (amount === undefined || unit === undefined) return [];
  const situation = { now, zone: undefined, payload: {} };
  const end = throttleWindowEnd({ amount, unit }, situation);
  if (!end.ok) return [unsupported('amount', end.error)];
  const limited = throttleWindowEnd({ amount, unit }, { ...situation, maximum: longestWait });
  return limited.ok ? [] : [tooLong('amount', limited.error)];
}

function unsupported(field: string, message: string): ControlIssue {
  return { field, issueType: 'UNSUPPORTED_PROPERTY', message };
}

function tooLong(field: string, message: string): ControlIssue {
  return { field, issueType: 'TIER_LIMIT_EXCEEDED', message };
}
