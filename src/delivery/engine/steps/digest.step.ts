import { createHash } from 'node:crypto';
import { toSentence } from '#libs/rendering/filters/filters.js';
import { readPayloadPath } from '#libs/schedule/data-path.js';
import { type DigestSettings, openDigest } from '#libs/schedule/windows/digest-window.js';
import type { DigestMembership, Run, RunWait } from '../../../notifications/activity/run.schema.js';
import { derivedId } from '../../../platform/ids.js';
import type { WorkflowStep } from '../../../workflows/workflow.schema.js';
import type { RunScope } from '../run-input.js';
import type { DigestedEvents } from '../step-effects.js';
import { completed, failed, skipped, type StepOutcome } from '../step-outcome.js';
import { renderedControls, templateFailure } from './controls.js';
import { continuedWait, waitingUntil } from './delay.step.js';
import type { StepContext, StepServices } from './step.js';

/** Collects events for a while, so that they lead to one message (behaviour DG1 to DG12). */
export function executeDigestStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { run, wait } = context;
  return wait && run.digest ? close(context, services, wait, run.digest) : join(context, services);
}

async function join(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const { run, step, scope } = context;
  const controls = await renderedControls(context, services);
  if (!controls.ok) return templateFailure(controls, 'The digest could not be read');
  const settings = controls.values as DigestSettings;
  const value = digestValue(context);
  const group = groupKey('digest', run, step, value);
  const joined = await services.effects.joinDigest({
    group,
    environmentId: run.environmentId,
    subscriberId: run.subscriberId,
    run: run._id,
    window: derivedId(run._id, 'digest', step._id.toHexString()),
    now: scope.now,
    recovering: scope.recovering,
    leaseEnd: run.wakeAt,
    open: (lastCompletedAt) =>
      openDigest(settings, {
        now: scope.now,
        zone: scope.subscriber.timezone,
        maximum: services.maxWait,
        lastCompletedAt,
      }),
  });
  switch (joined.kind) {
    case 'opened':
      return waiting(
        { until: joined.until, extensions: 0, since: scope.now, ...keyOf(value) },
        { group, window: joined.window },
      );
    case 'joined':
      return merged({ group, window: joined.window }, { mergedInto: joined.opener, keepUntil: joined.until });
    case 'passed':
      return skipped('digest_passed', 'Passed without digest: nothing else happened in the look-back period', {
        result: passedResult(scope.event),
      });
    case 'invalid':
      return failed('digest_invalid', 'The digest cannot be opened', joined.error);
  }
}

async function close(
  context: StepContext,
  { effects, tracing }: StepServices,
  wait: RunWait,
  digest: DigestMembership,
): Promise<StepOutcome> {
  const longer = continuedWait(context, wait);
  if (longer) {
    if (longer.extensions > wait.extensions) await effects.extendDigest({ ...digest, until: longer.until });
    return waiting(longer, digest);
  }
  const closing = await effects.closeDigest({ ...digest, run: context.run._id, until: wait.until });
  // Another run has become the opener and was faster (behaviour DG8).
  if (closing.kind === 'taken') return merged(digest, { mergedInto: closing.by });
  tracing.link(closing.events.map(({ trace }) => trace));
  return completed('digest_complete', 'Digest complete', {
    result: digestResult(closing),
    digest,
    newest: closing.events.at(-1),
  });
}

/** The result of a digest for later steps (behaviour DG5). */
export function digestResult({ events, eventCount }: DigestedEvents): Record<string, unknown> {
  const listed = events.map(({ id, time, payload }) => ({ id, time: time.toISOString(), payload }));
  return {
    events: listed,
    eventCount,
    countSummary: `${eventCount} ${eventCount === 1 ? 'notification' : 'notifications'}`,
    sentenceSummary: toSentence(listed, 'payload.name', 2, 'other'),
  };
}

/** Behaviour DG3: an event that has passed is a digest of one for later steps. */
export function passedResult({ _id, createdAt: time, payload }: RunScope['event']): Record<string, unknown> {
  return digestResult({ events: [{ id: _id.toHexString(), time, payload }], eventCount: 1 });
}

function waiting(wait: RunWait, digest: DigestMembership): StepOutcome {
  return {
    status: 'delayed',
    reason: 'digest_waiting',
    details: [{ status: 'Pending', detail: 'Step digested', raw: waitingUntil(wait.until) }],
    wait,
    digest,
  };
}

/** Behaviour DG2: the later steps of a merged event are never executed. */
function merged(digest: DigestMembership, more: Partial<StepOutcome>): StepOutcome {
  return {
    status: 'merged',
    reason: 'digest_merged',
    details: [{ status: 'Success', detail: 'Merged into the digest of another event' }],
    digest,
    stop: { status: 'merged', reason: 'digest_merged' },
    ...more,
  };
}

function digestValue({ step, scope }: StepContext): unknown {
  const { digestKey } = step.controlValues;
  return typeof digestKey === 'string' && digestKey !== ''
    ? readPayloadPath(scope.event.payload, digestKey)
    : undefined;
}

const MAX_KEY_LENGTH = 256;

/** What the wait is found by (behaviour WA2). */
function keyOf(value: unknown): Pick<RunWait, 'key'> {
  if (value === undefined || value === null) return {};
  return { key: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_KEY_LENGTH) };
}

/**
 * The key of a group of runs that are digested or throttled together: those of one subscriber at one step, for digests
 * in one set of contexts, with the same value of the key of the step (behaviour DG1, H1). Runs without a value are a
 * group of their own.
 */
export function groupKey(
  purpose: 'digest' | 'throttle',
  run: Pick<Run, 'environmentId' | 'workflowId' | 'subscriberId' | 'contextKeys'>,
  step: Pick<WorkflowStep, '_id'>,
  value: unknown,
): string {
  const { environmentId, workflowId, subscriberId, contextKeys } = run;
  const contexts = purpose === 'digest' ? contextKeys.toSorted() : [];
  const parts = [purpose, environmentId, workflowId, step._id, subscriberId, contexts, value ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
