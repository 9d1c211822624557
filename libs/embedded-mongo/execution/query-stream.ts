import { documentValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import type { ReadPlan } from '../planning/plan-read.js';
import { type CandidateSource, CollectionScan, IndexScan, UnionScan } from '../planning/scan.js';
import { PageScan } from '../planning/page-scan.js';
import { type SortField, sortKey } from '../ordering/sort-key.js';
import { matches } from '../query/match.js';
import type { CollectionEntry } from '../storage/collection-entry.js';
import type { Steps } from '../storage/commit-queue.js';
import type { Store } from './store.js';

/** A lazy stream of documents, as held by a cursor. */
export interface DocumentStream {
  /** The next document, or undefined at the end. May yield before it has one. */
  next(): Steps<Buffer | undefined>;
  /** Releases everything held in the storage; `next` continues from here. */
  pause(): void;
}

/** A stream over a list of documents. */
export class ListStream implements DocumentStream {
  private position = 0;

  constructor(private readonly documents: readonly Buffer[]) {}

  // oxlint-disable-next-line require-yield -- the documents are in memory
  *next(): Steps<Buffer | undefined> {
    return this.documents[this.position++];
  }

  pause(): void {}
}

/** A matching document and where it is stored. */
export interface Found {
  readonly recordNumber: number;
  readonly document: Buffer;
}

/** Maximum memory for sorting without an index, in bytes. */
const MAX_SORT_MEMORY = 256 * 1024 * 1024;

/** Candidates examined before other work may run. */
const CANDIDATES_PER_STEP = 64;

/** The source of candidates of a plan. */
export function openSource(store: Store, collection: CollectionEntry, plan: ReadPlan): CandidateSource {
  switch (plan.kind) {
    case 'collection':
      return new CollectionScan(store.environment, collection.id, plan.reverse);
    case 'index':
      return new IndexScan(store.environment, plan);
    case 'union':
      return new UnionScan(plan.branches.map((branch) => new IndexScan(store.environment, branch)));
    case 'pages':
      return new PageScan(store.pages, plan);
  }
}

/** The documents that a plan finds, filtered and sorted, with skip and limit applied. */
export class QueryStream implements DocumentStream {
  docsExamined = 0;
  private readonly source: CandidateSource;
  private sorted: readonly number[] | undefined;
  private sortedPosition = 0;
  private toSkip: number;
  private remaining: number;

  constructor(
    private readonly store: Store,
    private readonly collection: CollectionEntry,
    private readonly plan: ReadPlan,
    private readonly sort: readonly SortField[] = [],
    skip = 0,
    /** Maximum number of documents; 0 for all. */
    limit = 0,
  ) {
    this.source = openSource(store, collection, plan);
    this.toSkip = skip;
    this.remaining = limit === 0 ? Infinity : limit;
  }

  get keysExamined(): number {
    return this.source.keysExamined;
  }

  *next(): Steps<Buffer | undefined> {
    return (yield* this.nextFound())?.document;
  }

  /** The next match with its record number. */
  *nextFound(): Steps<Found | undefined> {
    this.checkAlive();
    while (this.remaining > 0) {
      const found = this.plan.sorted ? yield* this.nextMatch() : yield* this.nextSorted();
      if (!found) break;
      if (this.toSkip > 0) {
        this.toSkip--;
        continue;
      }
      this.remaining--;
      return found;
    }
    this.pause();
    return undefined;
  }

  pause(): void {
    this.source.pause();
  }

  /** Throws if the collection or index that the stream reads has been dropped. */
  private checkAlive(): void {
    const { collection, plan } = this;
    if (collection.dropped) {
      throw new CommandError(ErrorCode.QueryPlanKilled, `collection dropped. UUID ${collection.uuid.toString()}`);
    }
    const used = plan.kind === 'index' || plan.kind === 'pages' ? [plan] : plan.kind === 'union' ? plan.branches : [];
    const dropped = used.find(({ index }) => !collection.indexes.includes(index));
    if (dropped)
      throw new CommandError(ErrorCode.QueryPlanKilled, `query plan killed :: index '${dropped.index.name}' dropped`);
  }

  private *nextMatch(): Steps<Found | undefined> {
    for (let examined = 1; ; examined++) {
      if (this.source.ready) yield* this.source.ready();
      const candidate = this.source.next();
      if (!candidate) return undefined;
      const document = candidate.document ?? this.store.records.read(this.collection, candidate.recordNumber);
      if (document) {
        this.docsExamined++;
        const value = documentValue(document);
        if (this.plan.residual.every((part) => matches(part, value))) {
          return { recordNumber: candidate.recordNumber, document };
        }
      }
      if (examined % CANDIDATES_PER_STEP === 0) {
        this.pause();
        yield;
        this.checkAlive();
      }
    }
  }

  private *nextSorted(): Steps<Found | undefined> {
    this.sorted ??= yield* this.sortAll();
    for (;;) {
      const recordNumber = this.sorted[this.sortedPosition++];
      if (recordNumber === undefined) return undefined;
      const document = this.store.records.read(this.collection, recordNumber);
      if (document) return { recordNumber, document };
    }
  }

  /** Record numbers of all matches in order; with a limit, only as many as are needed. */
  private *sortAll(): Steps<readonly number[]> {
    const wanted = this.remaining + this.toSkip;
    let kept: { key: Buffer; recordNumber: number }[] = [];
    let memory = 0;
    const inOrder = (a: { key: Buffer; recordNumber: number }, b: { key: Buffer; recordNumber: number }): number =>
      a.key.compare(b.key) || a.recordNumber - b.recordNumber;
    for (;;) {
      const found = yield* this.nextMatch();
      if (!found) break;
      const key = sortKey(documentValue(found.document), this.sort);
      memory += key.length + 96;
      kept.push({ key, recordNumber: found.recordNumber });
      if (kept.length >= Math.max(wanted * 2, 1000)) {
        kept = kept.sort(inOrder).slice(0, wanted);
        memory = kept.reduce((sum, item) => sum + item.key.length + 96, 0);
      }
      if (memory > MAX_SORT_MEMORY) {
        throw new CommandError(
          ErrorCode.QueryExceededMemoryLimit,
          `Sort exceeded memory limit of ${MAX_SORT_MEMORY} bytes; an index on the sort fields avoids it`,
        );
      }
    }
    return kept
      .sort(inOrder)
      .slice(0, wanted)
      .map((item) => item.recordNumber);
  }
}
