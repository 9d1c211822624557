import { type Document, Long } from 'bson';
import { serverError } from '../support/server-error.js';
import { useStore } from '../support/use-store.js';

const store = useStore('indexes');

describe('unique indexes', () => {
  it('refuse a second document of the same key and name the key', async () => {
    const users = store.collection();
    await users.createIndex({ email: 1 }, { unique: true });
    await users.insertOne({ email: 'ada@example.org' });
    const error = await serverError(users.insertOne({ email: 'ada@example.org' }));
    expect(error.code).toBe(11000);
    expect(error.keyPattern).toEqual({ email: 1 });
    expect(error.keyValue).toEqual({ email: 'ada@example.org' });
    expect(error.message).toContain(
      `E11000 duplicate key error collection: ${users.namespace} index: email_1 dup key: { email: "ada@example.org" }`,
    );
    expect(await users.countDocuments()).toBe(1);
  });

  it('name `_id` when it is taken', async () => {
    const users = store.collection<{ _id: number }>();
    await users.insertOne({ _id: 7 });
    const error = await serverError(users.insertOne({ _id: 7 }));
    expect(error).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 7 } });
    expect(error.message).toContain(`collection: ${users.namespace} index: _id_ dup key: { _id: 7 }`);
  });

  it('refuse updates, replacements and upserts that would double a key, and change nothing', async () => {
    const users = store.collection<{ _id: number; email?: string; n?: number }>();
    await users.createIndex({ email: 1 }, { unique: true });
    await users.insertMany([
      { _id: 1, email: 'a' },
      { _id: 2, email: 'b' },
    ]);
    for (const attempt of [
      () => users.updateOne({ _id: 2 }, { $set: { email: 'a', n: 1 } }),
      () => users.replaceOne({ _id: 2 }, { email: 'a' }),
      () => users.findOneAndUpdate({ _id: 2 }, { $set: { email: 'a' } }),
      () => users.updateOne({ _id: 3 }, { $set: { email: 'a' } }, { upsert: true }),
    ]) {
      expect(await serverError(attempt())).toMatchObject({ code: 11000, keyValue: { email: 'a' } });
    }
    expect(await users.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, email: 'a' },
      { _id: 2, email: 'b' },
    ]);
  });

  it('treat numbers of all widths as one key, and a missing field as null', async () => {
    const numbers = store.collection();
    await numbers.createIndex({ n: 1 }, { unique: true });
    await numbers.insertOne({ n: 1 });
    expect((await serverError(numbers.insertOne({ n: Long.fromNumber(1) }))).code).toBe(11000);
    await numbers.insertOne({ n: '1' });
    await numbers.insertOne({ other: true });
    expect((await serverError(numbers.insertOne({ n: null }))).code).toBe(11000);
  });

  it('tell long keys apart that differ only at the end', async () => {
    const texts = store.collection();
    await texts.createIndex({ text: 1 }, { unique: true });
    const long = 'ä'.repeat(3000);
    await texts.insertOne({ text: `${long}1` });
    await texts.insertOne({ text: `${long}2` });
    expect((await serverError(texts.insertOne({ text: `${long}1` }))).code).toBe(11000);
    const found = await texts.find({ text: { $gte: `${long}1`, $lt: `${long}2` } }).toArray();
    expect(found.map(({ text }) => text)).toEqual([`${long}1`]);
    expect(await texts.find({}, { sort: { text: -1 }, projection: { _id: 0 } }).toArray()).toEqual([
      { text: `${long}2` },
      { text: `${long}1` },
    ]);
  });

  it('cover all fields of a compound key', async () => {
    const items = store.collection();
    await items.createIndex({ a: 1, b: -1 }, { unique: true, name: 'pair' });
    await items.insertMany([
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ]);
    const error = await serverError(items.insertOne({ a: 1, b: 2 }));
    expect(error).toMatchObject({ code: 11000, keyPattern: { a: 1, b: -1 }, keyValue: { a: 1, b: 2 } });
    expect(error.message).toContain('index: pair dup key: { a: 1, b: 2 }');
  });

  it('cannot be created over documents that break them', async () => {
    const items = store.collection();
    await items.insertMany([{ k: 1 }, { k: 1 }]);
    expect((await serverError(items.createIndex({ k: 1 }, { unique: true }))).code).toBe(11000);
    expect((await items.indexes()).map(({ name }) => name)).toEqual(['_id_']);
    await items.deleteOne({ k: 1 });
    expect(await items.createIndex({ k: 1 }, { unique: true })).toBe('k_1');
  });

  it('leave out missing fields when sparse', async () => {
    const items = store.collection();
    await items.createIndex({ code: 1 }, { unique: true, sparse: true });
    await items.insertMany([{ a: 1 }, { a: 2 }, { code: null }]);
    expect((await serverError(items.insertOne({ code: null }))).code).toBe(11000);
    expect(await items.countDocuments({ code: null })).toBe(3);
    expect(await items.find({}, { sort: { code: 1 } }).toArray()).toHaveLength(3);
  });

  it('cover only the documents of a partial filter', async () => {
    const items = store.collection();
    await items.createIndex({ name: 1 }, { unique: true, partialFilterExpression: { active: true } });
    await items.insertMany([
      { name: 'x', active: false },
      { name: 'x', active: false },
      { name: 'x', active: true },
    ]);
    expect((await serverError(items.insertOne({ name: 'x', active: true }))).code).toBe(11000);
    expect((await serverError(items.updateMany({ active: false }, { $set: { active: true } }))).code).toBe(11000);
    expect(await items.countDocuments({ name: 'x' })).toBe(3);
    expect(await items.countDocuments({ name: 'x', active: true })).toBe(1);
    await items.updateOne({ active: true }, { $set: { active: false } });
    await items.insertOne({ name: 'x', active: true });
  });

  it('let each element of an array be a key, once per document', async () => {
    const items = store.collection();
    await items.createIndex({ tags: 1 }, { unique: true });
    await items.insertOne({ tags: ['a', 'b', 'a'] });
    expect((await serverError(items.insertOne({ tags: ['c', 'b'] }))).code).toBe(11000);
    await items.insertOne({ tags: ['c'] });
  });
});

describe('keys of a unique index', () => {
  const long = 'x'.repeat(2000);

  it.each<[string, Document, number[]]>([
    ['one', { a: 1, b: 'p' }, [1]],
    ['several, and one that no document has', { a: { $in: [1, 2, 9] }, b: 'p' }, [1, 3]],
    ['several of each field', { a: { $in: [2, 1] }, b: { $in: ['q', 'p'] } }, [1, 2, 3]],
    ['not only of the first field', { a: 1 }, [1, 2]],
    ['null, for fields that are missing', { a: null, b: null }, [6]],
    ['an element of a list', { a: 4, b: 'p' }, [4]],
    ['elements of one list, whose document is found once', { a: { $in: [4, 5] }, b: 'p' }, [4]],
    ['longer than what is stored', { a: long, b: { $in: ['p', 'q'] } }, [5]],
    ['longer than what is stored, of no document', { a: `${long}y`, b: 'p' }, []],
    ['another condition, too', { a: { $in: [1, 2] }, b: 'p', n: { $gt: 2 } }, [3]],
  ])('find their documents: %s', async (_what, filter, expected) => {
    const items = store.collection<{ _id: number }>();
    await items.createIndex({ a: 1, b: 1 }, { unique: true });
    const documents: Document[] = [
      { a: 1, b: 'p' },
      { a: 1, b: 'q' },
      { a: 2, b: 'p' },
      { a: [4, 5], b: 'p' },
      { a: long, b: 'p' },
      {},
    ];
    await items.insertMany(documents.map((document, index) => ({ _id: index + 1, n: index + 1, ...document })));
    const found = await items.find(filter).hint('a_1_b_1').sort({ _id: 1 }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(expected);
  });

  it.each<[1 | -1, number[]]>([
    [1, [1, 3]],
    [-1, [3, 1]],
  ])('find their documents in their order: %d', async (direction, expected) => {
    const items = store.collection<{ _id: number }>();
    await items.insertMany([{ _id: 2 }, { _id: 3 }, { _id: 1 }]);
    const found = await items
      .find({ _id: { $in: [3, 9, 1] } })
      .sort({ _id: direction })
      .toArray();
    expect(found.map(({ _id }) => _id)).toEqual(expected);
  });
});

describe('indexes over arrays', () => {
  it('find a document by each element and return it once', async () => {
    const items = store.collection<{ _id: number } & Document>();
    await items.createIndex({ tags: 1, n: 1 });
    await items.insertMany([
      { _id: 1, tags: ['a', 'b', 'c'], n: 1 },
      { _id: 2, tags: 'b', n: 2 },
      { _id: 3, tags: [], n: 3 },
    ]);
    const ids = async (filter: object): Promise<number[]> =>
      (await items.find(filter, { hint: 'tags_1_n_1', sort: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    expect(await ids({ tags: 'b' })).toEqual([1, 2]);
    expect(await ids({ tags: { $in: ['a', 'b', 'c'] } })).toEqual([1, 2]);
    expect(await ids({ tags: { $gte: 'a' } })).toEqual([1, 2]);
    expect(await ids({ tags: [] })).toEqual([3]);
    expect(await ids({ tags: ['a', 'b', 'c'] })).toEqual([1]);
    expect(await ids({})).toEqual([1, 2, 3]);
    expect(await items.countDocuments({ tags: { $gte: 'a' } })).toBe(2);
    await items.updateOne({ _id: 1 }, { $set: { tags: ['a', 'c'] } });
    expect(await ids({ tags: 'b' })).toEqual([2]);
  });

  it('do not combine bounds that different elements satisfy', async () => {
    const items = store.collection<{ _id: number; n: number[] }>();
    await items.createIndex({ n: 1 });
    await items.insertMany([
      { _id: 1, n: [1, 9] },
      { _id: 2, n: [5] },
    ]);
    const found = await items.find({ n: { $gt: 4, $lt: 6 } }, { sort: { _id: 1 } }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual([1, 2]);
    const within = await items.find({ n: { $elemMatch: { $gt: 4, $lt: 6 } } }).toArray();
    expect(within.map(({ _id }) => _id)).toEqual([2]);
  });

  it('refuse two arrays in one key', async () => {
    const items = store.collection();
    await items.createIndex({ a: 1, b: 1 });
    await items.insertMany([
      { a: [1, 2], b: 1 },
      { a: 1, b: [1, 2] },
    ]);
    expect((await serverError(items.insertOne({ a: [1], b: [2] }))).code).toBe(171);
    expect((await serverError(items.updateOne({ b: 1 }, { $set: { b: [3] } }))).code).toBe(171);
    expect(await items.countDocuments({ b: 3 })).toBe(0);
  });

  it('reach into documents inside arrays', async () => {
    const orders = store.collection<{ _id: number; lines: { sku: string; n?: number }[] }>();
    await orders.createIndex({ 'lines.sku': 1 });
    await orders.insertMany([
      { _id: 1, lines: [{ sku: 'a' }, { sku: 'b' }] },
      { _id: 2, lines: [{ sku: 'b', n: 2 }] },
    ]);
    const found = await orders.find({ 'lines.sku': 'b' }, { hint: 'lines.sku_1', sort: { _id: 1 } }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual([1, 2]);
  });
});

describe('indexes over documents that change', () => {
  const document = { a: 1, b: { c: 1, d: 1 }, ü: 1, list: [1], n: 1, open: true };

  it.each<[string, Document, string, Document, number[]]>([
    ['the first field of a key', { $set: { a: 2 } }, 'a_1_b.c_1', { a: 2 }, [1]],
    ['the second field of a key', { $set: { 'b.c': 2 } }, 'a_1_b.c_1', { a: 1, 'b.c': 2 }, [1]],
    ['an object around a field', { $set: { b: { d: 1 } } }, 'a_1_b.c_1', { a: 1, 'b.c': null }, [1]],
    ['a field that is no longer there', { $unset: { b: 1 } }, 'a_1_b.c_1', { a: 1, 'b.c': null }, [1]],
    ['the type of a number', { $set: { a: Long.fromNumber(1) } }, 'a_1_b.c_1', { a: 1, 'b.c': 1 }, [1, 2]],
    ['a field with a name beyond ASCII', { $set: { ü: 2 } }, 'ü_1', { ü: 2 }, [1]],
    ['a list', { $push: { list: 2 } }, 'list_1', { list: 2 }, [1]],
    ['the field of a partial filter', { $set: { open: false } }, 'n_1', { n: 1, open: true }, [2]],
    ['a field of no index', { $set: { other: 1 } }, 'a_1_b.c_1', { a: 1, 'b.c': 1 }, [1, 2]],
  ])('follow %s', async (_what, update, hint, filter, ids) => {
    const things = store.collection<{ _id: number }>();
    await things.createIndexes([
      { key: { a: 1, 'b.c': 1 } },
      { key: { ü: 1 } },
      { key: { list: 1 } },
      { key: { n: 1 }, partialFilterExpression: { open: true } },
    ]);
    await things.insertMany([1, 2].map((_id) => ({ _id, ...document })));
    await things.updateOne({ _id: 1 }, update);
    const found = await things
      .find(filter, { hint, projection: { _id: 1 } })
      .sort({ _id: 1 })
      .toArray();
    expect(found.map(({ _id }) => _id)).toEqual(ids);
    // An entry that was left behind would find a document twice.
    for (const index of ['a_1_b.c_1', 'ü_1', 'list_1']) {
      expect(await things.find({}, { hint: index }).toArray()).toHaveLength(2);
    }
  });
});

describe('management of indexes', () => {
  it('lists what was created, in order, with its options', async () => {
    const items = store.collection();
    await items.createIndexes([
      { key: { a: 1, b: -1 } },
      { key: { at: 1 }, expireAfterSeconds: 3600, name: 'ttl' },
      { key: { c: 1 }, unique: true, sparse: true },
      { key: { d: 1 }, partialFilterExpression: { d: { $gt: 5 } } },
    ]);
    expect(await items.indexes()).toMatchObject([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1, b: -1 }, name: 'a_1_b_-1' },
      { key: { at: 1 }, name: 'ttl', expireAfterSeconds: 3600 },
      { key: { c: 1 }, name: 'c_1', unique: true, sparse: true },
      { key: { d: 1 }, name: 'd_1', partialFilterExpression: { d: { $gt: 5 } } },
    ]);
  });

  it('accepts the same index again and refuses another of the same name or key', async () => {
    const items = store.collection();
    await items.createIndex({ a: 1 }, { name: 'x' });
    expect(await items.createIndex({ a: 1 }, { name: 'x' })).toBe('x');
    expect((await serverError(items.createIndex({ a: 1 }, { name: 'y' }))).code).toBe(85);
    expect((await serverError(items.createIndex({ b: 1 }, { name: 'x' }))).code).toBe(86);
    expect((await serverError(items.createIndex({ a: 1 }, { name: 'x', unique: true }))).code).toBe(86);
    expect(await items.indexes()).toHaveLength(2);
  });

  it('refuses what is no index', async () => {
    const items = store.collection();
    for (const key of [{ a: 2.5, b: 'nonsense' }, { a: 0 }, { $a: 1 }]) {
      expect((await serverError(items.createIndex(key as never))).code).toBe(67);
    }
  });

  it('drops by name and by key, and all but `_id`', async () => {
    const items = store.collection();
    await items.createIndexes([{ key: { a: 1 } }, { key: { b: 1 } }, { key: { c: 1 } }]);
    await items.dropIndex('a_1');
    await store.database().command({ dropIndexes: items.collectionName, index: { b: 1 } });
    expect((await items.indexes()).map(({ name }) => name)).toEqual(['_id_', 'c_1']);
    expect((await serverError(items.dropIndex('a_1'))).code).toBe(27);
    expect((await serverError(items.dropIndex('_id_'))).code).toBe(72);
    await items.dropIndexes();
    expect((await items.indexes()).map(({ name }) => name)).toEqual(['_id_']);
  });

  it('fills an index created over existing documents', async () => {
    const items = store.collection<{ _id: number; n: number }>();
    await items.insertMany(Array.from({ length: 2000 }, (_, i) => ({ _id: i, n: i % 10 })));
    await items.createIndex({ n: 1 });
    expect(await items.find({ n: 3 }, { hint: 'n_1' }).toArray()).toHaveLength(200);
    await items.deleteMany({ n: { $lt: 5 } });
    expect(await items.find({}, { hint: 'n_1' }).toArray()).toHaveLength(1000);
  });
});
