import { type Document, MongoBulkWriteError, MongoServerError } from 'mongodb';
import { useStore } from '../support/use-store.js';

const store = useStore('writes');

describe('bulk writes', () => {
  it('report counters and the keys of upserts', async () => {
    const items = store.collection<{ _id: number } & Document>();
    const result = await items.bulkWrite([
      { insertOne: { document: { _id: 1, n: 1 } } },
      { insertOne: { document: { _id: 2, n: 2 } } },
      { updateOne: { filter: { _id: 1 }, update: { $inc: { n: 10 } } } },
      { updateMany: { filter: {}, update: { $set: { seen: true } } } },
      { updateOne: { filter: { _id: 3 }, update: { $set: { n: 3 } }, upsert: true } },
      { replaceOne: { filter: { _id: 4 }, replacement: { n: 4 }, upsert: true } },
      { deleteOne: { filter: { _id: 2 } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 2, matchedCount: 3, modifiedCount: 3, deletedCount: 1 });
    expect(result.upsertedIds).toEqual({ 4: 3, 5: 4 });
    expect(await items.find({}, { sort: { _id: 1 } }).toArray()).toEqual([
      { _id: 1, n: 11, seen: true },
      { _id: 3, n: 3 },
      { _id: 4, n: 4 },
    ]);
  });

  it.each([
    [true, [1], [0, 1]],
    [false, [1, 3], [0, 1, 2, 4]],
  ])('ordered: %s', async (ordered, failed, stored) => {
    const items = store.collection<{ _id: number; key: number }>();
    await items.createIndex({ key: 1 }, { unique: true });
    await items.insertOne({ _id: 0, key: 0 });
    const documents = [
      { _id: 1, key: 1 },
      { _id: 9, key: 1 },
      { _id: 2, key: 2 },
      { _id: 8, key: 2 },
      { _id: 4, key: 4 },
    ];
    const error = await items.insertMany(documents, { ordered }).catch((failure: unknown) => failure);
    if (!(error instanceof MongoBulkWriteError)) throw new Error('The insert had to fail');
    expect([error.writeErrors].flat().map(({ index, code }) => [index, code])).toEqual(failed.map((at) => [at, 11000]));
    expect(error.insertedCount).toBe(stored.length - 1);
    expect((await items.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id)).toEqual(stored);
  });

  it('take ten thousand documents in one call', async () => {
    const items = store.collection();
    const result = await items.insertMany(Array.from({ length: 10_000 }, (_, i) => ({ i, body: 'x'.repeat(1000) })));
    expect(result.insertedCount).toBe(10_000);
    expect(await items.countDocuments()).toBe(10_000);
  });
});

describe('updates of arrays', () => {
  const before = {
    _id: 1,
    n: [1, 5, 9],
    lines: [
      { k: 'a', v: 1 },
      { k: 'b', v: 2 },
    ],
    none: [] as number[],
  };

  it.each<[string, Document, Document, Document | undefined, Document]>([
    ['the first match', { n: { $gt: 3 } }, { $set: { 'n.$': 0 } }, undefined, { n: [1, 0, 9] }],
    [
      'the first match in documents',
      { 'lines.k': 'b' },
      { $inc: { 'lines.$.v': 5 } },
      undefined,
      {
        lines: [
          { k: 'a', v: 1 },
          { k: 'b', v: 7 },
        ],
      },
    ],
    [
      'the match of all conditions',
      { lines: { $elemMatch: { k: 'b', v: 2 } } },
      { $set: { 'lines.$.v': 0 } },
      undefined,
      {
        lines: [
          { k: 'a', v: 1 },
          { k: 'b', v: 0 },
        ],
      },
    ],
    ['all elements', {}, { $inc: { 'n.$[]': 1 } }, undefined, { n: [2, 6, 10] }],
    ['all elements of an empty array', {}, { $inc: { 'none.$[]': 1 } }, undefined, {}],
    ['elements that pass a filter', {}, { $set: { 'n.$[big]': 7 } }, [{ big: { $gte: 5 } }], { n: [1, 7, 7] }],
    [
      'fields of elements that pass a filter',
      {},
      { $unset: { 'lines.$[l].v': '' } },
      [{ 'l.k': 'a' }],
      { lines: [{ k: 'a' }, { k: 'b', v: 2 }] },
    ],
    ['one position', {}, { $set: { 'n.1': 6, 'n.4': 2 } }, undefined, { n: [1, 6, 9, null, 2] }],
    ['pushed in front', {}, { $push: { n: { $each: [3, 4], $position: 0 } } }, undefined, { n: [3, 4, 1, 5, 9] }],
    ['pushed before the end', {}, { $push: { n: { $each: [3], $position: -1 } } }, undefined, { n: [1, 5, 3, 9] }],
    [
      'pushed, sorted and cut',
      {},
      { $push: { n: { $each: [7, 3], $sort: -1, $slice: 3 } } },
      undefined,
      { n: [9, 7, 5] },
    ],
    ['pushed and cut from the front', {}, { $push: { n: { $each: [7], $slice: -2 } } }, undefined, { n: [9, 7] }],
    [
      'documents sorted by a field',
      {},
      { $push: { lines: { $each: [{ k: 'c', v: 0 }], $sort: { v: 1 } } } },
      undefined,
      {
        lines: [
          { k: 'c', v: 0 },
          { k: 'a', v: 1 },
          { k: 'b', v: 2 },
        ],
      },
    ],
    ['added once', {}, { $addToSet: { n: { $each: [5, 6, 6] } } }, undefined, { n: [1, 5, 9, 6] }],
    ['an array as one element', {}, { $push: { n: [1, 2] } }, undefined, { n: [1, 5, 9, [1, 2]] }],
    ['pulled by value', {}, { $pull: { n: 5 } }, undefined, { n: [1, 9] }],
    ['pulled by condition', {}, { $pull: { n: { $in: [1, 9] } } }, undefined, { n: [5] }],
    [
      'documents pulled by condition',
      {},
      { $pull: { lines: { k: 'a', v: { $lt: 5 } } } },
      undefined,
      { lines: [{ k: 'b', v: 2 }] },
    ],
    ['all of several values pulled', {}, { $pullAll: { n: [1, 5] } }, undefined, { n: [9] }],
    ['popped at the end', {}, { $pop: { n: 1 } }, undefined, { n: [1, 5] }],
    ['popped in front', {}, { $pop: { n: -1 } }, undefined, { n: [5, 9] }],
  ])('%s', async (_, filter, update, arrayFilters, changed) => {
    const items = store.collection<{ _id: number } & Document>();
    await items.insertOne(structuredClone(before));
    const options = arrayFilters === undefined ? {} : { arrayFilters: arrayFilters as Document[] };
    const result = await items.updateOne(filter, update, options);
    const after = { ...before, ...changed };
    expect(await items.findOne()).toEqual(after);
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: Object.keys(changed).length === 0 ? 0 : 1 });
  });
});

describe('other updates', () => {
  it.each<[string, Document, Document | Document[], Document]>([
    ['fields in depth', { a: { b: 1 } }, { $set: { 'a.c.d': 2 }, $unset: { 'a.b': '' } }, { a: { c: { d: 2 } } }],
    [
      'least and greatest',
      { a: 5, b: 5 },
      { $min: { a: 3, x: 1 }, $max: { b: 'text sorts above numbers' } },
      { a: 3, b: 'text sorts above numbers', x: 1 },
    ],
    ['a product of nothing', {}, { $mul: { a: 5 } }, { a: 0 }],
    ['a new name', { a: 1, b: 2, c: 3 }, { $rename: { a: 'c' } }, { b: 2, c: 1 }],
    [
      'a pipeline',
      { a: 2, b: 3 },
      [{ $set: { sum: { $add: ['$a', '$b'] } } }, { $unset: 'a' }, { $set: { b: '$$REMOVE' } }],
      { sum: 5 },
    ],
    [
      'a pipeline that replaces',
      { a: { x: 1 } },
      [{ $replaceWith: { $mergeObjects: ['$$ROOT', '$a'] } }],
      { a: { x: 1 }, x: 1 },
    ],
  ])('%s', async (_, before, update, after) => {
    const items = store.collection<{ _id: number } & Document>();
    await items.insertOne({ _id: 1, ...before });
    expect(await items.updateOne({ _id: 1 }, update)).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
    expect(await items.findOne()).toEqual({ _id: 1, ...after });
  });

  it('set the current date', async () => {
    const items = store.collection<{ at: Date; stamp?: unknown }>();
    const start = Date.now();
    const update: Document = { $currentDate: { at: true, stamp: { $type: 'timestamp' } } };
    await items.updateOne({}, update, { upsert: true });
    const end = Date.now();
    const found = await items.findOne();
    // The store may have a clock of its own, as a server elsewhere does.
    expect(Number(found?.at)).toBeGreaterThan(start - 60_000);
    expect(Number(found?.at)).toBeLessThan(end + 60_000);
    expect(found?.stamp).toMatchObject({ _bsontype: 'Timestamp' });
  });

  it('an upsert combines filter, update and what is set on insert', async () => {
    const items = store.collection();
    const filter = { 'who.name': 'ada', $and: [{ kind: { $eq: 'x' } }], n: { $gt: 3 } };
    const update: Document = { $set: { seen: true }, $setOnInsert: { n: 4 }, $push: { tags: 't' } };
    const result = await items.updateOne(filter, update, { upsert: true });
    expect(result.upsertedCount).toBe(1);
    const stored = { _id: result.upsertedId, who: { name: 'ada' }, kind: 'x', n: 4, seen: true, tags: ['t'] };
    expect(await items.findOne()).toMatchObject(stored);
    await items.updateOne(filter, { $setOnInsert: { n: 99 }, $set: { seen: false } }, { upsert: true });
    expect(await items.find({}, { projection: { n: 1, seen: 1, _id: 0 } }).toArray()).toEqual([{ n: 4, seen: false }]);
  });

  it('return the document before or after, by sort and projection', async () => {
    const items = store.collection<{ _id: number } & Document>();
    await items.insertMany([
      { _id: 1, n: 1, body: 'x' },
      { _id: 2, n: 2, body: 'y' },
    ]);
    const byGreatest = { sort: { n: -1 }, projection: { n: 1 } } as const;
    expect(await items.findOneAndUpdate({}, { $inc: { n: 10 } }, byGreatest)).toEqual({ _id: 2, n: 2 });
    const after = { ...byGreatest, returnDocument: 'after' } as const;
    expect(await items.findOneAndUpdate({}, { $inc: { n: 10 } }, after)).toEqual({ _id: 2, n: 22 });
    expect(await items.findOneAndReplace({ _id: 1 }, { z: 1 }, { returnDocument: 'after' })).toEqual({ _id: 1, z: 1 });
    const created = await items.findOneAndUpdate(
      { _id: 3 },
      { $set: { n: 3 } },
      { upsert: true, returnDocument: 'after' },
    );
    expect(created).toEqual({ _id: 3, n: 3 });
    const whole = await items.findOneAndDelete({ _id: 3 }, { includeResultMetadata: true });
    expect(whole).toMatchObject({ ok: 1, value: { _id: 3, n: 3 }, lastErrorObject: { n: 1 } });
    expect(await items.findOneAndDelete({ _id: 3 })).toBeNull();
  });
});

describe('concurrent writes', () => {
  it('fifty upserts of one key leave one document', async () => {
    const items = store.collection();
    await items.createIndex({ key: 1 }, { unique: true });
    let refused = 0;
    const attempts = Array.from({ length: 50 }, (_, i) =>
      items
        .updateOne({ key: 'k' }, { $inc: { n: 1 }, $addToSet: { by: i } }, { upsert: true })
        .catch((error: unknown) => {
          // MongoDB, too, may tell the loser of such a race about the duplicate
          if (!(error instanceof MongoServerError && error.code === 11000)) throw error;
          refused += 1;
        }),
    );
    await Promise.all(attempts);
    const stored = await items.find().toArray();
    expect(stored).toHaveLength(1);
    expect(stored[0]?.n).toBe(50 - refused);
    expect(stored[0]?.by).toHaveLength(50 - refused);
  });

  it('a hundred parallel increments give a hundred different numbers', async () => {
    const counters = store.collection<{ _id: string; n: number }>();
    const next = async (): Promise<number | undefined> => {
      const options = { upsert: true, returnDocument: 'after' } as const;
      return (await counters.findOneAndUpdate({ _id: 'orders' }, { $inc: { n: 1 } }, options))?.n;
    };
    const numbers = await Promise.all(Array.from({ length: 100 }, next));
    expect(numbers.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  it('each of fifty open jobs is claimed once', async () => {
    const jobs = store.collection<{ _id: number; state: string; by?: number }>();
    await jobs.createIndex({ state: 1 });
    await jobs.insertMany(Array.from({ length: 50 }, (_, i) => ({ _id: i, state: 'open' })));
    const claims = await Promise.all(
      Array.from({ length: 60 }, (_, by) => jobs.findOneAndUpdate({ state: 'open' }, { $set: { state: 'taken', by } })),
    );
    const claimed = claims.flatMap((job) => (job === null ? [] : [job._id]));
    expect(new Set(claimed).size).toBe(50);
    expect(claimed).toHaveLength(50);
  });
});
