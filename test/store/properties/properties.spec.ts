import fc from 'fast-check';
import { type Db, MongoClient } from 'mongodb';
import { openStore, type StoreUnderTest, uniqueDatabaseName } from '../support/store-under-test.js';
import { indexes, type Step, steps } from './arbitraries.js';
import { Model } from './model.js';
import { contentOf, type Numbered, runOnModel, runOnStore } from './run-step.js';

/** Random runs in the suite; `PROPERTY_RUNS=2000` for a long search, another `PROPERTY_SEED` for others. */
const numRuns = Number(process.env.PROPERTY_RUNS ?? 60);

describe('random operations', () => {
  let store: StoreUnderTest;
  let client: MongoClient;
  let database: Db;
  let runs = 0;

  beforeAll(async () => {
    store = await openStore();
    client = await new MongoClient(store.uri).connect();
    database = client.db(uniqueDatabaseName('properties'));
  });

  afterAll(async () => {
    await database?.dropDatabase();
    await client?.close();
    await store?.close();
  });

  /** Runs the steps and compares every answer, and the content after every write, with the model. */
  async function compareWithModel(collection: Numbered, run: Step[]): Promise<void> {
    const model = new Model();
    for (const [position, step] of run.entries()) {
      const expected = runOnModel(model, step);
      const actual = await runOnStore(collection, step);
      expect({ position, step, answer: actual }).toEqual({ position, step, answer: expected });
    }
    expect(contentOf(await collection.find().toArray())).toBe(contentOf(model.documents.values()));
  }

  it(
    `answers as an array in memory does, with and without indexes (${numRuns} runs)`,
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, indexes, async (run, chosen) => {
          runs += 1;
          const bare: Numbered = database.collection(`bare${runs}`);
          const indexed: Numbered = database.collection(`indexed${runs}`);
          await indexed.createIndexes(chosen.map(({ key, options }) => ({ key, ...options })));
          await compareWithModel(bare, run);
          await compareWithModel(indexed, run);
          await bare.drop();
          await indexed.drop();
        }),
        { numRuns },
      );
    },
    300_000 + numRuns * 500,
  );
});
