import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from 'bson';
import fc from 'fast-check';
import { documentFrom, fromDocument, toDocument } from '../bson/convert.js';
import { countMatches } from '../commands/reading/find.js';
import { buildIndexes } from '../execution/build-index.js';
import { QueryStream } from '../execution/query-stream.js';
import { ensureCollection, Store } from '../execution/store.js';
import { type IndexDefinition, parseIndexRequest } from '../indexes/index-definition.js';
import { generateKeys } from '../indexes/key-generation.js';
import { planRead } from './plan-read.js';
import { parseSort } from '../ordering/sort-key.js';
import { parseFilter } from '../query/parse-filter.js';
import { matches } from '../query/match.js';
import { documentValue } from '../bson/raw-value.js';
import { entryKey } from '../storage/environment.js';
import { runSteps } from '../storage/commit-queue.js';

/** Few letters, so that parts overlap; characters that patterns, keys and UTF-16 treat specially. */
const text = fc
  .array(
    fc.constantFrom('a', 'A', 'k', '\u212a', 'b', ' ', '.', '\0', 'é', 'É', '😀', '😁', String.fromCodePoint(0xff)),
    { maxLength: 6 },
  )
  .map((characters) => characters.join(''));
const long = text.map((part) => `${'x'.repeat(2000)}${part}`);
const value = fc.oneof(
  { weight: 12, arbitrary: text },
  { weight: 1, arbitrary: long },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, undefined, 1, true, new Date(0), /a/) },
);
const person = fc.record({ group: fc.constantFrom('g', 'h'), a: value, b: value });

const escaped = (part: string): string =>
  part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);
const options = fc.constantFrom({}, { $options: 'i' });
const pattern = fc.tuple(text, fc.constantFrom('contains', 'begins', 'ends'), options).map(([part, how, more]) => ({
  ...more,
  $regex: `${how === 'begins' ? '^' : ''}${escaped(part)}${how === 'ends' ? String.raw`(?![\s\S])` : ''}`,
}));
const condition = fc.oneof(
  pattern.map((a): Document => ({ a })),
  fc.tuple(pattern, pattern).map(([a, b]): Document => ({ a, b })),
  fc.tuple(pattern, pattern, pattern).map(([a, b, c]): Document => ({ $or: [{ a }, { b }, { a: b, b: c }] })),
);
const bounds = fc.oneof(
  fc.constant({}),
  fc.integer({ min: 0, max: 40 }).map((_id): Document => ({ _id: { $lt: _id } })),
  fc.integer({ min: 0, max: 40 }).map((_id): Document => ({ _id: { $gte: _id } })),
);
const search = fc.tuple(condition, bounds, fc.constantFrom<Document>({ _id: 1 }, { _id: -1 }, { a: 1, _id: 1 }, {}));

type Step = { at: number; person?: Document };
const step: fc.Arbitrary<Step> = fc.record({ at: fc.integer({ min: 0, max: 40 }), person }, { requiredKeys: ['at'] });

/** A collection with an index on all that is searched for, and its documents. */
class People {
  private static made = 0;
  private readonly name = `people${People.made++}`;
  private readonly stored = new Map<number, { recordNumber: number; document: Buffer }>();

  constructor(private readonly store: Store) {}

  async create(): Promise<void> {
    const request = parseIndexRequest(documentFrom({ key: { group: 1, _id: 1, a: 1, b: 1 }, name: 'searched' }));
    await this.store.commits.submit(() => buildIndexes(this.store, 'test', this.name, [request]));
  }

  /** Writes each person under its number, in one transaction; without a person, removes what is there. */
  write(steps: readonly Step[]): Promise<void> {
    return this.store.commits.submitStep(() => {
      for (const { at, person: written } of steps) {
        const before = this.stored.get(at);
        const document = written && fromDocument({ _id: at, ...written });
        const { records } = this.store;
        if (document && before) records.replace(this.collection, before.recordNumber, before.document, document);
        else if (before) records.remove(this.collection, before.recordNumber, before.document);
        const inserted = document && !before ? records.insert(this.collection, document) : before?.recordNumber;
        if (document && inserted !== undefined) this.stored.set(at, { recordNumber: inserted, document });
        else this.stored.delete(at);
      }
    });
  }

  /** Without any index. */
  matching(filter: Document): number[] {
    const parsed = parseFilter(documentFrom(filter));
    const found = [...this.stored].filter(([, { document }]) => matches(parsed, documentValue(document)));
    return found.map(([at]) => at).sort((x, y) => x - y);
  }

  async find(filter: Document, order: Document): Promise<{ ids: number[]; kind: string }> {
    const sort = parseSort(documentFrom(order));
    const plan = planRead(this.collection, parseFilter(documentFrom(filter)), sort, undefined);
    const stream = new QueryStream(this.store, this.collection, plan, sort);
    const ids: number[] = [];
    for (let bytes = await runSteps(stream.next()); bytes; bytes = await runSteps(stream.next())) {
      ids.push(toDocument(bytes)['_id'] as number);
    }
    return { ids, kind: plan.kind };
  }

  count(filter: Document): Promise<number> {
    const plan = planRead(this.collection, parseFilter(documentFrom(filter)), [], undefined);
    return runSteps(countMatches(this.store, this.collection, plan, Infinity));
  }

  searchedIndex(): IndexDefinition {
    const index = this.collection.indexes.find(({ name }) => name === 'searched');
    if (!index) throw new Error('no such index');
    return index;
  }

  private get collection(): ReturnType<typeof ensureCollection> {
    return ensureCollection(this.store, 'test', this.name);
  }
}

describe('searches in pages', () => {
  const folders: string[] = [];
  const stores: Store[] = [];
  let store: Store;

  beforeAll(async () => {
    store = await open();
  });

  afterAll(async () => {
    for (const one of stores) await one.close();
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  async function open(pageBytes?: number): Promise<Store> {
    const folder = await mkdtemp(join(tmpdir(), 'pages-'));
    folders.push(folder);
    const opened = new Store(folder, false, pageBytes);
    stores.push(opened);
    return opened;
  }

  const kinds = new Set<string>();

  it('find and count what a look at every document finds, in order, whatever is written between them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.array(step), search), { minLength: 1, maxLength: 8 }), async (rounds) => {
        const people = new People(store);
        await people.create();
        for (const [steps, [wanted, range, order]] of rounds) {
          await people.write(steps);
          const filter = { group: 'g', ...range, ...wanted };
          const expected = people.matching(filter);
          const { ids, kind } = await people.find(filter, order);
          if ('a' in order || Object.keys(order).length === 0) ids.sort((x, y) => x - y);
          expect(ids).toEqual(order['_id'] === -1 ? expected.toReversed() : expected);
          expect(await people.count(filter)).toBe(expected.length);
          kinds.add(kind);
        }
      }),
      { numRuns: 150 },
    );
    expect(kinds).toContain('pages');
  });

  it.each([
    ['', undefined],
    [', without memory to keep them', 0],
    [', with memory for a few of them', 60_000],
  ])('find all of many pages, and what is added to and removed from them%s', async (_, pageBytes) => {
    const people = new People(await open(pageBytes));
    await people.create();
    await people.write(Array.from({ length: 1500 }, (_, at) => ({ at, person: { group: 'g', a: `n${at % 3}` } })));
    const all = async (order: Document, filter: Document = {}) =>
      (await people.find({ group: 'g', a: { $regex: 'n1' }, ...filter }, order)).ids;
    const ones = Array.from({ length: 500 }, (_, i) => 1 + 3 * i);
    expect(await all({ _id: 1 })).toEqual(ones);
    expect(await all({ _id: -1 })).toEqual(ones.toReversed());
    expect(await all({ _id: -1 }, { _id: { $lt: 700 } })).toEqual(ones.filter((id) => id < 700).toReversed());
    await people.write(ones.slice(100, 400).map((at) => ({ at })));
    expect(await all({ _id: 1 })).toEqual([...ones.slice(0, 100), ...ones.slice(400)]);
    await people.write(ones.slice(100, 400).map((at) => ({ at, person: { group: 'g', a: 'n1' } })));
    expect(await all({ _id: -1 }, { _id: { $lt: 700 } })).toEqual(ones.filter((id) => id < 700).toReversed());
    expect(await all({ _id: 1 }, { _id: { $gte: 300 } })).toEqual(ones.filter((id) => id >= 300));
    expect(await people.count({ group: 'g', a: { $regex: 'n1' } })).toBe(500);
  });

  it.each([
    [{ a: { $regex: 'a' }, b: { $regex: 'x', $options: 'i' } }, [1]],
    [{ a: { $regex: 'A' }, b: { $regex: 'x', $options: 'i' } }, [0]],
    [{ a: { $regex: 'a', $options: 'i' }, b: { $regex: 'X' } }, [0]],
    [{ a: { $regex: 'a', $options: 'i' }, b: { $regex: 'x', $options: 'i' } }, [0, 1]],
    [{ a: { $regex: 'A' }, b: { $regex: 'X' } }, [0]],
  ])('tell capital letters apart in one field and not in another: %j', async (filter, expected) => {
    const people = new People(store);
    await people.create();
    await people.write([
      { at: 0, person: { group: 'g', a: 'A', b: 'X' } },
      { at: 1, person: { group: 'g', a: 'a', b: 'x' } },
    ]);
    expect((await people.find({ group: 'g', ...filter }, { _id: 1 })).ids).toEqual(expected);
    expect(await people.count({ group: 'g', ...filter })).toBe(expected.length);
  });

  it('see a write whose commit ends after the first page was read', async () => {
    const people = new People(store);
    await people.create();
    const filter = { group: 'g', a: { $regex: 'e' } };
    const index = people.searchedIndex();
    const [key] = generateKeys(index, documentValue(fromDocument({ _id: 1, group: 'g', a: 'new' }))).keys;
    const entry = entryKey(index.id, key ?? Buffer.alloc(0), 1);
    store.pages.changed(index.id, entry);
    expect(await people.count(filter)).toBe(0);
    await store.environment.entries.put(entry, Buffer.of(0));
    store.pages.settle();
    expect(await people.count(filter)).toBe(1);
  });
});
