import { addDuration, type Duration } from '../durations.js';
import { failure, type Outcome, success } from '../outcome.js';
import { resolveZone } from '../zones/time-zone.js';

/**
 * Refuses a wait that ends later than `maximum` after `from` (Y6, DG12, H7), with an error to show: a wait that is too
 * long is never accepted and lost. Exactly the maximum is accepted; no maximum accepts everything.
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
