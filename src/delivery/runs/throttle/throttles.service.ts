import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { ignoreDuplicates, rawCollection } from '../../../platform/persistence/writes.js';
import type { Passage, ThrottleRequest } from '../../engine/step-effects.js';
import { Throttle } from './throttle.schema.js';

/** How long a window is kept after its end, so that a repeated run still finds itself in it. */
const KEEP_MS = 3_600_000;

/** Concurrent updates cannot delay a run this often; more rounds mean a bug in `decide`. */
const MAX_ROUNDS = 1000;

/** Counts runs in windows of time. */
@Injectable()
export class ThrottlesService {
  constructor(@InjectModel(Throttle.name) private readonly throttles: Model<Throttle>) {}

  /**
   * Returns for each run whether it passes. Despite concurrent calls no more runs than the threshold pass in a window
   * (behaviour H6), and a repeated call has the same result while the window is open.
   */
  async count(requests: readonly ThrottleRequest[]): Promise<Passage[]> {
    const windows = rawCollection<Throttle>(this.throttles);
    const passages = new Map<ThrottleRequest, Passage>();
    let open = [...requests];
    for (let round = 0; open.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error(`${open.length} runs could not be counted`);
      const found = await windows.find({ _id: { $in: [...new Set(open.map(({ group }) => group))] } }).toArray();
      const byGroup = new Map(found.map((window) => [window._id, window]));
      const writes: mongo.AnyBulkWriteOperation<Throttle>[] = [];
      open = open.filter((request) => {
        const decision = decide(byGroup.get(request.group), request);
        if ('passes' in decision) passages.set(request, decision);
        else writes.push(decision);
        return !passages.has(request);
      });
      if (writes.length > 0) await windows.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates);
    }
    return requests.map((request) => passages.get(request)!);
  }
}

/**
 * Whether the run passes, or the write that lets it: it changes nothing when the window has changed since it was read. The
 * next round reads the window again.
 */
function decide(
  window: Throttle | undefined,
  request: ThrottleRequest,
): Passage | mongo.AnyBulkWriteOperation<Throttle> {
  const { group: _id, environmentId, subscriberId, run, threshold, now, until } = request;
  const expiresAt = new Date(until.getTime() + KEEP_MS);
  if (!window) {
    return { insertOne: { document: { _id, environmentId, subscriberId, until, runs: [run], expiresAt } } };
  }
  if (window.runs.some((id) => id.equals(run))) return { passes: true };
  if (window.until.getTime() <= now.getTime()) {
    return { updateOne: { filter: { _id, until: window.until }, update: { $set: { until, runs: [run], expiresAt } } } };
  }
  if (window.runs.length >= threshold) {
    return { passes: false, count: window.runs.length, until: window.until };
  }
  // Only while there is room, and only once.
  const filter: mongo.Filter<Throttle> = {
    _id,
    until: window.until,
    runs: { $ne: run },
    [`runs.${threshold - 1}`]: { $exists: false },
  };
  return { updateOne: { filter, update: { $push: { runs: run } } } };
}
