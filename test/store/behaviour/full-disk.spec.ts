import { type FileHandle, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient, MongoServerError } from 'mongodb';
import { mountSmallDisk, unmount } from '../support/small-disk.js';
import { StoreProcess } from '../support/store-process.js';
import { isForeignServer } from '../support/store-under-test.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

describe('a full disk', () => {
  let folder: TemporaryFolder;
  let mounted = false;

  beforeAll(async () => {
    folder = await temporaryFolder('full');
    mounted = !isForeignServer && mountSmallDisk(folder.path, 24);
    if (!mounted) process.stdout.write('A full disk is not tested: it takes a right to mount a small one.\n');
  });

  afterAll(async () => {
    if (mounted) unmount(folder.path);
    await folder.remove();
  });

  it('fails the command, keeps what was acknowledged, and lets the store go on', async () => {
    if (!mounted) return;
    const ballast = join(folder.path, 'ballast');
    await writeFile(ballast, Buffer.alloc(4 * 1024 * 1024));
    const dataDir = join(folder.path, 'data');
    await mkdir(dataDir);
    let store = await StoreProcess.start(dataDir);
    const acknowledged: number[] = [];
    const body = 'x'.repeat(200_000);
    let client = new MongoClient(store.uri);
    let refused: unknown;
    try {
      const items = client.db('a').collection<{ _id: number; body: string }>('items');
      await items.createIndex({ n: 1 });
      for (let _id = 0; _id < 1000 && refused === undefined; _id++) {
        try {
          await items.insertOne({ _id, body });
          acknowledged.push(_id);
        } catch (error) {
          refused = error;
        }
      }
      expect(refused).toBeInstanceOf(MongoServerError);
      expect((refused as MongoServerError).message).toMatch(/disk|space/i);
      const ids = async (): Promise<number[]> =>
        (await items.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
      expect(await ids()).toEqual(acknowledged);
      // reading went on; once there is room again, writing does too
      await rm(ballast);
      await items.insertOne({ _id: 5000, body: 'small' });
      const left = await ids();
      await client.close();
      await store.kill();
      store = await StoreProcess.start(dataDir);
      client = new MongoClient(store.uri);
      const again = client.db('a').collection<{ _id: number }>('items');
      expect((await again.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)).toEqual(left);
    } finally {
      await client.close();
      await store.stop();
    }
  });

  it('is the reason given at a start, which changes nothing and succeeds once there is room', async () => {
    if (!mounted) return;
    const dataDir = join(folder.path, 'later');
    await mkdir(dataDir);
    await (await StoreProcess.start(dataDir)).stop();
    const ballast = join(folder.path, 'ballast');
    await fill(ballast);
    const before = await readdir(dataDir);
    const { code, errorOutput } = await StoreProcess.startRefused(dataDir);
    expect({ code, errorOutput: errorOutput.trim() }).toEqual({
      code: 1,
      errorOutput: expect.stringContaining(`The disk of ${dataDir} is full. Make room and start again.`) as unknown,
    });
    expect(await readdir(dataDir)).toEqual(before);
    await rm(ballast);
    await (await StoreProcess.start(dataDir)).stop();
  });
});

/** Writes a file until the disk takes no more of it. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const size of [1 << 20, 1 << 12]) await writeUntilFull(file, Buffer.alloc(size));
  } finally {
    await file.close();
  }
}

async function writeUntilFull(file: FileHandle, bytes: Buffer): Promise<void> {
  try {
    for (;;) await file.write(bytes);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  }
}
