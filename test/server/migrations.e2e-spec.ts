import { Types } from 'mongoose';
import { runMigrations } from '../../src/server/migrations.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('data of earlier releases', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  it('of integrations are brought into the present form, once, and have identifiers of their own', async () => {
    const integrations = test.connection.collection('integrations');
    await integrations.dropIndex('organizationId_1_identifier_1');
    const [environment] = await test.connection.collection('environments').find().toArray();
    const now = new Date();
    const old = [1, 2].map(() => ({
      _id: new Types.ObjectId(),
      // Of environments that were deleted.
      environmentId: new Types.ObjectId(),
      organizationId: environment!.organizationId,
      channel: 'in_app',
      providerId: 'novu',
      identifier: 'in-app',
      name: 'In-app',
      active: true,
      createdAt: now,
      updatedAt: now,
    }));
    await integrations.insertMany(old);
    const told: [string, number][] = [];
    const run = () => runMigrations(test.connection, (name, documents) => told.push([name, documents]));
    await Promise.all([run(), run()]);
    await run();
    expect(told.every(([name, documents]) => name === '2026-11-21 integrations' && documents <= 2)).toBe(true);
    expect(told.length).toBeLessThanOrEqual(2);
    await integrations.createIndex({ organizationId: 1, identifier: 1 }, { unique: true });
    const { status, body } = await test.api.get('/v1/integrations');
    expect(status).toBe(200);
    const brought = body.filter(({ _id }: { _id: string }) => old.some((one) => one._id.toHexString() === _id));
    expect(brought).toHaveLength(2);
    for (const one of brought) {
      expect(one).toMatchObject({ kind: 'delivery', primary: false, conditions: [], credentials: {}, active: true });
      expect(one.identifier).toMatch(/^in-app-/);
    }
  });

  it('that are slow to find are searched for until one search has been completed', async () => {
    const records = test.connection.collection<{ _id: string; environmentId: Types.ObjectId }>('idempotencyrecords');
    const told: [string, number][] = [];
    const run = () => runMigrations(test.connection, (name, documents) => told.push([name, documents]));
    await records.insertOne({ _id: 'old', environmentId: new Types.ObjectId() });
    await run();
    expect(told).toEqual([]);
    await test.connection.collection('migrations').deleteMany({});
    await run();
    expect(told).toEqual([['2026-11-22 idempotency keys', 1]]);
  });

  it('lose the indexes of subscribers that have been replaced, also when several processes start', async () => {
    const subscribers = test.connection.collection('subscribers');
    const names = async () => (await subscribers.indexes()).map(({ name }) => name);
    const present = await names();
    await subscribers.dropIndex(present.find((name) => name?.includes('lastName')) ?? '');
    await subscribers.createIndexes([{ key: { environmentId: 1, _id: 1 } }, { key: { environmentId: 1, phone: 1 } }]);
    const told: string[] = [];
    const run = () => runMigrations(test.connection, (name) => told.push(name));
    await Promise.all([run(), run()]);
    expect(new Set(await names())).toEqual(new Set(present));
    expect(new Set(told)).toEqual(new Set(['2026-11-23 indexes of subscribers']));
    told.length = 0;
    await run();
    expect(told).toEqual([]);
  });
});
