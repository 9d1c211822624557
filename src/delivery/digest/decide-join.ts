import type { mongo, Types } from 'mongoose';
import type { Run } from '../../notifications/activity/run.schema.js';
import type { DigestJoin, DigestRequest, WindowEnd } from './digest.js';
import type { Digest, OpenWindow } from './digest.schema.js';

/** Runs in one page. A run joins by an update that is guarded by the page, so a small page is a cheap one. */
export const PAGE_RUNS = 200;

/** Digests and their windows are kept that long after they were last needed. */
export const KEEP_MS = 30 * 86_400_000;

/** The window a run is in. */
export interface KnownMembership {
  window: Types.ObjectId;
  /** Who got the events, if it is closed. */
  takenBy?: Types.ObjectId;
}

/** What a run has to do after a look at the digest of its group. */
export type JoinDecision =
  | { kind: 'settled'; join: DigestJoin }
  /** This write, which changes nothing if the digest has changed meanwhile, makes the run part of it. */
  | { kind: 'write'; write: mongo.AnyBulkWriteOperation<Digest>; join: DigestJoin }
  /** First the window whose time is over must be put away. */
  | { kind: 'retire'; end: WindowEnd }
  /** First the full page must be put away. */
  | { kind: 'turn-page'; digest: Pick<Digest, '_id' | 'environmentId' | 'subscriberId'>; window: OpenWindow };

/** `known`: the window, open or closed, in which the run was found beyond the current page. */
export function decideJoin(digest: Digest | undefined, request: DigestRequest, known?: KnownMembership): JoinDecision {
  const window = digest?.window;
  if (known && !window?.id.equals(known.window)) return { kind: 'settled', join: joinOfClosed(known, request) };
  if (!digest || !window) return decideOpening(digest, request);
  const { group, run, now } = request;
  const membership: DigestJoin = window.opener.equals(run)
    ? { kind: 'opened', window: window.id, until: window.until }
    : { kind: 'joined', window: window.id, until: window.until, opener: window.opener };
  if (known || window.runs.some((id) => id.equals(run))) return { kind: 'settled', join: membership };
  if (window.sealed || window.until.getTime() <= now.getTime()) {
    return { kind: 'retire', end: { group, window: window.id, until: window.until } };
  }
  if (window.runs.length >= PAGE_RUNS) return { kind: 'turn-page', digest, window };
  const filter = {
    _id: group,
    'window.id': window.id,
    'window.sealed': false,
    'window.runs': { $ne: run },
    [`window.runs.${PAGE_RUNS - 1}`]: { $exists: false },
  } as mongo.Filter<Digest>;
  const update = { $push: { 'window.runs': run } } as unknown as mongo.UpdateFilter<Digest>;
  return { kind: 'write', write: { updateOne: { filter, update } }, join: membership };
}

/** The run was cut off after it had joined, and the window has been closed since. */
function joinOfClosed({ window, takenBy }: KnownMembership, { window: own, now }: DigestRequest): DigestJoin {
  if (window.equals(own)) return { kind: 'opened', window, until: now };
  return { kind: 'joined', window, until: now, ...(takenBy && { opener: takenBy }) };
}

function decideOpening(digest: Digest | undefined, request: DigestRequest): JoinDecision {
  const { group, environmentId, subscriberId, run, now } = request;
  const identity = { _id: group, environmentId, subscriberId };
  if (digest?.passedBy?.equals(run)) return { kind: 'settled', join: { kind: 'passed' } };
  const opening = request.open(digest?.lastCompletedAt);
  if (!opening.ok) return { kind: 'settled', join: { kind: 'invalid', error: opening.error } };
  if (!opening.value.digest) {
    const passage = { lastCompletedAt: now, passedBy: run, expiresAt: new Date(now.getTime() + KEEP_MS) };
    return { kind: 'write', write: put(digest, identity, passage), join: { kind: 'passed' } };
  }
  const { until } = opening.value;
  const window: OpenWindow = { id: request.window, opener: run, until, sealed: false, pages: 0, runs: [run] };
  return {
    kind: 'write',
    write: put(digest, identity, { window, expiresAt: new Date(until.getTime() + KEEP_MS) }),
    join: { kind: 'opened', window: window.id, until },
  };
}

/** Creates the digest, or changes it if it is still without a window and nobody has passed since it was seen. */
function put(
  seen: Digest | undefined,
  identity: Pick<Digest, '_id' | 'environmentId' | 'subscriberId'>,
  fields: Partial<Digest> & Pick<Digest, 'expiresAt'>,
): mongo.AnyBulkWriteOperation<Digest> {
  if (!seen) return { insertOne: { document: { ...identity, ...fields } } };
  const filter = {
    _id: identity._id,
    window: { $exists: false },
    lastCompletedAt: seen.lastCompletedAt ?? { $exists: false },
  } as mongo.Filter<Digest>;
  return { updateOne: { filter, update: { $set: fields } } };
}

/** A merged run as it goes on in place of the one it was merged into: it waits at its digest step again. */
export function reopenedRun(run: Run, until: Date, now: Date): Run {
  const stepIndex = run.steps.findIndex(({ status }) => status === 'merged');
  const { mergedInto: _, ...rest } = run;
  return {
    ...rest,
    reopened: true,
    status: 'waiting',
    stepIndex,
    wakeAt: until,
    wait: { until, extensions: 0, since: now },
    updatedAt: now,
    steps: run.steps.map((step, index) => {
      if (index < stepIndex) return step;
      const { reason: __, ...record } = step;
      if (index > stepIndex) return { ...record, status: 'pending', details: [] };
      const detail = { at: now, status: 'Pending', detail: 'Step digested in place of a canceled event' } as const;
      return { ...record, status: 'delayed', reason: 'digest_waiting', details: [...step.details, detail] };
    }),
  };
}
