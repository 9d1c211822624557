import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import { ignoreDuplicates, rawCollection } from '../../../platform/persistence/writes.js';
import type { Passage, ThrottleRequest } from '../../engine/step-effects.js';
import { Throttle } from './throttle.schema.js';

/** How long a window is kept after its end, so that a repeated run still finds itself in it. */
const KEEP_MS = 3_600_000;

/** Counts runs in windows of time. */
@Injectable()
export class ThrottlesService {
  constructor(@InjectModel(Throttle.name) private readonly throttles: Model<Throttle>) {}

  /**
   * Returns for each run whether it passes. Despite concurrent calls no more runs than the threshold pass in a window
   * (behaviour H6), and a repeated call has the same result while the window is open.
   */
  count(requests: readonly ThrottleRequest[]): Promise<Passage[]> {
    return settleTogether(rawCollection<Throttle>(this.throttles), requests, decide);
  }
}

function decide(window: Throttle | undefined, request: ThrottleRequest): Decision<Throttle, Passage> {
  const { group: _id, environmentId, subscriberId, run, threshold, now, until } = request;
  const expiresAt = new Date(until.getTime() + KEEP_MS);
  if (!window) {
    return { write: { insertOne: { document: { _id, environmentId, subscriberId, until, runs: [run], expiresAt } } } };
  }
  if (window.runs.some((id) => id.equals(run))) return { settled: { passes: true } };
  if (window.until.getTime() <= now.getTime()) {
    return {
      write: {
        updateOne: { filter: { _id, until: window.until }, update: { $set: { until, runs: [run], expiresAt } } },
      },
    };
  }
  if (window.runs.length >= threshold) {
    return { settled: { passes: false, count: window.runs.length, until: window.until } };
  }
  // Only while there is room, and only once.
  const filter: mongo.Filter<Throttle> = {
    _id,
    until: window.until,
    runs: { $ne: run },
    [`runs.${threshold - 1}`]: { $exists: false },
  };
  return { write: { updateOne: { filter, update: { $push: { runs: run } } } } };
}

/** The next action for a request, given its document. */
type Decision<Document extends mongo.Document, Result> =
  | { settled: Result }
  | { write: mongo.AnyBulkWriteOperation<Document> };

/** Concurrent updates cannot delay a request this often; more rounds mean a bug in `decide`. */
const MAX_ROUNDS = 1000;

/**
 * Settles many requests on shared documents with a few commands: reads the documents, makes the writes that `decide`
 * returns, and reads again, until all requests are settled. Every write must be guarded by the document that was read,
 * so that a write that comes too late changes nothing.
 */
async function settleTogether<Document extends { _id: string }, Request extends { group: string }, Result>(
  documents: mongo.Collection<Document>,
  requests: readonly Request[],
  decide: (document: Document | undefined, request: Request) => Decision<Document, Result>,
): Promise<Result[]> {
  const results = new Map<Request, Result>();
  let open = [...requests];
  for (let round = 0; open.length > 0; round++) {
    if (round === MAX_ROUNDS) throw new Error(`${open.length} requests could not be settled`);
    const groups = [...new Set(open.map(({ group }) => group))];
    const found = await documents.find({ _id: { $in: groups } } as unknown as mongo.Filter<Document>).toArray();
    const byGroup = new Map(found.map((document) => [document._id as string, document as unknown as Document]));
    const writes: mongo.AnyBulkWriteOperation<Document>[] = [];
    const unsettled: Request[] = [];
    for (const request of open) {
      const decision = decide(byGroup.get(request.group), request);
      if ('settled' in decision) results.set(request, decision.settled);
      else {
        writes.push(decision.write);
        unsettled.push(request);
      }
    }
    if (writes.length > 0) await documents.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates);
    open = unsettled;
  }
  return requests.map((request) => results.get(request)!);
}
