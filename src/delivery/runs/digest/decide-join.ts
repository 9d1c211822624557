import type { mongo, Types } from 'mongoose';
import { later } from '../../../platform/clock.js';
import type { DigestJoin, DigestRequest, WindowEnd } from '../../engine/step-effects.js';
import type { Digest, OpenWindow } from './digest.schema.js';

/** Runs in one page. The update that adds a run checks the whole page, so a small page makes it cheap. */
export const PAGE_RUNS = 200;

/** How long digests and their windows are kept after they were last needed. */
export const KEEP_MS = 30 * 86_400_000;

/** The window a run is in. */
export interface KnownMembership {
  window: Types.ObjectId;
  /** The run that got the events, if the window is closed. */
  takenBy?: Types.ObjectId;
}

/** The next action for a run, given the digest of its group. */
export type JoinDecision =
  | { kind: 'settled'; join: DigestJoin }
  /** This write adds the run; it changes nothing if the digest has changed meanwhile. */
  | { kind: 'write'; write: mongo.AnyBulkWriteOperation<Digest>; join: DigestJoin }
  /** First the window that has ended must be closed. */
  | { kind: 'retire'; end: WindowEnd }
  /** First the full page must be moved to its own document. */
  | { kind: 'turn-page'; digest: Pick<Digest, '_id' | 'environmentId' | 'subscriberId'>; window: OpenWindow };

/** `known`: the window, open or closed, in which the run was found outside the current page. */
export function decideJoin(digest: Digest | undefined, request: DigestRequest, known?: KnownMembership): JoinDecision {
  const window = digest?.window;
  if (digest?.passedBy?.equals(request.run)) return { kind: 'settled', join: { kind: 'passed' } };
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
    // Another worker may have added the run to a page that has been turned meanwhile.
    'window.pages': window.pages,
    'window.runs': { $ne: run },
    [`window.runs.${PAGE_RUNS - 1}`]: { $exists: false },
  } as mongo.Filter<Digest>;
  const update = { $push: { 'window.runs': run } } as unknown as mongo.UpdateFilter<Digest>;
  return { kind: 'write', write: { updateOne: { filter, update } }, join: membership };
}

/** The run was interrupted after it joined, and the window has been closed since. */
function joinOfClosed({ window, takenBy }: KnownMembership, { window: own, now }: DigestRequest): DigestJoin {
  if (window.equals(own)) return { kind: 'opened', window, until: now };
  return { kind: 'joined', window, until: now, ...(takenBy && { opener: takenBy }) };
}

function decideOpening(digest: Digest | undefined, request: DigestRequest): JoinDecision {
  const { group, environmentId, subscriberId, run, now } = request;
  const identity = { _id: group, environmentId, subscriberId };
  const opening = request.open(digest?.lastCompletedAt);
  if (!opening.ok) return { kind: 'settled', join: { kind: 'invalid', error: opening.error } };
  if (!opening.value.digest) {
    const passage = { lastCompletedAt: now, passedBy: run, expiresAt: later(now, KEEP_MS) };
    return { kind: 'write', write: put(digest, identity, passage), join: { kind: 'passed' } };
  }
  const { until } = opening.value;
  const window: OpenWindow = { id: request.window, opener: run, until, sealed: false, pages: 0, runs: [run] };
  return {
    kind: 'write',
    write: put(digest, identity, { window, expiresAt: later(until, KEEP_MS) }),
    join: { kind: 'opened', window: window.id, until },
  };
}

/** Creates the digest, or changes it if it still has no window and no run has passed since it was read. */
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
