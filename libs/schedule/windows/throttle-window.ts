import { readPayloadPath } from '../data-path.js';
import { addDuration, parseDuration, type TimeUnit } from '../durations.js';
import { failure, type Outcome, shown, success } from '../outcome.js';
import { futureInstant, limitWait, type WaitSituation } from '../waits/waits.js';
import { resolveZone } from '../zones/time-zone.js';
import { MINUTE_MS } from '../zones/wall-clock.js';

/** The control values of a throttle step. */
export interface ThrottleSettings {
  /** Default `fixed`. */
  type?: 'fixed' | 'dynamic';
  amount?: unknown;
  /** minutes, hours or days */
  unit?: unknown;
  /** Payload path for a dynamic window. */
  dynamicKey?: string;
  /** Maximum executions that pass in a window; default 1. */
  threshold?: unknown;
}

/** The counter of one group: executions since the first one counted, until the window ends. */
export interface ThrottleWindow {
  until: Date;
  count: number;
}

const FIXED_UNITS = ['minutes', 'hours', 'days'] as const satisfies TimeUnit[];
const DYNAMIC_UNITS = ['seconds', ...FIXED_UNITS, 'weeks', 'months'] as const satisfies TimeUnit[];

/**
 * Returns when a throttle window that opens now ends (H2). Fixed: at least a minute long. Dynamic: the payload
 * contains the ISO instant of its end, or its length as `{amount, unit}` or as an ISO 8601 duration (`PT30M`).
 */
export function throttleWindowEnd(settings: ThrottleSettings, situation: WaitSituation): Outcome<Date> {
  const { now, zone, payload, maximum } = situation;
  const end = settings.type === 'dynamic' ? dynamicEnd(settings, now, zone, payload) : fixedEnd(settings, now, zone);
  return end.ok ? limitWait(end.value, now, maximum, zone) : end;
}

/** Returns the threshold as a whole number of 1 or more; default 1 (H1). */
export function throttleThreshold(settings: ThrottleSettings): Outcome<number> {
  const value = settings.threshold ?? 1;
  const threshold = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof threshold === 'number' && Number.isInteger(threshold) && threshold >= 1) return success(threshold);
  return failure(`threshold must be a whole number of 1 or more, got ${shown(value)}`);
}

/** Whether an execution passes, and the window as it is afterwards. */
export interface ThrottleDecision {
  passes: boolean;
  window: ThrottleWindow;
}

/**
 * Counts one execution (H3). The window opens at the first counted execution; up to the threshold executions pass,
 * the rest are stopped until it ends. At the instant of its end a new window opens. Stores do the same in one atomic
 * update and are tested against this function.
 * @param newWindowEnd the end of the window that this execution opens if none is open
 */
export function countExecution(
  open: ThrottleWindow | undefined,
  threshold: number,
  now: Date,
  newWindowEnd: Date,
): ThrottleDecision {
  const isOpen = open !== undefined && now.getTime() < open.until.getTime();
  const window = isOpen ? { until: open.until, count: open.count + 1 } : { until: newWindowEnd, count: 1 };
  return { passes: window.count <= threshold, window };
}

function fixedEnd(settings: ThrottleSettings, now: Date, zone: string | undefined): Outcome<Date> {
  const end = after({ amount: settings.amount, unit: settings.unit }, FIXED_UNITS, now, zone);
  if (!end.ok || end.value.getTime() - now.getTime() >= MINUTE_MS) return end;
  return failure(`a throttle window is at least 1 minute, got ${shown(settings.amount)} ${shown(settings.unit)}`);
}

function dynamicEnd(settings: ThrottleSettings, now: Date, zone: string | undefined, payload: unknown): Outcome<Date> {
  const path = settings.dynamicKey;
  if (!path) return failure('a dynamic throttle needs a payload path');
  const value = readPayloadPath(payload, path);
  const end =
    typeof value === 'string' && !/^p/i.test(value) ? futureInstant(value, now) : lengthFrom(value, now, zone);
  if (!end.ok) return failure(`payload value at ${path}: ${end.error}`);
  if (end.value.getTime() <= now.getTime()) return failure(`payload value at ${path}: the window has no length`);
  return end;
}

const ISO_DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

function lengthFrom(value: unknown, now: Date, zone: string | undefined): Outcome<Date> {
  if (typeof value !== 'string') return after(value, DYNAMIC_UNITS, now, zone);
  const match = ISO_DURATION.exec(value);
  if (!match) return failure(`expected an ISO 8601 duration such as "PT30M", got ${shown(value)}`);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const amount = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds;
  return after({ amount, unit: 'seconds' }, DYNAMIC_UNITS, now, zone);
}

function after(wait: unknown, units: readonly TimeUnit[], from: Date, zone: string | undefined): Outcome<Date> {
  const duration = parseDuration(wait, units);
  if (!duration.ok) return duration;
  const end = addDuration(from, duration.value, resolveZone(zone));
  return end ? success(end) : failure(`a window of ${shown(wait)} is too long`);
}
