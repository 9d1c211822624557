import { parseDuration, subtractDuration } from '../durations.js';
import { failure, type Outcome, success } from '../outcome.js';
import { nextCronInstant } from '../waits/cron.js';
import { fixedWait, limitWait, WAIT_UNITS, type WaitSituation } from '../waits/waits.js';
import { resolveZone } from '../zones/time-zone.js';

/** The control values of a digest step, and the metadata of the older form. */
export interface DigestSettings {
  /** Default `regular`; `backoff` is the older name of a regular digest with a look-back. */
  type?: 'regular' | 'timed' | 'backoff';
  /** Length of a regular window. */
  amount?: unknown;
  unit?: unknown;
  /** Only for a timed digest. */
  cron?: string;
  /** `{amount, unit}`, separate from those of the window. */
  lookBackWindow?: unknown;
  /** The look-back of the older form. */
  backoff?: boolean;
  backoffAmount?: unknown;
  backoffUnit?: unknown;
}

export interface DigestSituation extends Omit<WaitSituation, 'payload'> {
  /** When the last event of the group was completed: passed undigested, or sent at the end of its window. */
  lastCompletedAt?: Date;
}

/** The result of an event without an open window: it passes undigested (look-back), or opens a window until then. */
export type DigestOpening = { digest: false } | { digest: true; until: Date };

/**
 * Decides what happens to an event if no window of its group is open.
 *
 * Regular: it opens a window of fixed length, which later events join without moving its end (DG2). With a
 * look-back: it passes immediately unless another event was completed within the look-back (DG3). Timed: the window
 * ends at the next instant of the cron expression in the subscriber's zone (DG4). Windows longer than the maximum
 * are errors (DG12).
 */
export function openDigest(settings: DigestSettings, situation: DigestSituation): Outcome<DigestOpening> {
  const { now, zone, maximum, lastCompletedAt } = situation;
  const recent = completedRecently(settings, now, zone, lastCompletedAt);
  if (!recent.ok) return recent;
  if (!recent.value) return success({ digest: false });
  const end = windowEnd(settings, now, zone);
  const limited = end.ok ? limitWait(end.value, now, maximum, zone) : end;
  return limited.ok ? success({ digest: true, until: limited.value }) : limited;
}

function windowEnd(settings: DigestSettings, now: Date, zone: string | undefined): Outcome<Date> {
  if (settings.type !== 'timed') return fixedWait({ amount: settings.amount, unit: settings.unit }, now, zone);
  return settings.cron ? nextCronInstant(settings.cron, zone, now) : failure('a timed digest needs a cron expression');
}

/** Returns true without a look-back, so that every event is digested. */
function completedRecently(
  settings: DigestSettings,
  now: Date,
  zone: string | undefined,
  lastCompletedAt: Date | undefined,
): Outcome<boolean> {
  const lookBack = lookBackOf(settings);
  if (lookBack === undefined) return success(true);
  const duration = parseDuration(lookBack, WAIT_UNITS);
  if (!duration.ok) return failure(`look-back: ${duration.error}`);
  const since = subtractDuration(now, duration.value, resolveZone(zone));
  return success(lastCompletedAt !== undefined && (!since || lastCompletedAt.getTime() >= since.getTime()));
}

function lookBackOf(settings: DigestSettings): unknown {
  if (settings.type === 'timed') return undefined;
  if (settings.lookBackWindow !== undefined && settings.lookBackWindow !== null) return settings.lookBackWindow;
  if (settings.type !== 'backoff' && !settings.backoff) return undefined;
  return { amount: settings.backoffAmount, unit: settings.backoffUnit };
}
