import { isUnknownZone } from '#libs/schedule/zones/time-zone.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';

/** The time zone of a person, in which hours and pauses are meant (behaviour Q7). */
export function zoneOf({ timezone }: Pick<Subscriber, 'timezone'>): string {
  return !timezone || isUnknownZone(timezone) ? 'UTC' : timezone;
}
