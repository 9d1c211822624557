import { isChannel } from '#libs/channels.js';
import type { Duration } from '#libs/schedule/durations.js';
import { expiryAfter, parseExpiry } from '#libs/schedule/expiry.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import type { MessageProgress } from '../../../notifications/messages/sending-progress.js';
import { STEP_KINDS } from '../../../workflows/steps/step-kinds.js';
import type { WorkflowStep } from '../../../workflows/workflow.schema.js';
import type { RunScope } from '../run-input.js';
import type { DigestedEvent } from '../step-effects.js';
import { skipped, type StepOutcome } from '../step-outcome.js';

/** The last moment at which a message may be sent, and the limit that says so. */
export interface Expiry {
  at: Date;
  limit: 'trigger' | 'workflow' | 'step';
}

interface Timed {
  run: Pick<Run, 'timing'>;
  step: Pick<WorkflowStep, 'type' | 'controlValues'>;
  scope: {
    event: Pick<RunScope['event'], 'createdAt' | 'validUntil'>;
    workflow: Pick<RunScope['workflow'], 'expiresIn' | 'external'>;
  };
}

/**
 * When the message of a step is too late: the earliest of the limits that are set (behaviour EX2 to EX4). Undefined for
 * other steps, and without a limit.
 */
export function expiryOf({ run, step, scope: { event, workflow } }: Timed): Expiry | undefined {
  if (!isChannel(step.type)) return undefined;
  const { acceptedAt, validUntil } = run.timing?.newest ?? {
    acceptedAt: event.createdAt,
    validUntil: event.validUntil,
  };
  const due = run.timing?.due ?? event.createdAt;
  const limits: (Expiry | undefined)[] = [
    validUntil && { at: validUntil, limit: 'trigger' },
    limitOf('workflow', acceptedAt, workflow.expiresIn),
    // The controls of a step in code are its own.
    workflow.external ? undefined : limitOf('step', due, parseExpiry(step.controlValues.expiresIn)),
  ];
  return limits.filter((one) => one !== undefined).toSorted((a, b) => a.at.getTime() - b.at.getTime())[0];
}

function limitOf(limit: Expiry['limit'], from: Date, duration: Duration | undefined): Expiry | undefined {
  const at = duration && expiryAfter(from, duration);
  return at && { at, limit };
}

/** Whether a message would be too late at a moment; at the moment itself it is. */
export function isExpired(expiry: Expiry | undefined, at: Date): expiry is Expiry {
  return expiry !== undefined && at.getTime() >= expiry.at.getTime();
}

/** A message that would wait for longer than it is worth sending ends at once (behaviour EX5); what was tried ends in `deliver`. */
export function timely(outcome: StepOutcome, expiry: Expiry | undefined): StepOutcome {
  const { wait } = outcome;
  return wait && !wait.sending && isExpired(expiry, wait.until) ? tooLate(expiry) : outcome;
}

/** A step whose message is not sent, because it is too late (behaviour EX1). */
export function tooLate(expiry: Expiry, more: Partial<StepOutcome> = {}): StepOutcome {
  return skipped('expired', 'Step skipped: its message is too late', {
    raw: validUntil(expiry),
    decidedBy: expiry.limit,
    cause: { values: [{ name: 'validUntil', value: expiry.at.toISOString() }] },
    ...more,
  });
}

function validUntil({ at, limit }: Expiry): string {
  return `valid until ${at.toISOString()} (expiresIn of the ${limit})`;
}

/**
 * The progress of a message that waits, and whose next attempt would be too late: it ends at once (behaviour EX5). What was
 * sent to some of its addresses stays sent.
 */
export function endedByExpiry(progress: MessageProgress, open: readonly string[], expiry: Expiry): MessageProgress {
  const { until: _until, waitsFor: _waitsFor, ...rest } = progress;
  const last = progress.attempts.at(-1)?.error;
  const error = `too late: ${validUntil(expiry)}${last === undefined ? '' : `; ${last}`}`;
  const settled = new Set(progress.settled.map(({ key }) => key));
  const lost = open.filter((key) => !settled.has(key)).map((key) => ({ key, sent: false, error }));
  return { ...rest, expired: true, settled: [...progress.settled, ...lost] };
}

/** What a run knows of its times after a step: when the steps after a wait are due (behaviour EX3, EX4). */
export function timingAfter(before: Run['timing'], { type, due, newest }: EndedWait): Run['timing'] {
  if (!due || !STEP_KINDS[type].waits) return before;
  if (!newest) return { ...before, due };
  const { time: acceptedAt, validUntil } = newest;
  return { due, newest: { acceptedAt, ...(validUntil && { validUntil }) } };
}

interface EndedWait {
  type: WorkflowStep['type'];
  /** When the step was to end, or has been ended; undefined when it has not waited. */
  due: Date | undefined;
  /** Of a digest: its newest event. */
  newest?: Pick<DigestedEvent, 'time' | 'validUntil'>;
}
