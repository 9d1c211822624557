import {
  entryKey,
  idBytes,
  recordNumberOf,
  recordNumberOfEntry,
  type Environment,
  type Table,
} from '../storage/environment.js';
import type { Steps } from '../storage/commit-queue.js';
import { isMultikey, type IndexDefinition } from '../indexes/index-definition.js';
import { type KeyRange, OPEN_END, successor } from '../indexes/constraint.js';
import type { IndexPlan } from './planner.js';

/** A document that may match; includes its bytes if reading them had no extra cost. */
export interface Candidate {
  readonly recordNumber: number;
  readonly document?: Buffer;
  /** The document need not be read to know that it matches. */
  readonly matches?: boolean;
}

/**
 * A source of candidates. It may be paused between two calls of `next`, and then keeps no cursor open in the storage. It
 * continues after the last key, whatever was written meanwhile.
 */
export interface CandidateSource {
  /** Searches, in steps, until `next` knows what it returns. Where there is one, it is called before each `next`. */
  ready?(): Steps<void>;
  next(): Candidate | undefined;
  pause(): void;
  /** Index keys examined so far. */
  readonly keysExamined: number;
}

type Entry = { readonly key: Uint8Array; readonly value: Buffer };

/** Reads the entries of a table in key order over several ranges; can be resumed. */
class RangeReader {
  private iterator: Iterator<Entry> | undefined;
  private current = 0;
  private lastKey: Buffer | undefined;
  private ahead: Entry | undefined;

  constructor(
    private readonly table: Table,
    private readonly ranges: readonly KeyRange[],
    private readonly reverse: boolean,
  ) {}

  next(): Entry | undefined {
    const entry = this.peek();
    if (entry) this.lastKey = entry.key as Buffer;
    this.ahead = undefined;
    return entry;
  }

  /** What `next` returns, unless the reader is paused before. */
  peek(): Entry | undefined {
    while (!this.ahead && this.current < this.ranges.length) {
      this.iterator ??= this.open();
      const step = this.iterator.next();
      if (!step.done) this.ahead = step.value;
      else {
        this.iterator = undefined;
        this.lastKey = undefined;
        this.current++;
      }
    }
    return this.ahead;
  }

  pause(): void {
    this.iterator?.return?.();
    this.iterator = undefined;
    this.ahead = undefined;
  }

  private open(): Iterator<Entry> {
    const range = this.ranges[this.reverse ? this.ranges.length - 1 - this.current : this.current];
    if (!range) throw new RangeError('no such range');
    const { lastKey } = this;
    const options = this.reverse
      ? { start: lastKey ?? range.end, exclusiveStart: true, end: range.start, inclusiveEnd: true, reverse: true }
      : { start: lastKey ?? range.start, exclusiveStart: lastKey !== undefined, end: range.end };
    return this.table.getRange(options)[Symbol.iterator]() as Iterator<Entry>;
  }
}

/** Reads the entries with exactly these keys; without a cursor, which takes four calls of the storage for each. */
class KeyReader {
  private current = 0;

  constructor(
    private readonly table: Table,
    private readonly ranges: readonly KeyRange[],
    private readonly reverse: boolean,
  ) {}

  next(): Entry | undefined {
    while (this.current < this.ranges.length) {
      const at = this.reverse ? this.ranges.length - 1 - this.current : this.current;
      const key = this.ranges[at]!.start;
      this.current++;
      const value = this.table.getBinary(key);
      if (value) return { key, value };
    }
    return undefined;
  }

  pause(): void {}
}

/** Every document of a collection, in insertion order or in reverse. */
export class CollectionScan implements CandidateSource {
  readonly keysExamined = 0;
  private readonly reader: RangeReader;

  constructor(environment: Environment, collectionId: number, reverse: boolean) {
    const start = idBytes(collectionId);
    this.reader = new RangeReader(environment.records, [{ start, end: successor(start) }], reverse);
  }

  next(): Candidate | undefined {
    const entry = this.reader.next();
    return entry && { recordNumber: recordNumberOf(entry.key), document: entry.value };
  }

  pause(): void {
    this.reader.pause();
  }
}

/**
 * Merges ranges whose keys begin with fields of one value each: returns the entries in the order of what follows these fields.
 */
class MergingReader {
  private readonly readers: readonly { reader: RangeReader; from: number }[];

  constructor(
    table: Table,
    ranges: readonly KeyRange[],
    private readonly reverse: boolean,
    /** The length of the common fields in the keys of each range. */
    prefixes: readonly number[],
  ) {
    this.readers = ranges.map((range, i) => ({ reader: new RangeReader(table, [range], reverse), from: prefixes[i]! }));
  }

  next(): Entry | undefined {
    let first: { reader: RangeReader; rest: Uint8Array } | undefined;
    for (const { reader, from } of this.readers) {
      const entry = reader.peek();
      if (!entry) continue;
      const rest = entry.key.subarray(from);
      const order = first ? Buffer.compare(rest, first.rest) : -1;
      if (!first || (this.reverse ? order > 0 : order < 0)) first = { reader, rest };
    }
    return first?.reader.next();
  }

  pause(): void {
    for (const { reader } of this.readers) reader.pause();
  }
}

/** The documents of an index in the given key ranges, each once. */
export class IndexScan implements CandidateSource {
  keysExamined = 0;
  private readonly reader: Pick<RangeReader, 'next' | 'pause'>;
  private readonly index: IndexDefinition;
  private readonly seen: Set<number> | undefined;

  constructor(environment: Environment, plan: IndexPlan) {
    this.index = plan.index;
    const ranges = plan.ranges.map(({ start, end }) => storedRange(plan.index.id, start, end));
    this.reader = readerOf(environment.entries, plan, ranges);
    this.seen = isMultikey(plan.index) ? new Set() : undefined;
  }

  next(): Candidate | undefined {
    for (;;) {
      const entry = this.reader.next();
      if (!entry) return undefined;
      this.keysExamined++;
      const recordNumber = recordNumberOfEntry(this.index.unique, entry.key, entry.value);
      if (this.seen?.has(recordNumber)) continue;
      this.seen?.add(recordNumber);
      return { recordNumber };
    }
  }

  pause(): void {
    this.reader.pause();
  }
}

function readerOf(table: Table, { index, isExact, merging, reverse }: IndexPlan, ranges: readonly KeyRange[]) {
  if (isExact) return new KeyReader(table, ranges, reverse);
  if (!merging) return new RangeReader(table, ranges, reverse);
  const front = idBytes(index.id).length;
  return new MergingReader(
    table,
    ranges,
    reverse,
    merging.map((length) => front + length),
  );
}

/** A key range with the number of the index in front, as stored. */
export function storedRange(indexId: number, start: Buffer, end: Buffer): KeyRange {
  return {
    start: entryKey(indexId, start, undefined),
    end: end === OPEN_END ? idBytes(indexId + 1) : entryKey(indexId, end, undefined),
  };
}

/** Several sources in sequence; returns each document once. */
export class UnionScan implements CandidateSource {
  private readonly seen = new Set<number>();
  private current = 0;

  constructor(private readonly sources: readonly CandidateSource[]) {}

  get keysExamined(): number {
    return this.sources.reduce((sum, source) => sum + source.keysExamined, 0);
  }

  next(): Candidate | undefined {
    for (;;) {
      const source = this.sources[this.current];
      if (!source) return undefined;
      const candidate = source.next();
      if (!candidate) this.current++;
      else if (!this.seen.has(candidate.recordNumber)) {
        this.seen.add(candidate.recordNumber);
        return candidate;
      }
    }
  }

  pause(): void {
    this.sources[this.current]?.pause();
  }
}
