import type { Duration } from '../durations.js';
import { failure, type Outcome } from '../outcome.js';
import { dynamicWait } from './dynamic-wait.js';
import { fixedWait } from './fixed-wait.js';
import { nextCronInstant } from './next-cron-instant.js';
import { limitWait } from './wait-limit.js';

/** The control values of a delay step. */
export interface DelaySettings {
  /** Default `regular`. `scheduled` is the older name of `dynamic`. */
  type?: 'regular' | 'timed' | 'dynamic' | 'scheduled';
  amount?: unknown;
  unit?: unknown;
  /** Of a timed delay. */
  cron?: string;
  /** Payload path of a dynamic delay. */
  dynamicKey?: string;
  /** Payload path of the older scheduled delay. */
  delayPath?: string;
}

/** What a wait depends on besides its settings. */
export interface WaitSituation {
  now: Date;
  /** The subscriber's IANA zone; none is UTC. */
  zone: string | undefined;
  payload: unknown;
  /** The longest wait allowed, counted from `now`; none is unlimited. */
  maximum?: Duration;
}

export interface DelaySituation extends WaitSituation {
  /** `overrides.delay` of the trigger. */
  override?: unknown;
}

/** When a delay step goes on (Y1 to Y4), or why it cannot wait (Y3, Y6). */
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
      // The override replaces fixed waits only (Y4); a broken one is an error, not ignored.
      return fixedWait(override ?? { amount: settings.amount, unit: settings.unit }, now, zone);
  }
}
