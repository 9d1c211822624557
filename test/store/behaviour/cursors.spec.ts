import { type Collection, type Document, Long, MongoClient } from 'mongodb';
import { serverError } from '../support/server-error.js';
import { useStore } from '../support/use-store.js';

const store = useStore('cursors');
/** Ten batches of a walk. */
const size = 10_000;

describe('cursors', () => {
  let items: Collection<{ _id: number; n: number; body: string }>;

  beforeAll(async () => {
    items = store.collection();
    await items.createIndex({ n: 1 });
    for (let start = 0; start < size; start += 5000) {
      const batch = Array.from({ length: 5000 }, (_, i) => start + i);
      await items.insertMany(batch.map((i) => ({ _id: i, n: (i * 7919) % size, body: `body of ${i}` })));
    }
  });

  /** Opens a cursor by hand and returns the answer's cursor part. */
  async function open(command: Document): Promise<{ id: Long | number; firstBatch: Document[] }> {
    const answer = await store.database().command({ find: items.collectionName, ...command }, { promoteLongs: false });
    return answer.cursor as { id: Long; firstBatch: Document[] };
  }

  it.each<[how: string, filter: Document, sort: Record<string, 1 | -1>]>([
    ['in natural order', {}, {}],
    ['by an index', { n: { $gte: 0 } }, { n: 1 }],
    ['by an index, backwards', {}, { n: -1 }],
    ['sorted in memory', {}, { body: 1 }],
  ])('walk ten thousand documents once each, %s', async (_, filter, sort) => {
    const [field = '_id', direction] = Object.entries(sort)[0] ?? [];
    const seen = new Set<number>();
    let repeated = 0;
    let outOfOrder = 0;
    let previous: Document | undefined;
    const options = { sort, batchSize: 1000, projection: { [field]: 1 } };
    // Counted, because so many calls of `expect` take longer than the walk.
    for await (const document of items.find<Document>(filter, options)) {
      if (seen.has(document._id)) repeated++;
      seen.add(document._id);
      if (previous && direction === 1 && !(previous[field] < document[field])) outOfOrder++;
      if (previous && direction === -1 && !(previous[field] > document[field])) outOfOrder++;
      previous = document;
    }
    expect({ seen: seen.size, repeated, outOfOrder }).toEqual({ seen: size, repeated: 0, outOfOrder: 0 });
  });

  it('begin with 101 documents unless told otherwise', async () => {
    expect((await open({})).firstBatch).toHaveLength(101);
    expect((await open({ batchSize: 7 })).firstBatch).toHaveLength(7);
    expect((await open({ batchSize: 0 })).firstBatch).toHaveLength(0);
    expect(Number((await open({ limit: 5 })).id)).toBe(0);
    expect(Number((await open({ batchSize: 5, singleBatch: true })).id)).toBe(0);
  });

  it('end where they were killed, and are unknown afterwards', async () => {
    const cursor = await open({ batchSize: 2 });
    const database = store.database();
    const getMore = { getMore: Long.fromValue(cursor.id), collection: items.collectionName, batchSize: 2 };
    expect((await database.command(getMore)).cursor.nextBatch).toHaveLength(2);
    const killed = await database.command({
      killCursors: items.collectionName,
      cursors: [cursor.id, Long.fromInt(12345)],
    });
    expect(killed.cursorsKilled).toHaveLength(1);
    expect(killed.cursorsNotFound).toHaveLength(1);
    expect((await serverError(database.command(getMore))).code).toBe(43);
  });

  it('are bound to their collection', async () => {
    const cursor = await open({ batchSize: 2 });
    const other = { getMore: Long.fromValue(cursor.id), collection: 'another' };
    expect((await serverError(store.database().command(other))).code).toBe(13);
  });

  it('go on while other connections change the collection', async () => {
    const changing = store.collection<{ _id: number; n: number }>();
    await changing.createIndex({ n: 1 });
    await changing.insertMany(Array.from({ length: 1000 }, (_, i) => ({ _id: i, n: i })));
    const seen: number[] = [];
    for await (const { _id } of changing.find({}, { sort: { n: 1 }, batchSize: 100 })) {
      seen.push(_id);
      if (_id === 150) {
        await changing.deleteMany({ n: { $gte: 200, $lt: 300 } });
        await changing.insertOne({ _id: 5000, n: 600.5 });
      }
    }
    // what stays untouched is seen once, what is gone is not seen behind the batch under way
    const expected = Array.from({ length: 1000 }, (_, i) => i).filter((i) => i < 200 || i >= 300);
    expect(seen.filter((id) => id !== 5000)).toEqual(expected);
    expect(seen.filter((id) => id === 5000)).toEqual([5000]);
  });

  it('end when their collection is dropped', async () => {
    const doomed = store.collection<{ _id: number }>();
    await doomed.insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: i })));
    const cursor = doomed.find({}, { batchSize: 100 });
    await cursor.next();
    await doomed.drop();
    const rest = cursor.toArray();
    // MongoDB kills the plan (175 QueryPlanKilled) or no longer knows the cursor (43)
    expect([43, 175]).toContain((await serverError(rest)).code);
  });

  it('cut an answer at 16 MB', async () => {
    const large = store.collection<{ _id: number; body: string }>();
    const body = 'x'.repeat(3 * 1024 * 1024);
    for (let i = 0; i < 12; i++) await large.insertOne({ _id: i, body });
    const answer = await store.database().command({ find: large.collectionName, batchSize: 100 });
    expect((answer.cursor.firstBatch as Document[]).length).toBeLessThan(6);
    expect(await large.find().toArray()).toHaveLength(12);
  });

  it('skip and limit', async () => {
    const page = await items.find({ n: { $gte: 10 } }, { sort: { n: 1 }, skip: 9000, limit: 3 }).toArray();
    expect(page.map(({ n }) => n)).toEqual([9010, 9011, 9012]);
    expect(await items.countDocuments({ n: { $lt: 500 } }, { skip: 100, limit: 50 })).toBe(50);
    expect(await items.estimatedDocumentCount()).toBe(size);
  });

  it('of a client that went away do not hold up writes', async () => {
    const client = new MongoClient(store.uri());
    const cursor = client.db(items.dbName).collection(items.collectionName).find({}, { batchSize: 10 });
    await cursor.next();
    await client.close(true);
    await items.updateOne({ _id: 1 }, { $set: { body: 'changed' } });
    expect((await items.findOne({ _id: 1 }))?.body).toBe('changed');
  });
});
