import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { rawCollection } from '../../platform/persistence/raw-collection.js';
import { type Decision, settleTogether } from '../effects/settle-together.js';
import { Throttle } from './throttle.schema.js';
import type { ThrottleRequest } from './throttle-window.js';

/** A window is kept that long after its end, so that a run that is repeated finds itself in it. */
const KEEP_MS = 3_600_000;

/** Counts runs in windows of time. */
@Injectable()
export class ThrottlesService {
  constructor(@InjectModel(Throttle.name) private readonly throttles: Model<Throttle>) {}

  /**
   * Whether each run passes. However many ask at once, no more than the threshold pass in a window (behaviour H6), and
   * a run that asks again gets the same answer while the window is open.
   */
  count(requests: readonly ThrottleRequest[]): Promise<boolean[]> {
    return settleTogether(rawCollection<Throttle>(this.throttles), requests, decide);
  }
}

function decide(window: Throttle | undefined, request: ThrottleRequest): Decision<Throttle, boolean> {
  const { group: _id, environmentId, subscriberId, run, threshold, now, until } = request;
  const expiresAt = new Date(until.getTime() + KEEP_MS);
  if (!window) {
    return { write: { insertOne: { document: { _id, environmentId, subscriberId, until, runs: [run], expiresAt } } } };
  }
  if (window.runs.some((id) => id.equals(run))) return { settled: true };
  if (window.until.getTime() <= now.getTime()) {
    return {
      write: {
        updateOne: { filter: { _id, until: window.until }, update: { $set: { until, runs: [run], expiresAt } } },
      },
    };
  }
  if (window.runs.length >= threshold) return { settled: false };
  // Only while there is room, and only once.
  const filter: mongo.Filter<Throttle> = {
    _id,
    until: window.until,
    runs: { $ne: run },
    [`runs.${threshold - 1}`]: { $exists: false },
  };
  return { write: { updateOne: { filter, update: { $push: { runs: run } } } } };
}
