import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromDocument } from '../bson/convert.js';
import { CommandError } from '../errors.js';
import { ensureCollection, Store } from '../execution/store.js';

describe('writes', () => {
  let folder: string;
  let store: Store;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commits-'));
    store = new Store(folder);
  });

  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  const transactions = (): number => (store.environment.root.getStats() as { lastTxnId: number }).lastTxnId;
  const insert = (id: unknown): void => {
    store.records.insert(ensureCollection(store, 'test', 'things'), fromDocument({ _id: id }));
  };

  it('that wait at the same moment share a commit', async () => {
    await store.commits.submitStep(() => insert('first'));
    const before = transactions();
    await Promise.all(Array.from({ length: 100 }, async (_, i) => store.commits.submitStep(() => insert(i))));
    expect(store.catalog.find('test', 'things')?.count).toBe(101);
    expect(transactions() - before).toBeLessThanOrEqual(3);
  });

  it('that are refused leave the others of their commit alone', async () => {
    const results = await Promise.allSettled([
      store.commits.submitStep(() => insert(1)),
      store.commits.submitStep(() => insert(1)),
      store.commits.submitStep(() => insert(2)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(store.catalog.find('test', 'things')?.count).toBe(2);
  });

  it('that fail for another reason undo their whole commit, in memory too', async () => {
    await store.commits.submitStep(() => insert('kept'));
    const failing = store.commits.submitStep(() => {
      insert('lost');
      throw new RangeError('a fault of the program');
    });
    await expect(failing).rejects.toThrow('a fault of the program');
    const collection = store.catalog.find('test', 'things');
    expect(collection?.count).toBe(1);
    expect(collection && store.countStored(collection)).toEqual({ nrecords: 1, keysPerIndex: { _id_: 1 } });
    await store.commits.submitStep(() => insert('lost'));
    expect(store.catalog.find('test', 'things')?.count).toBe(2);
  });

  it('that take long let others in between', async () => {
    const finished: string[] = [];
    const long = store.commits.submit(function* () {
      while (finished.length === 0) yield;
      finished.push('long');
    });
    await store.commits.submitStep(() => insert('short'));
    finished.push('short');
    await long;
    expect(finished).toEqual(['short', 'long']);
  });

  it('are refused once the store is closing', async () => {
    await store.commits.close();
    await expect(store.commits.submitStep(() => insert(1))).rejects.toThrow(CommandError);
  });
});
