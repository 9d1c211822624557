import { isContainer, readPath } from '#libs/schedule/data-path.js';
import { parseDuration, subtractDuration } from '#libs/schedule/durations.js';
import { parseInstant } from '#libs/schedule/instants.js';
import { failure, type Outcome, shown, success } from '#libs/schedule/outcome.js';
import { resolveZone } from '#libs/schedule/zones/time-zone.js';
import { compareField } from './field-operators.js';
import type {
  FieldFilterChild,
  FilterChild,
  FilterData,
  OnlineFilterChild,
  OnlineInLastFilterChild,
  PreviousStepFilterChild,
  WebhookAccess,
  WebhookFilterChild,
} from './filter.js';

export type LocalFilterChild = Exclude<FilterChild, WebhookFilterChild>;

/** Evaluates a child that needs only data. Anything that is not a filter child is an error, never a pass. */
export function evaluateChild(child: LocalFilterChild, data: FilterData): Outcome<boolean> {
  switch (child.on) {
    case 'payload':
    case 'subscriber':
    case 'tenant':
      return compareChild(child, data[child.on]);
    case 'isOnline':
      return success(isOnlineAs(child, data));
    case 'isOnlineInLast':
      return wasOnlineInLast(child, data);
    case 'previousStep':
      return previousStepIs(child, data);
    default:
      return failure(`unknown filter source ${shown((child as { on?: unknown }).on)}`);
  }
}

/** Compares a field of a source, or of a webhook's response. */
export function compareChild(child: FieldFilterChild | WebhookFilterChild, source: unknown): Outcome<boolean> {
  if (typeof child.field !== 'string') return failure('a filter child has no field');
  const actual = readPath(source, child.field);
  const result = compareField(child.operator, actual, child.value);
  return result === undefined ? failure(`unknown filter operator ${shown(child.operator)}`) : success(result);
}

/** A subscriber who was never seen online is neither online nor offline (X12). */
function isOnlineAs(child: OnlineFilterChild, { subscriber }: FilterData): boolean {
  if (!isContainer(subscriber)) return false;
  const { isOnline, lastOnlineAt } = subscriber;
  if (typeof isOnline !== 'boolean' && parseInstant(lastOnlineAt) === undefined) return false;
  return (isOnline === true) === isTrue(child.value);
}

function wasOnlineInLast(child: OnlineInLastFilterChild, { subscriber, now }: FilterData): Outcome<boolean> {
  const period = parseDuration({ amount: child.value, unit: child.timeOperator }, ['minutes', 'hours', 'days']);
  if (!period.ok) return period;
  if (!isContainer(subscriber)) return success(false);
  if (subscriber['isOnline'] === true) return success(true);
  const last = parseInstant(subscriber['lastOnlineAt']);
  const since = subtractDuration(now, period.value, resolveZone(undefined));
  return success(last !== undefined && (!since || last.getTime() >= since.getTime()));
}

/** The condition passes if the step produced no message (X12). */
function previousStepIs(child: PreviousStepFilterChild, { previousMessages }: FilterData): Outcome<boolean> {
  const messages = previousMessages ?? {};
  const message = Object.hasOwn(messages, child.step) ? messages[child.step] : undefined;
  switch (child.stepType) {
    case 'read':
      return success(!message || message.read);
    case 'unread':
      return success(!message || !message.read);
    case 'seen':
      return success(!message || message.seen);
    case 'unseen':
      return success(!message || !message.seen);
    default:
      return failure(`unknown state of a previous step ${shown(child.stepType)}`);
  }
}

/** Filter values may arrive as text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

export const DEFAULT_WEBHOOK_ATTEMPTS = 3;

/**
 * Evaluates a webhook child: makes up to 3 attempts and waits a random time of up to 2^n seconds after the n-th
 * failed one (X11). If no attempt succeeds, the result is an error, not false.
 */
export async function evaluateWebhook(
  child: WebhookFilterChild,
  access: WebhookAccess | undefined,
): Promise<Outcome<boolean>> {
  if (!access) return failure('webhook conditions are not available here');
  const attempts = access.attempts ?? DEFAULT_WEBHOOK_ATTEMPTS;
  let reason = 'no attempt was made';
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return compareChild(child, await access.callWebhook(child));
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    if (attempt < attempts) await access.wait(access.random() * 2 ** attempt * 1000);
  }
  return failure(`webhook condition failed after ${attempts} attempts: ${reason}`);
}
