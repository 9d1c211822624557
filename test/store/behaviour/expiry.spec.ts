import { setInterval as everyMilliseconds } from 'node:timers/promises';
import type { Collection, Document } from 'mongodb';
import { useStore } from '../support/use-store.js';

const store = useStore('expiry');

/** Asks again and again until the answer is the expected one; the expiry runs once a minute at most. */
async function eventually<Value>(ask: () => Promise<Value>, expected: Value, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  for await (const _ of everyMilliseconds(100)) {
    const answer = await ask();
    if (JSON.stringify(answer) === JSON.stringify(expected)) return;
    if (Date.now() > end) throw new Error(`Still ${JSON.stringify(answer)} instead of ${JSON.stringify(expected)}`);
  }
}

describe('expiry of documents', () => {
  interface Item {
    _id: string;
    at?: unknown;
  }
  let items: Collection<Item>;
  let changed: Collection;
  let answer: Document;

  // Before both tests, so that one round of the expiry serves both.
  beforeAll(async () => {
    items = store.collection();
    // Longer than the test takes: what is not due must not become so before the expiry comes round.
    await items.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
    const now = Date.now();
    await items.insertMany([
      { _id: 'due', at: new Date(now - 7_200_000) },
      { _id: 'due by its earliest date', at: [new Date(now + 3_600_000), new Date(now - 7_200_000)] },
      { _id: 'not due', at: new Date(now - 1_000) },
      { _id: 'number', at: 5 },
      { _id: 'text', at: '2001-01-01' },
      { _id: 'without' },
    ]);
    changed = store.collection();
    await changed.createIndex({ at: 1 }, { expireAfterSeconds: 86_400, name: 'ttl' });
    await changed.insertOne({ at: new Date(now - 3_600_000) });
    const index = { name: 'ttl', expireAfterSeconds: 60 };
    answer = await store.database().command({ collMod: changed.collectionName, index });
  });

  it('deletes what is due, and neither what is not due nor what has no date', async () => {
    const ids = async (): Promise<string[]> => (await items.find().toArray()).map(({ _id }) => _id).sort();
    await eventually(ids, ['not due', 'number', 'text', 'without'], 240);
  });

  it('follows a changed time', async () => {
    expect(answer).toMatchObject({ ok: 1, expireAfterSeconds_old: 86_400, expireAfterSeconds_new: 60 });
    await eventually(() => changed.countDocuments(), 0, 240);
  });
});
