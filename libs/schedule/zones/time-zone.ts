import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';

const CACHE_LIMIT = 1000;
const cache = new Map<string, Zone>();

/**
 * The zone with this IANA name; UTC when there is no name or it names no zone (rule Q7). Offsets such as `+02:00` are
 * not names: newer runtimes accept them as zones and older ones do not, and a rule must not depend on the runtime.
 */
export function resolveZone(name: string | undefined): Zone {
  if (!name) return FixedOffsetZone.utcInstance;
  const known = cache.get(name);
  if (known) return known;
  const zone = isZoneName(name) ? IANAZone.create(name) : FixedOffsetZone.utcInstance;
  // Names come from subscribers, so the memory they can take has an end.
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(name, zone);
  return zone;
}

/** Whether this runtime knows an IANA zone of that name. */
export function isZoneName(name: string): boolean {
  return /^[a-z]/i.test(name) && IANAZone.isValidZone(name);
}

/** How far local time is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(zone: Zone, instant: number): number {
  return zone.offset(instant) * 60_000;
}
