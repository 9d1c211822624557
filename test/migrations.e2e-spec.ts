import { Types } from 'mongoose';
import { SecretBox } from '../src/crypto/secret-box.js';
import type { IdempotencyRecord } from '../src/idempotency/idempotency-record.schema.js';
import { runMigrations } from '../src/migrations/run-migrations.js';
import { startTestApp, type TestApp } from './test-app.js';

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
      // Of environments that are there no more.
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

  it("of idempotency keys, which were the organization's, answer as before, and are looked for once", async () => {
    const records = test.connection.collection<IdempotencyRecord>('idempotencyrecords');
    const finished = test.connection.collection('migrations');
    const secretBox = test.app.get(SecretBox);
    const ask = (key: string) =>
      test.api.request({
        method: 'POST',
        url: '/v2/subscribers',
        payload: { subscriberId: key },
        headers: { 'idempotency-key': key },
      });
    /** Makes the record of a key as the earlier release had it. */
    const makeOld = async () => {
      const [record] = await records.find({ sealedFor: { $exists: false } }).toArray();
      const [, oldId] = record!._id.split(':');
      const body = secretBox.open(record!.answer!.sealedBody!, record!._id);
      const answer = { ...record!.answer!, sealedBody: secretBox.seal(body, oldId!) };
      await records.deleteOne({ _id: record!._id });
      await records.insertOne({ ...record!, _id: oldId!, answer });
    };
    const run = async () => {
      const told: [string, number][] = [];
      await runMigrations(test.connection, (name, documents) => told.push([name, documents]));
      return told;
    };

    const first = await ask('first');
    await makeOld();
    await finished.deleteMany({});
    expect(await run()).toEqual([['2026-11-22 idempotency keys', 1]]);
    const { status, body, headers } = await ask('first');
    expect({ status, body }).toEqual({ status: first.status, body: first.body });
    expect(headers['idempotency-replay']).toBe('true');

    await ask('second');
    await makeOld();
    expect(await run()).toEqual([]);
  });
});
