import type { mongo } from 'mongoose';
import { ignoreDuplicates } from '../../platform/persistence/store-errors.js';

/** What is to be done for a request after a look at its document. */
export type Decision<Document extends mongo.Document, Result> =
  { settled: Result } | { write: mongo.AnyBulkWriteOperation<Document> };

/** Nobody can keep a request from being settled that often; a decision that is never settled is a mistake. */
const MAX_ROUNDS = 1000;

/**
 * Settles many requests on shared documents with a few commands for all: looks at the documents, writes what is decided,
 * and looks again, until each request finds itself settled. Every write must be guarded by what was seen, so that one
 * that came too late changes nothing.
 */
export async function settleTogether<Document extends { _id: string }, Request extends { group: string }, Result>(
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
