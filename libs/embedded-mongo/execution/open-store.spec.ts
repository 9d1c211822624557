import { mkdtemp, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromDocument } from '../bson/convert.js';
import { ensureCollection } from './store.js';
import { EmbeddedMongoStartError } from '../errors.js';
import { DATA_FILE } from '../storage/environment.js';
import { openStore } from './open-store.js';

describe('opening a data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'open-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  async function codeOfStart(): Promise<string> {
    try {
      const { store, lock } = await openStore(folder);
      await store.close();
      await lock.release();
      return 'opened';
    } catch (error) {
      return error instanceof EmbeddedMongoStartError ? error.code : String(error);
    }
  }

  async function fill(): Promise<void> {
    const { store, lock } = await openStore(folder);
    await store.commits.submitStep(() => {
      const collection = ensureCollection(store, 'test', 'things');
      for (let i = 0; i < 500; i++)
        store.records.insert(collection, fromDocument({ _id: i, text: 'x'.repeat(i * 20) }));
    });
    await store.close();
    await lock.release();
  }

  it('makes a new one and finds everything again', async () => {
    await fill();
    const { store, lock } = await openStore(folder);
    expect(store.catalog.find('test', 'things')?.count).toBe(500);
    await store.close();
    await lock.release();
  });

  it('refuses and leaves alone what is not its own', async () => {
    await writeFile(join(folder, 'letter.txt'), 'dear');
    expect(await codeOfStart()).toBe('FOREIGN_DATA');
    expect(await readdir(folder)).toEqual(['letter.txt']);
  });

  it('refuses a format it does not know', async () => {
    await writeFile(join(folder, 'FORMAT'), '{"product":"carillon-embedded-store","version":99,"initialised":true}');
    expect(await codeOfStart()).toBe('UNSUPPORTED_FORMAT');
    await writeFile(join(folder, 'FORMAT'), 'nonsense');
    expect(await codeOfStart()).toBe('DAMAGED_DATA');
  });

  it.each([0, 0.1, 0.5, 0.95])('refuses a data file cut to a part: %d', async (part) => {
    await fill();
    const path = join(folder, DATA_FILE);
    const { length } = await readFile(path);
    await truncate(path, Math.floor(length * part));
    expect(await codeOfStart()).toBe('DAMAGED_DATA');
  });

  it('refuses a data file with foreign bytes, and opens the restored one', async () => {
    await fill();
    const path = join(folder, DATA_FILE);
    const original = await readFile(path);
    await writeFile(path, Buffer.from(original).fill(0xa5, 0, 20_000));
    expect(await codeOfStart()).toBe('DAMAGED_DATA');
    await rm(path);
    expect(await codeOfStart()).toBe('DAMAGED_DATA');
    await writeFile(path, original);
    expect(await codeOfStart()).toBe('opened');
  });
});
