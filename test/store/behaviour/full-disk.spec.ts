import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient, MongoServerError } from 'mongodb';
import { StoreProcess } from '../support/store-process.js';
import { isForeignServer } from '../support/store-under-test.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

/** Mounts a small disk in memory; false where that is not allowed. */
function mountSmallDisk(path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('a full disk', () => {
  let folder: TemporaryFolder;
  let mounted = false;

  beforeAll(async () => {
    folder = await temporaryFolder('full');
    mounted = !isForeignServer && process.platform === 'linux' && mountSmallDisk(folder.path);
    if (!mounted) process.stdout.write('A full disk is not tested: it takes a right to mount a small one.\n');
  });

  afterAll(async () => {
    if (mounted) execFileSync('umount', [folder.path]);
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
  }, 60_000);
});
