import { serverError } from '../support/server-error.js';
import { uniqueDatabaseName } from '../support/store-under-test.js';
import { useStore } from '../support/use-store.js';

const store = useStore('management');

describe('collections and databases', () => {
  it('come into being with the first write, and are listed', async () => {
    const database = store.client().db(uniqueDatabaseName('lists'));
    expect(await database.listCollections().toArray()).toEqual([]);
    await database.collection('written').insertOne({ a: 1 });
    await database.createCollection('created');
    await database.collection('indexed').createIndex({ a: 1 });
    const names = (await database.listCollections().toArray()).map(({ name, type }) => `${name} ${type}`).sort();
    expect(names).toEqual(['created collection', 'indexed collection', 'written collection']);
    expect((await database.listCollections({ name: 'created' }, { nameOnly: true }).toArray())[0]).toMatchObject({
      name: 'created',
    });
    const { databases } = await store.client().db('admin').admin().listDatabases();
    expect(databases.map(({ name }) => name)).toContain(database.databaseName);
    await database.dropDatabase();
    expect(await database.listCollections().toArray()).toEqual([]);
    const after = await store.client().db('admin').admin().listDatabases({ nameOnly: true });
    expect(after.databases.map(({ name }) => name)).not.toContain(database.databaseName);
  });

  it('are not made by reading', async () => {
    const items = store.collection();
    expect(await items.find({ a: 1 }).toArray()).toEqual([]);
    expect(await items.countDocuments()).toBe(0);
    expect(await items.distinct('a')).toEqual([]);
    expect((await items.updateOne({}, { $set: { a: 1 } })).matchedCount).toBe(0);
    expect((await items.deleteMany({})).deletedCount).toBe(0);
    expect(await store.database().listCollections({ name: items.collectionName }).toArray()).toEqual([]);
  });

  it('are dropped with their indexes; dropping what is not there succeeds', async () => {
    const items = store.collection();
    await items.createIndex({ a: 1 }, { unique: true });
    await items.insertOne({ a: 1 });
    expect(await items.drop()).toBe(true);
    expect(await items.drop()).toBe(true);
    await items.insertMany([{ a: 1 }, { a: 1 }]);
    expect((await items.indexes()).map(({ name }) => name)).toEqual(['_id_']);
  });

  it('are renamed with documents and indexes', async () => {
    const items = store.collection();
    await items.createIndex({ a: 1 });
    await items.insertOne({ a: 1 });
    const target = store.collection();
    await target.insertOne({ old: true });
    await items.rename(target.collectionName, { dropTarget: true });
    expect(await items.countDocuments()).toBe(0);
    expect(await target.find({ a: 1 }, { hint: 'a_1' }).toArray()).toHaveLength(1);
    expect(await target.countDocuments()).toBe(1);
  });

  it('of different databases do not meet', async () => {
    const other = store.client().db(uniqueDatabaseName('other'));
    await other.collection('same').insertOne({ where: 'other' });
    await store.database().collection('same').insertOne({ where: 'here' });
    expect(await other.collection('same').countDocuments()).toBe(1);
    await other.dropDatabase();
    expect(await store.database().collection('same').findOne()).toMatchObject({ where: 'here' });
  });

  it('tell their size', async () => {
    const items = store.collection();
    await items.createIndex({ a: 1 });
    await items.insertMany(Array.from({ length: 100 }, (_, a) => ({ a, body: 'x'.repeat(100) })));
    const collection = await store.database().command({ collStats: items.collectionName });
    expect(collection).toMatchObject({ ns: items.namespace, count: 100, nindexes: 2 });
    expect(collection.size).toBeGreaterThan(100 * 100);
    const database = await store.database().command({ dbStats: 1 });
    expect(database.objects).toBeGreaterThanOrEqual(100);
  });

  it('keep natural order, and clear without forgetting indexes', async () => {
    const items = store.collection<{ _id: number }>();
    await items.createIndex({ a: 1 });
    const order = [5, 3, 9, 1, 7];
    await items.insertMany(order.map((_id) => ({ _id })));
    expect((await items.find().toArray()).map(({ _id }) => _id)).toEqual(order);
    expect((await items.find({}, { sort: { $natural: -1 } }).toArray()).map(({ _id }) => _id)).toEqual(
      [...order].reverse(),
    );
    expect((await items.deleteMany({})).deletedCount).toBe(5);
    expect(await items.indexes()).toHaveLength(2);
  });
});

describe('the server', () => {
  it('introduces itself as a standalone server of MongoDB 7.0', async () => {
    const admin = store.client().db('admin');
    const hello = await admin.command({ hello: 1 });
    expect(hello).toMatchObject({ isWritablePrimary: true, maxWireVersion: 21, ok: 1 });
    expect(hello.setName).toBeUndefined();
    expect(hello.logicalSessionTimeoutMinutes).toBeGreaterThan(0);
    expect(hello).toMatchObject({ maxBsonObjectSize: 16 * 1024 * 1024, maxMessageSizeBytes: 48_000_000 });
    expect((await admin.command({ buildInfo: 1 })).version).toMatch(/^7\.0\./);
    expect(await admin.command({ ping: 1 })).toMatchObject({ ok: 1 });
    expect(await admin.command({ serverStatus: 1 })).toMatchObject({ ok: 1 });
  });

  it('accepts sessions, concerns, comments and the stable interface', async () => {
    const items = store.collection();
    await store.client().withSession(async (session) => {
      await items.insertOne({ a: 1 }, { session, writeConcern: { w: 'majority', journal: true, wtimeoutMS: 1000 } });
      const found = items.find({}, { session, readConcern: { level: 'majority' }, comment: 'why', maxTimeMS: 5000 });
      expect(await found.toArray()).toHaveLength(1);
    });
    const stable = { find: items.collectionName, apiVersion: '1', apiStrict: false };
    expect(await store.database().command(stable)).toMatchObject({ ok: 1 });
    expect((await serverError(store.database().command({ ...stable, apiVersion: '9' }))).code).toBe(322);
  });
});
