import { documentValue } from '../bson/raw-value.js';
import type { Plan } from '../indexes/planner.js';
import { matches } from '../query/match.js';
import type { CollectionEntry } from '../storage/collection-entry.js';
import type { Steps } from '../storage/commit-queue.js';
import { openSource } from './query-stream.js';
import type { Store } from './store.js';

/** Candidates looked at between two points where other work may go on. */
const CANDIDATES_PER_STEP = 128;

/** Counts matches up to a limit. Documents are read only where the index alone does not decide. */
export function* countMatches(store: Store, collection: CollectionEntry, plan: Plan, limit: number): Steps<number> {
  if (plan.kind === 'collection' && plan.residual.length === 0) return Math.min(collection.count, limit);
  const source = openSource(store, collection, plan);
  let count = 0;
  try {
    for (let examined = 1; count < limit; examined++) {
      const candidate = source.next();
      if (!candidate) break;
      if (plan.residual.length === 0) {
        count++;
      } else {
        const document = candidate.document ?? store.records.read(collection, candidate.recordNumber);
        if (document && plan.residual.every((part) => matches(part, documentValue(document)))) count++;
      }
      if (examined % CANDIDATES_PER_STEP === 0) {
        source.pause();
        yield;
      }
    }
  } finally {
    source.pause();
  }
  return count;
}
