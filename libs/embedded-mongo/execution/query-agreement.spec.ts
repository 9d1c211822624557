import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from 'bson';
import fc from 'fast-check';
import { Query } from 'mingo';
import { documentFrom, fromDocument, toDocument } from '../bson/convert.js';
import { parseIndexRequest } from '../indexes/index-definition.js';
import { choosePlan, collectionPlan, type Plan } from '../planning/planner.js';
import { parseFilter } from '../query/parse-filter.js';
import { runSteps } from '../storage/commit-queue.js';
import { buildIndexes } from './build-index.js';
import { countMatches } from '../commands/reading/find.js';
import { ensureCollection, Store } from './store.js';
import { parseSort } from '../ordering/sort-key.js';
import { QueryStream } from './query-stream.js';

/** Values that meet often: few of each type, long texts that do not fit into an index key, arrays, nothing. */
const scalar = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom(0.5, -1.5, 2.5),
  fc.constantFrom('', 'a', 'ab', 'b', 'x'.repeat(3000), `${'x'.repeat(3000)}y`),
  fc.constantFrom(true, false, null, new Date(0), new Date(1000)),
);
const field = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const document = fc.record({
  a: field,
  b: scalar,
  c: fc.oneof(fc.record({ d: field }), fc.array(fc.record({ d: scalar }), { maxLength: 2 }), scalar),
});
const path = fc.constantFrom('a', 'b', 'c.d');
const condition = fc.oneof(
  scalar,
  scalar.map((value) => ({ $eq: value })),
  fc.tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$ne'), scalar).map(([op, value]) => ({ [op]: value })),
  fc.tuple(scalar, scalar).map(([low, high]) => ({ $gte: low, $lt: high })),
  fc.array(scalar, { maxLength: 3 }).map((values) => ({ $in: values })),
  fc.boolean().map((exists) => ({ $exists: exists })),
  fc.constantFrom<Document>({ $regex: '^a' }, { $regex: '^x' }, { $elemMatch: { $gt: 0 } }, { $size: 1 }),
);
const simpleFilter = fc.array(fc.tuple(path, condition), { maxLength: 3 }).map((parts) => Object.fromEntries(parts));
const filter = fc.oneof(
  { weight: 4, arbitrary: simpleFilter },
  { weight: 1, arbitrary: fc.tuple(simpleFilter, simpleFilter).map(([x, y]) => ({ $or: [x, y] })) },
);
const direction = fc.constantFrom(1, -1);
const keyPattern = fc.uniqueArray(fc.tuple(path, direction), {
  minLength: 1,
  maxLength: 3,
  selector: ([name]) => name,
});
const index = fc.record({
  key: keyPattern.map((fields) => Object.fromEntries(fields)),
  kind: fc.constantFrom<Document>({}, {}, { sparse: true }, { partialFilterExpression: { b: { $gte: 0 } } }),
});
const sort = fc.uniqueArray(fc.tuple(path, direction), { maxLength: 2, selector: ([name]) => name });

describe('queries over random documents', () => {
  let folder: string;
  let store: Store;
  let next = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agreement-'));
    store = new Store(folder);
  });

  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  async function fill(
    documents: readonly Document[],
    indexes: readonly { key: Document; kind: Document }[],
  ): Promise<string> {
    const name = `c${next++}`;
    const half = Math.floor(documents.length / 2);
    const insert = async (from: number, to: number): Promise<void> =>
      store.commits.submitStep(() => {
        const collection = ensureCollection(store, 'test', name);
        for (let i = from; i < to; i++) store.records.insert(collection, fromDocument({ _id: i, ...documents[i] }));
      });
    // Half of the documents are there when the indexes are built, the others come later.
    await insert(0, half);
    const requests = indexes
      .map(({ key, kind }, i) => parseIndexRequest(documentFrom({ key, name: `i${i}`, ...kind })))
      .filter((request, i, all) => all.findIndex((other) => other.keyPattern.identical(request.keyPattern)) === i);
    const built: unknown = await store.commits
      .submit(() => buildIndexes(store, 'test', name, requests))
      .catch((error: unknown) => error);
    if (built instanceof Error) expect(built.message).toContain('parallel arrays');
    await insert(half, documents.length).catch((error: Error) => expect(error.message).toContain('parallel arrays'));
    return name;
  }

  async function run(name: string, plan: Plan, order: ReturnType<typeof parseSort>): Promise<Document[]> {
    const collection = ensureCollection(store, 'test', name);
    const stream = new QueryStream(store, collection, plan, order);
    const found: Document[] = [];
    for (let bytes = await runSteps(stream.next()); bytes; bytes = await runSteps(stream.next())) {
      found.push(toDocument(bytes));
      stream.pause();
    }
    return found;
  }

  const ids = (documents: readonly Document[]): number[] => documents.map((found) => found['_id'] as number);

  it('find the same with and without indexes, and count it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 25 }),
        fc.array(index, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(filter, sort), { minLength: 1, maxLength: 6 }),
        async (documents, indexes, queries) => {
          const name = await fill(documents, indexes);
          const collection = ensureCollection(store, 'test', name);
          for (const [query, fields] of queries) {
            const parsed = parseFilter(documentFrom(query));
            const order = parseSort(documentFrom(Object.fromEntries([...fields, ['_id', 1]])));
            const scanned = await run(name, collectionPlan(parsed, order), order);
            const plan = choosePlan(collection.indexes, parsed, order);
            expect(ids(await run(name, plan, order))).toEqual(ids(scanned));
            const unordered = choosePlan(collection.indexes, parsed, []);
            expect(ids(await run(name, unordered, [])).sort((a, b) => a - b)).toEqual(
              ids(scanned).sort((a, b) => a - b),
            );
            expect(await runSteps(countMatches(store, collection, unordered, Infinity))).toBe(scanned.length);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('find the same in the order of an index, of one value of its first field or of several', async () => {
    const values = fc.array(scalar, { maxLength: 4 }).map((list): Document => ({ $in: list }));
    const from = fc.option(
      scalar.map((value): Document => ({ $gte: value })),
      { nil: undefined },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 25 }),
        fc.tuple(fc.constantFrom('a', 'c.d'), direction, direction),
        fc.array(fc.tuple(fc.oneof(values, scalar), from, direction), { minLength: 1, maxLength: 6 }),
        async (documents, [first, up, along], queries) => {
          const name = await fill(documents, [{ key: { [first]: up, b: along, _id: along }, kind: {} }]);
          const collection = ensureCollection(store, 'test', name);
          for (const [wanted, b, sign] of queries) {
            const parsed = parseFilter(documentFrom({ [first]: wanted, ...(b && { b }) }));
            const order = parseSort(documentFrom({ b: sign, _id: sign }));
            const plan = choosePlan(collection.indexes, parsed, order);
            expect(ids(await run(name, plan, order))).toEqual(
              ids(await run(name, collectionPlan(parsed, order), order)),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('find what the aggregation library finds in an array, for numbers and texts', async () => {
    const plain = fc.record({ a: fc.integer({ min: 0, max: 5 }), b: fc.constantFrom('a', 'b', 'c') });
    const plainFilter = fc.oneof(
      fc.integer({ min: 0, max: 5 }).map((a): Document => ({ a })),
      fc
        .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$ne'), fc.integer({ min: 0, max: 5 }))
        .map(([op, a]): Document => ({ a: { [op]: a } })),
      fc.constantFrom('a', 'b').map((b): Document => ({ b, a: { $in: [1, 2, 3] } })),
      fc.constantFrom('a', 'b').map((b): Document => ({ $or: [{ b }, { a: 1 }] })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(plain, { maxLength: 30 }), plainFilter, async (documents, query) => {
        const name = await fill(documents, [
          { key: { b: 1, a: -1 }, kind: {} },
          { key: { a: 1 }, kind: {} },
        ]);
        const plan = choosePlan(ensureCollection(store, 'test', name).indexes, parseFilter(documentFrom(query)), []);
        const expected = new Query(query, {}).find<Document>(documents.map((found, _id) => ({ _id, ...found }))).all();
        expect(ids(await run(name, plan, [])).sort((a, b) => a - b)).toEqual(ids(expected).sort((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  it('read no more than they return when an index gives the order', async () => {
    const documents = Array.from({ length: 200 }, (_, i) => ({ a: i % 4, b: i }));
    const name = await fill(documents, [{ key: { a: 1, b: -1 }, kind: {} }]);
    const collection = ensureCollection(store, 'test', name);
    const order = parseSort(documentFrom({ b: 1 }));
    const plan = choosePlan(collection.indexes, parseFilter(documentFrom({ a: 2 })), order);
    const stream = new QueryStream(store, collection, plan, order, 0, 5);
    const found: unknown[] = [];
    for (let bytes = await runSteps(stream.next()); bytes; bytes = await runSteps(stream.next()))
      found.push(toDocument(bytes)['b']);
    expect(found).toEqual([2, 6, 10, 14, 18]);
    expect([stream.docsExamined, stream.keysExamined]).toEqual([5, 5]);
  });

  it.each([
    ['of several values', { a: { $in: [1, 3] } }, [199, 197, 195, 193, 191]],
    ['of a value in a list', { list: 2 }, [198, 194, 190, 186, 182]],
    ['of several values in a list', { list: { $in: [2, 9] } }, [199, 198, 197, 196, 195]],
  ])('read about as much as they return %s', async (_case, query, expected) => {
    const documents = Array.from({ length: 200 }, (_, i) => ({ a: i % 4, list: [i % 4, 9], b: i }));
    const name = await fill(documents, [
      { key: { a: 1, b: -1, _id: -1 }, kind: {} },
      { key: { list: 1, b: -1, _id: -1 }, kind: {} },
    ]);
    const collection = ensureCollection(store, 'test', name);
    const order = parseSort(documentFrom({ b: -1, _id: -1 }));
    const plan = choosePlan(collection.indexes, parseFilter(documentFrom(query)), order);
    const stream = new QueryStream(store, collection, plan, order, 0, 5);
    const found: unknown[] = [];
    for (let bytes = await runSteps(stream.next()); bytes; bytes = await runSteps(stream.next()))
      found.push(toDocument(bytes)['b']);
    expect(found).toEqual(expected);
    expect(stream.docsExamined).toBe(5);
  });
});
