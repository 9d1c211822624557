import { setImmediate as turn } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { Random } from '../support/random.js';
import { StoreProcess } from '../support/store-process.js';
import { describeEmbedded } from '../support/store-under-test.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { createIndexes, inspect, readAll } from './inspection.js';
import { Ledger } from './ledger.js';
import { type Item, type SharedCount, sharedKeys, Writer } from './writer.js';

/** How often the store is killed; `CRASH_KILLS=200` for the long form. */
const kills = Number(process.env.CRASH_KILLS ?? 5);
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000_000);
const databaseName = 'crash';

describeEmbedded('a store killed while it writes', () => {
  it(
    `keeps every acknowledged write and halves none (${kills} kills, CRASH_SEED=${seed})`,
    async () => {
      const random = new Random(seed);
      const ledger = new Ledger();
      const shared = new Map(sharedKeys.map((key) => [key, { acknowledged: 0, unsure: 0 }]));
      const folder = await temporaryFolder('crash');
      let acknowledged = 0;
      let store = await StoreProcess.start(folder.path);
      try {
        await withItems(store, createIndexes);
        for (let kill = 1; kill <= kills; kill++) {
          const target = acknowledged + random.between(1, 250);
          let reached = (): void => {};
          const enough = new Promise<void>((resolve) => (reached = resolve));
          const count = (): void => {
            acknowledged += 1;
            if (acknowledged >= target) reached();
          };
          const writers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
            new Writer(name, new Random(random.between(0, 2 ** 31)), ledger, shared, count).run(
              store.uri,
              databaseName,
            ),
          );
          // a writer that fails for another reason than the kill must not leave the test waiting
          await Promise.race([enough, Promise.all(writers)]);
          for (let turns = random.between(0, 30); turns > 0; turns--) await turn();
          await store.kill();
          await Promise.all(writers);
          store = await StoreProcess.start(folder.path);
          await expectSound(store, ledger, shared, `after kill ${kill}`);
        }
        expect(await store.stop()).toMatchObject({ code: 0 });
        store = await StoreProcess.start(folder.path);
        await expectSound(store, ledger, shared, 'after a clean stop');
      } finally {
        await store.stop();
        await folder.remove();
      }
      process.stdout.write(`${kills} kills, ${acknowledged} acknowledged writes, CRASH_SEED=${seed}\n`);
    },
    300_000 + kills * 5_000,
  );
});

async function withItems<Result>(
  store: StoreProcess,
  use: (items: ReturnType<typeof itemsOf>) => Promise<Result>,
): Promise<Result> {
  const client = new MongoClient(store.uri, { promoteValues: false });
  try {
    return await use(itemsOf(client));
  } finally {
    await client.close();
  }
}

function itemsOf(client: MongoClient) {
  return client.db(databaseName).collection<Item>('items');
}

/** The store agrees with the ledger and with itself. */
async function expectSound(
  store: StoreProcess,
  ledger: Ledger,
  shared: Map<string, SharedCount>,
  moment: string,
): Promise<void> {
  await withItems(store, async (items) => {
    const documents = await readAll(items);
    const own = new Map<string, Item>();
    const problems: string[] = [];
    for (const item of documents) {
      const count = shared.get(String(item.slug));
      if (count === undefined) own.set(item._id, item);
      else if (Number(item.n) < count.acknowledged || Number(item.n) > count.acknowledged + count.unsure) {
        problems.push(`${item.slug} counts ${item.n}, possible is ${JSON.stringify(count)}`);
      }
    }
    for (const [slug, count] of shared) {
      const stored = documents.filter((item) => item.slug === slug);
      if (stored.length > 1 || (stored.length === 0 && count.acknowledged > 0)) {
        problems.push(`${stored.length} documents for ${slug}`);
      }
      count.acknowledged = Number(stored[0]?.n ?? 0);
      count.unsure = 0;
    }
    problems.push(...ledger.reconcile(own), ...(await inspect(items, documents)));
    expect({ moment, problems }).toEqual({ moment, problems: [] });
  });
}
