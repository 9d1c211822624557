import { appendFile, copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { EmbeddedMongo } from '#libs/embedded-mongo/server.js';
import { folderSnapshot } from '../support/folder-snapshot.js';
import { eventually } from '../../eventually.js';
import { StoreProcess } from '../support/store-process.js';
import { describeEmbedded } from '../support/store-under-test.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

/** Opens a store, uses a client on it, and closes both. */
async function withStore<Result>(dataDir: string, use: (client: MongoClient) => Promise<Result>): Promise<Result> {
  const store = await EmbeddedMongo.open({ dataDir });
  const client = new MongoClient(store.uri);
  try {
    return await use(client);
  } finally {
    await client.close();
    await store.close();
  }
}

/** The error of a start that must fail. */
async function startError(dataDir: string): Promise<{ code?: unknown; message: string }> {
  try {
    const store = await EmbeddedMongo.open({ dataDir });
    await store.close();
  } catch (error) {
    return error as Error & { code?: unknown };
  }
  throw new Error('The store opened where it had to refuse');
}

/** The largest file of a folder: the one that holds the data. */
async function dataFile(path: string): Promise<string> {
  const files = Object.keys(await folderSnapshot(path)).map((name) => join(path, name));
  const sizes = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  const largest = sizes.sort((a, b) => b.size - a.size)[0];
  if (largest === undefined) throw new Error(`No files in ${path}`);
  return largest.file;
}

describeEmbedded('the data folder', () => {
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await temporaryFolder('folder');
  });

  afterEach(async () => {
    await folder.remove();
  });

  it('keeps documents, indexes and their options over a restart', async () => {
    const before = await withStore(folder.path, async (client) => {
      const items = client.db('shop').collection<{ _id: number; n: number }>('items');
      await items.createIndex({ n: 1 }, { unique: true, partialFilterExpression: { n: { $gt: 5 } } });
      await items.createIndex({ at: 1 }, { expireAfterSeconds: 100 });
      await items.insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: 500 - i, n: i })));
      await client.db('other').createCollection('empty');
      return { documents: await items.find().toArray(), indexes: await items.indexes() };
    });
    await withStore(folder.path, async (client) => {
      const items = client.db('shop').collection<{ _id: number; n: number }>('items');
      expect(await items.find().toArray()).toEqual(before.documents);
      expect(await items.indexes()).toEqual(before.indexes);
      expect(await items.estimatedDocumentCount()).toBe(500);
      expect(await client.db('other').listCollections().toArray()).toMatchObject([{ name: 'empty' }]);
      await expect(items.insertOne({ _id: 1000, n: 77 })).rejects.toMatchObject({ code: 11000 });
    });
  });

  it('belongs to one instance; a second is told which process has it', async () => {
    await withStore(folder.path, async (client) => {
      await client.db('a').collection('b').insertOne({ a: 1 });
      const sameProcess = await startError(folder.path);
      expect(sameProcess).toMatchObject({ code: 'LOCKED' });
      expect(sameProcess.message).toContain(String(process.pid));
      const otherProcess = await StoreProcess.startRefused(folder.path);
      expect(otherProcess.code).toBe(1);
      expect(otherProcess.errorOutput).toContain(String(process.pid));
      expect(otherProcess.errorOutput.trim().split('\n')).toHaveLength(1);
      expect(await client.db('a').collection('b').countDocuments()).toBe(1);
    });
  });

  it('is free again after its process was killed', async () => {
    const store = await StoreProcess.start(folder.path);
    const client = new MongoClient(store.uri);
    await client.db('a').collection('b').insertOne({ a: 1 });
    await client.close();
    await store.kill();
    await withStore(folder.path, async (again) => {
      expect(await again.db('a').collection('b').countDocuments()).toBe(1);
    });
  });

  it('has no index that was being built when its process was killed, and none that misses documents', async () => {
    const COUNT = 30_000;
    const store = await StoreProcess.start(folder.path);
    const client = new MongoClient(store.uri);
    const documents = client.db('a').collection('b');
    await documents.insertMany(Array.from({ length: COUNT }, (_, n) => ({ n })));
    const built = documents.createIndex({ n: 1 }).catch(() => undefined);
    await eventually(async () => expect(await documents.indexes()).toHaveLength(2));
    // What is stored meanwhile is committed together with a part of the index.
    await documents.insertOne({ n: COUNT });
    await store.kill();
    await built;
    await client.close();
    await withStore(folder.path, async (again) => {
      const kept = again.db('a').collection('b');
      const found = () => kept.countDocuments({ n: { $gte: 0 } });
      expect(await found()).toBe(COUNT + 1);
      await kept.createIndex({ n: 1 });
      expect(await found()).toBe(COUNT + 1);
    });
  });

  it('of somebody else is refused and stays as it is', async () => {
    await mkdir(join(folder.path, 'photos'));
    await writeFile(join(folder.path, 'photos', 'cat.jpg'), 'not a database');
    await writeFile(join(folder.path, 'notes.txt'), 'mine');
    const before = await folderSnapshot(folder.path);
    const error = await startError(folder.path);
    expect(error).toMatchObject({ code: 'FOREIGN_DATA' });
    expect(error.message).toContain(folder.path);
    expect(await folderSnapshot(folder.path)).toEqual(before);
    expect((await readdir(folder.path)).sort()).toEqual(['notes.txt', 'photos']);
  });

  it('that is a file, or lies below one, is refused', async () => {
    const file = join(folder.path, 'file');
    await writeFile(file, 'x');
    expect((await startError(file)).message).toContain(file);
    expect((await startError(join(file, 'below'))).message).toContain(file);
    expect(await readFile(file, 'utf8')).toBe('x');
  });

  describe('with damage', () => {
    async function fill(): Promise<string> {
      await withStore(folder.path, async (client) => {
        const items = client.db('a').collection('b');
        await items.createIndex({ n: 1 });
        await items.insertMany(Array.from({ length: 2000 }, (_, n) => ({ n, body: 'x'.repeat(200) })));
      });
      return dataFile(folder.path);
    }

    /** Refused, with a plain message, by a process that ends in an orderly way, and with the data left as it was. */
    async function expectRefusedUntouched(file: string): Promise<void> {
      const before = await readFile(file);
      const end = await StoreProcess.startRefused(folder.path);
      expect(end).toMatchObject({ code: 1, signal: null });
      expect(end.errorOutput.trim().split('\n')).toHaveLength(1);
      expect(end.errorOutput).toContain(folder.path);
      expect((await readFile(file)).equals(before)).toBe(true);
    }

    it('that cut the file short', async () => {
      const file = await fill();
      await truncate(file, Math.floor((await stat(file)).size / 2));
      await expectRefusedUntouched(file);
    });

    it('that left the file almost empty', async () => {
      const file = await fill();
      await truncate(file, 100);
      await expectRefusedUntouched(file);
    });

    it('that put noise at the start of the file', async () => {
      const file = await fill();
      const bytes = await readFile(file);
      for (let i = 0; i < 8192 * 2; i++) bytes[i] = (i * 131 + 7) & 0xff;
      await writeFile(file, bytes);
      await expectRefusedUntouched(file);
    });

    it('that put noise everywhere behind the first pages: nothing wrong is answered', async () => {
      const file = await fill();
      const bytes = await readFile(file);
      for (let i = 4096 * 4; i < bytes.length; i++) bytes[i] = (i * 131 + 7) & 0xff;
      await writeFile(file, bytes);
      const end = await StoreProcess.startRefused(folder.path);
      expect(end).toMatchObject({ code: 1, signal: null });
      expect(end.errorOutput).toContain(folder.path);
    });

    it('that appended bytes to the file does no harm', async () => {
      const file = await fill();
      await appendFile(file, Buffer.alloc(100, 7));
      await withStore(folder.path, async (client) => {
        expect(
          await client
            .db('a')
            .collection('b')
            .find({ n: { $gte: 0 } })
            .toArray(),
        ).toHaveLength(2000);
      });
    });

    it('of a copy in another place is no damage', async () => {
      await fill();
      const copy = await temporaryFolder('copy');
      for (const name of await readdir(folder.path)) await copyFile(join(folder.path, name), join(copy.path, name));
      await withStore(copy.path, async (client) => {
        expect(await client.db('a').collection('b').countDocuments()).toBe(2000);
      });
      await copy.remove();
    });
  });

  it('is left in peace when the port is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(EmbeddedMongo.open({ dataDir: folder.path, port })).rejects.toMatchObject({
      message: expect.stringContaining(String(port)) as unknown,
    });
    blocker.close();
    await withStore(folder.path, async (client) => {
      expect(await client.db('admin').command({ ping: 1 })).toMatchObject({ ok: 1 });
    });
  });
});
