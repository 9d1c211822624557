import { readPayloadPath } from '../data-path.js';
import { addDuration, type Duration, parseDuration, type TimeUnit } from '../durations.js';
import { parseInstant } from '../instants.js';
import { failure, type Outcome, shown, success } from '../outcome.js';
import { resolveZone } from '../zones/time-zone.js';
import { nextCronInstant } from './cron.js';

/** Values that a wait depends on, besides its settings. */
export interface WaitSituation {
  now: Date;
  /** The subscriber's IANA zone; UTC if missing. */
  zone: string | undefined;
  payload: unknown;
  /** The maximum wait, counted from `now`; unlimited if missing. */
  maximum?: Duration;
}

/** The control values of a delay step. */
export interface DelaySettings {
  /** Default `regular`. `scheduled` is the older name of `dynamic`. */
  type?: 'regular' | 'timed' | 'dynamic' | 'scheduled';
  amount?: unknown;
  unit?: unknown;
  /** Only for a regular delay: the time of day at which it ends, once `amount` is over. */
  at?: unknown;
  /** Only for a timed delay. */
  cron?: string;
  /** Payload path for a dynamic delay. */
  dynamicKey?: string;
  /** Payload path for the older scheduled delay. */
  delayPath?: string;
}

export interface DelaySituation extends WaitSituation {
  /** `overrides.delay` of the trigger. */
  override?: unknown;
}

/** Returns when a delay step continues (Y1 to Y4), or why it cannot wait (Y3, Y6). */
export function delayUntil(settings: DelaySettings, situation: DelaySituation): Outcome<Date> {
  const until = unlimited(settings, situation);
  return until.ok ? limitWait(until.value, situation.now, situation.maximum, situation.zone) : until;
}

function unlimited(settings: DelaySettings, { now, zone, payload, override }: DelaySituation): Outcome<Date> {
  switch (settings.type) {
    case 'timed':
      return settings.cron
        ? nextCronInstant(settings.cron, zone, now)
        : failure('a timed delay needs a cron expression');
    case 'dynamic':
    case 'scheduled':
      return dynamicWait(payload, settings.dynamicKey ?? settings.delayPath, now, zone);
    default:
      // The override replaces fixed waits only (Y4). An invalid override is an error and is not ignored.
      return override === undefined ? regularWait(settings, now, zone) : fixedWait(override, now, zone);
  }
}

/** Behaviour Y1, and Y8 with a time of day. */
function regularWait({ amount, unit, at }: DelaySettings, now: Date, zone: string | undefined): Outcome<Date> {
  const end = fixedWait({ amount, unit }, now, zone);
  if (!end.ok || at === undefined || at === '') return end;
  const time = readTimeOfDay(at);
  if (!time.ok) return time;
  // A wait that is over at this very time has no other day added.
  return nextCronInstant(`${time.value.minute} ${time.value.hour} * * *`, zone, new Date(end.value.getTime() - 1));
}

const TIME_OF_DAY = /^([01]?\d|2[0-3]):([0-5]\d)$/;

/** Reads a time of day such as `09:00`. */
export function readTimeOfDay(value: unknown): Outcome<{ hour: number; minute: number }> {
  const [, hour, minute] = (typeof value === 'string' && TIME_OF_DAY.exec(value.trim())) || [];
  if (hour === undefined) return failure(`expected a time of day such as 09:00, got ${shown(value)}`);
  return success({ hour: Number(hour), minute: Number(minute) });
}

/** The units of delays and digest windows. */
export const WAIT_UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'] as const satisfies TimeUnit[];

/**
 * Returns when a wait of `{amount, unit}` that begins at `from` ends (Y1). Weeks are seven days; months are calendar
 * months in the subscriber's zone.
 */
export function fixedWait(wait: unknown, from: Date, zone: string | undefined): Outcome<Date> {
  const duration = parseDuration(wait, WAIT_UNITS);
  if (!duration.ok) return duration;
  const end = addDuration(from, duration.value, resolveZone(zone));
  if (!end) return failure(`a wait of ${duration.value.amount} ${duration.value.unit} is too long`);
  return success(end);
}

/**
 * Returns when a wait defined by the payload ends (Y3). The value at `path` is a future ISO 8601 instant, or
 * `{amount, unit}` from `from` on. Missing, invalid or past values are errors: the step fails and says why.
 * @param path dotted, with or without a leading `payload.`
 */
export function dynamicWait(
  payload: unknown,
  path: string | undefined,
  from: Date,
  zone: string | undefined,
): Outcome<Date> {
  if (!path) return failure('no payload path is set for the wait');
  const value = readPayloadPath(payload, path);
  if (value === undefined || value === null) return failure(`payload has no value at ${path}`);
  const until = typeof value === 'string' ? futureInstant(value, from) : fixedWait(value, from, zone);
  return until.ok ? until : failure(`payload value at ${path}: ${until.error}`);
}

/** Parses an ISO 8601 instant that must be later than `from`. */
export function futureInstant(value: unknown, from: Date): Outcome<Date> {
  const instant = parseInstant(value);
  if (!instant) return failure(`expected an ISO 8601 date-time, got ${shown(value)}`);
  if (instant.getTime() <= from.getTime()) return failure(`${shown(value)} is not in the future`);
  return success(instant);
}

/**
 * Rejects a wait that ends later than `maximum` after `from` (Y6, DG12, H7), with an error to show. So a wait that is too
 * long is never accepted and then lost. Exactly the maximum is accepted; without a maximum every wait is.
 */
export function limitWait(
  until: Date,
  from: Date,
  maximum: Duration | undefined,
  zone: string | undefined,
): Outcome<Date> {
  const latest = maximum && addDuration(from, maximum, resolveZone(zone));
  if (!maximum || !latest || until.getTime() <= latest.getTime()) return success(until);
  const { amount, unit } = maximum;
  return failure(`waiting until ${until.toISOString()} is longer than the allowed ${amount} ${unit}`);
}
