import { readPayloadPath } from '../data-path.js';
import { parseInstant } from '../instants.js';
import { failure, type Outcome, shown, success } from '../outcome.js';
import { fixedWait } from './fixed-wait.js';

/**
 * When a wait ends that the payload decides (Y3): the value at `path` is an ISO 8601 instant in the future, or
 * `{amount, unit}` counted from `from`. Missing, invalid or past values are errors: the step fails and says why.
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

/** An ISO 8601 instant later than `from`. */
export function futureInstant(value: unknown, from: Date): Outcome<Date> {
  const instant = parseInstant(value);
  if (!instant) return failure(`expected an ISO 8601 date-time, got ${shown(value)}`);
  if (instant.getTime() <= from.getTime()) return failure(`${shown(value)} is not in the future`);
  return success(instant);
}
