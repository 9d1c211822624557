import { createHash } from 'node:crypto';
import { type Collection, type Document, Int32, MongoBulkWriteError, MongoClient, MongoServerError } from 'mongodb';
import type { Random } from '../support/random.js';
import type { Ledger } from './ledger.js';

/** A document of the crash test. Its `check` makes a half written one visible. */
export interface Item extends Document {
  _id: string;
}

/** Keys each writer has for itself; few, so that keys are deleted and used again. */
const keysPerWriter = 40;

/** Keys all writers fight for under the unique index. */
export const sharedKeys = ['shared-a', 'shared-b', 'shared-c'];

/** Counts of the increments of one shared key: acknowledged, and sent without a response. */
export interface SharedCount {
  acknowledged: number;
  unsure: number;
}

/** Writes random changes over a connection of its own until the server is gone, and keeps the ledger. */
export class Writer {
  constructor(
    private readonly name: string,
    private readonly random: Random,
    private readonly ledger: Ledger,
    private readonly shared: Map<string, SharedCount>,
    private readonly acknowledged: () => void,
  ) {}

  /** Returns when the connection breaks. Any other error is a finding and is thrown. */
  async run(uri: string, databaseName: string): Promise<void> {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 1000, retryWrites: false });
    try {
      const items = client.db(databaseName).collection<Item>('items');
      for (;;) {
        await this.step(items, client);
        this.acknowledged();
      }
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    } finally {
      await client.close();
    }
  }

  private async step(items: Collection<Item>, client: MongoClient): Promise<void> {
    const key = this.random.between(0, keysPerWriter - 1);
    const id = `${this.name}-${key}`;
    const current = this.ledger.current(id) as Item | undefined;
    const kind = this.random.between(0, 9);
    if (kind === 0) return this.incrementShared(items);
    if (kind === 1) return this.insertBatch(items);
    if (current === undefined) return kind < 6 ? this.insert(items, id) : this.upsert(items, id);
    if (kind < 4) return this.update(items, current);
    if (kind < 6) return this.replace(items, id);
    if (kind < 8) return this.findAndModify(items, current);
    if (kind === 8) return this.bulk(items, current, client);
    return this.remove(items, id);
  }

  private async insert(items: Collection<Item>, id: string): Promise<void> {
    const item = this.item(id);
    const done = this.ledger.expect(id, item);
    await items.insertOne(item);
    done();
  }

  private async insertBatch(items: Collection<Item>): Promise<void> {
    const free = Array.from({ length: keysPerWriter }, (_, key) => `${this.name}-${key}`).filter(
      (id) => this.ledger.current(id) === undefined,
    );
    const batch = free.slice(0, 15).map((id) => this.item(id));
    if (batch.length === 0) return;
    const confirmations = batch.map((item) => this.ledger.expect(item._id, item));
    await items.insertMany(batch);
    for (const done of confirmations) done();
  }

  private async upsert(items: Collection<Item>, id: string): Promise<void> {
    const { _id, slug, ...rest } = this.item(id);
    const done = this.ledger.expect(id, { _id, slug, ...rest });
    const result = await items.updateOne({ slug }, { $setOnInsert: { _id }, $set: rest }, { upsert: true });
    if (result.upsertedId !== id) throw new Error(`upsert of ${id} reported ${JSON.stringify(result)}`);
    done();
  }

  private async update(items: Collection<Item>, current: Item): Promise<void> {
    const { group, n, tags, body, check } = this.item(current._id);
    const done = this.ledger.expect(current._id, { ...current, group, n, tags, body, check });
    await items.updateOne({ slug: current.slug }, { $set: { group, n, tags, body, check } });
    done();
  }

  private async replace(items: Collection<Item>, id: string): Promise<void> {
    const item = this.item(id);
    const done = this.ledger.expect(id, item);
    await items.replaceOne({ _id: id }, item);
    done();
  }

  private async findAndModify(items: Collection<Item>, current: Item): Promise<void> {
    const n = new Int32(Number(current.n) + 1);
    const done = this.ledger.expect(current._id, { ...current, n });
    await items.findOneAndUpdate({ _id: current._id }, { $inc: { n: 1 } });
    done();
  }

  /** Two documents in one command: each is all or nothing for itself. */
  private async bulk(items: Collection<Item>, current: Item, client: MongoClient): Promise<void> {
    const other = `${this.name}-${this.random.between(keysPerWriter, keysPerWriter + 5)}`;
    const { group, n } = this.item(current._id);
    const item = this.item(other);
    const done = this.ledger.expect(current._id, { ...current, group, n });
    const otherDone = this.ledger.expect(other, item);
    await client
      .db(items.dbName)
      .collection<Item>(items.collectionName)
      .bulkWrite([
        { updateOne: { filter: { _id: current._id }, update: { $set: { group, n } } } },
        { replaceOne: { filter: { _id: other }, replacement: item, upsert: true } },
      ]);
    done();
    otherDone();
  }

  private async remove(items: Collection<Item>, id: string): Promise<void> {
    const done = this.ledger.expect(id, undefined);
    const { deletedCount } = await items.deleteOne({ _id: id });
    if (deletedCount !== 1) throw new Error(`delete of ${id} reported ${deletedCount}`);
    done();
  }

  private async incrementShared(items: Collection<Item>): Promise<void> {
    const slug = this.random.pick(sharedKeys);
    const count = this.shared.get(slug);
    if (count === undefined) throw new Error(`No count for ${slug}`);
    count.unsure += 1;
    try {
      await items.updateOne({ slug }, { $inc: { n: 1 } }, { upsert: true });
      count.acknowledged += 1;
    } catch (error) {
      // two writers may both try to create the document; the unique index lets one of them through
      if (!(error instanceof MongoServerError && error.code === 11000)) throw error;
    }
    count.unsure -= 1;
  }

  private item(id: string): Item {
    const n = new Int32(this.random.between(0, 20));
    const body = this.random.pick(['x', 'carillon ', 'ä€😀']).repeat(this.random.between(0, 1500));
    return {
      _id: id,
      slug: `slug-of-${id}`,
      group: `g${this.random.between(0, 4)}`,
      n,
      tags: Array.from({ length: this.random.between(0, 4) }, () => `t${this.random.between(0, 9)}`),
      ...(this.random.next() < 0.5 ? { note: `note ${this.random.between(0, 9)}` } : {}),
      body,
      check: createHash('sha256').update(body).digest('hex'),
    };
  }
}

const connectionErrors = /^Mongo(Network|ServerSelection|PoolCleared|Topology|ServerClosed|NotConnected)/;

function isConnectionError(error: unknown): boolean {
  // a bulk write wraps the loss of its connection in an error that has no code of a server
  if (error instanceof MongoBulkWriteError) return error.code === undefined;
  return error instanceof Error && connectionErrors.test(error.name);
}
