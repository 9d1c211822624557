import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** One UTC day of a zone: its offset, or two offsets and the instant at which the clocks change. */
interface OffsetDay {
  before: number;
  after: number;
  /** The first instant with the offset `after`; undefined on days without a change, which are most. */
  switchAt: number | undefined;
}

/** More days than all runs that start, resume and look ahead use within hours. */
const CACHED_DAYS = 128;

/**
 * The offsets of one zone, cached by day. A query of the runtime takes tens of microseconds, and a fan-out needs the same
 * few days thousands of times. A day has at most one clock change.
 */
export class TimeZone {
  private readonly days = new Map<number, OffsetDay>();

  constructor(private readonly zone: Zone) {}

  /** Returns how far local time is ahead of UTC at an instant, both in milliseconds. */
  offsetAt(instant: number): number {
    const day = this.dayOf(Math.floor(instant / DAY_MS));
    return day.switchAt === undefined || instant < day.switchAt ? day.before : day.after;
  }

  /** Returns the first clock change after `from` and not after `to`, if there is one. */
  switchBetween(from: number, to: number): number | undefined {
    for (let index = Math.floor(from / DAY_MS); index <= Math.floor(to / DAY_MS); index += 1) {
      const { switchAt } = this.dayOf(index);
      if (switchAt !== undefined && switchAt > from && switchAt <= to) return switchAt;
    }
    return undefined;
  }

  private dayOf(index: number): OffsetDay {
    const known = this.days.get(index);
    if (known) return known;
    const day = this.readDay(index * DAY_MS, (index + 1) * DAY_MS);
    if (this.days.size >= CACHED_DAYS) this.days.clear();
    this.days.set(index, day);
    return day;
  }

  private readDay(start: number, end: number): OffsetDay {
    // Starts a second earlier: a change at midnight belongs to the day that it starts.
    const lastOfYesterday = start - 1000;
    const before = this.read(lastOfYesterday);
    const after = this.read(end - 1);
    if (before === after) return { before, after, switchAt: undefined };
    let early = lastOfYesterday / 1000;
    let late = end / 1000;
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (this.read(middle * 1000) === before) early = middle;
      else late = middle;
    }
    return { before, after, switchAt: late * 1000 };
  }

  private read(instant: number): number {
    return this.zone.offset(instant) * MINUTE_MS;
  }
}

const CACHED_ZONES = 1000;
const utc = new TimeZone(FixedOffsetZone.utcInstance);
const zones = new Map<string, TimeZone>();

/**
 * Returns the zone with this IANA name; UTC if the name is missing or unknown (rule Q7). Offsets such as `+02:00` are not
 * names: only newer runtimes accept them as zones, and a rule must not depend on the runtime.
 */
export function resolveZone(name: string | undefined): TimeZone {
  if (!name) return utc;
  const known = zones.get(name);
  if (known) return known;
  const zone = isZoneName(name) ? new TimeZone(IANAZone.create(name)) : utc;
  // Names come from subscribers, so the cache is limited.
  if (zones.size >= CACHED_ZONES) zones.clear();
  zones.set(name, zone);
  return zone;
}

/** Whether a subscriber's time zone is not known, so that UTC counts in its place (rule Q7). */
export function isUnknownZone(name: string | undefined): boolean {
  return name !== undefined && name !== '' && resolveZone(name) === utc && !isZoneName(name);
}

/** The name of the zone that counts: UTC for one that is not known, or absent. */
export function knownZone(name: string | undefined): string {
  return name !== undefined && isZoneName(name) ? name : 'UTC';
}

/** Returns whether this runtime knows an IANA zone with this name. */
export function isZoneName(name: string): boolean {
  return /^[a-z]/i.test(name) && IANAZone.isValidZone(name);
}
