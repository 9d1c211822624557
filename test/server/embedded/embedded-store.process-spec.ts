import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MongoClient } from 'mongodb';
import { FolderLock } from '#libs/folder-lock/folder-lock.js';
import {
  type EmbeddedStore,
  EmbeddedStartError,
  startEmbeddedStore,
} from '../../../src/server/embedded/embedded-store.js';
import { findPackageRoot } from '../../../src/platform/package-root.js';
import { eventually } from '../../eventually.js';
import { type TemporaryFolder, temporaryFolder } from '../../store/support/temporary-folder.js';

describe('the embedded store', () => {
  // One folder for all: each test stops what it has started.
  let folder: TemporaryFolder;
  let dataDir: string;

  const start = (onRestart?: (reason: string) => void): Promise<EmbeddedStore> =>
    startEmbeddedStore({ dataDir, onRestart });

  /** The process that holds the store, as its lock says. */
  const childOf = async (path = dataDir): Promise<number> =>
    (await FolderLock.holderOf(join(path, 'store', 'store.lock')))!.pid;

  const connected = async <T>({ mongodbUri }: EmbeddedStore, work: (client: MongoClient) => Promise<T>): Promise<T> => {
    const client = await new MongoClient(mongodbUri).connect();
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };

  beforeAll(async () => {
    folder = await temporaryFolder('embedded');
    dataDir = folder.path;
  });

  afterAll(() => folder.remove());

  it('starts, and leaves no lock, socket and process behind when it stops', async () => {
    const exits: string[] = [];
    const store = await startEmbeddedStore({ dataDir, onExit: (reason) => exits.push(reason) });
    expect(store.mongodbUri).toMatch(/^mongodb:\/\/%2F\S+\.sock\//);
    const socket = decodeURIComponent(/^mongodb:\/\/([^/]+)\//.exec(store.mongodbUri)![1]!);
    expect((await stat(join(socket, '..'))).mode & 0o777).toBe(0o700);
    const child = await childOf();
    await store.stop();
    expect(isRunning(child)).toBe(false);
    expect(await readdir(dataDir)).toEqual(['store']);
    await expect(stat(join(socket, '..'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(exits).toEqual([]);
  });

  it('says in one line why it does not start', async () => {
    const store = await start();
    const second = start();
    await expect(second).rejects.toBeInstanceOf(EmbeddedStartError);
    await expect(second).rejects.toThrow(
      new EmbeddedStartError(
        `The data folder ${join(dataDir, 'store')} is in use by process ${await childOf()}. Stop that process, or choose another folder.`,
      ),
    );
    await store.stop();
  });

  it('opens a copy of the data folder while the original is in use', async () => {
    const original = await start();
    const copy = await mkdtemp(join(tmpdir(), 'carillon-copy-'));
    try {
      await cp(dataDir, copy, { recursive: true });
      const store = await startEmbeddedStore({ dataDir: copy });
      expect(store.mongodbUri).not.toBe(original.mongodbUri);
      await store.stop();
    } finally {
      await original.stop();
      await rm(copy, { recursive: true, force: true });
    }
  });

  it('is started again when it ends unasked, at the same address, and clients come back by themselves', async () => {
    const reasons: string[] = [];
    const store = await start((reason) => reasons.push(reason));
    await connected(store, async (client) => {
      const items = client.db('a').collection('restarted');
      for (const n of [1, 2]) {
        await eventually(() => items.insertOne({ n }));
        killHard(await childOf());
        await eventually(async () => expect(reasons).toHaveLength(n));
      }
      await eventually(() => items.insertOne({ n: 3 }));
      expect(await items.distinct('n')).toEqual([1, 2, 3]);
    });
    expect(reasons[0]).toMatch(/ended unexpectedly \(SIGKILL\)/);
    await store.stop();
  });

  it('is given up, with the reason, when its data cannot be read again and again', async () => {
    const abandoned = await temporaryFolder('given-up');
    const { path } = abandoned;
    const reasons: string[] = [];
    let giveUp!: (reason: string) => void;
    const exited = new Promise<string>((resolve) => {
      giveUp = resolve;
    });
    const store = await startEmbeddedStore({
      dataDir: path,
      maxEndsInARow: 3,
      onRestart: (reason) => reasons.push(reason),
      onExit: giveUp,
    });
    await writeFile(join(path, 'store', 'FORMAT'), 'nonsense');
    killHard(await childOf(path));
    expect(await exited).toMatch(/store\/FORMAT is not readable.*; it ended 3 times in a row$/);
    expect(reasons).toEqual([expect.stringMatching(/SIGKILL/), expect.stringMatching(/FORMAT is not readable/)]);
    await store.stop();
    await abandoned.remove();
  });

  it('ignores the signals of a terminal, which its parent answers', async () => {
    const store = await start();
    const child = await childOf();
    process.kill(child, 'SIGINT');
    process.kill(child, 'SIGTERM');
    await connected(store, (client) => client.db('a').collection('signalled').insertOne({}));
    expect(isRunning(child)).toBe(true);
    await store.stop();
  });

  it('ends with a parent that was killed, and can be started again at once', async () => {
    const { parent, child } = await startInOtherProcess();
    parent.kill('SIGKILL');
    const store = await start();
    await eventually(async () => expect(isRunning(child)).toBe(false));
    await connected(store, (client) => client.db('a').collection('orphaned').insertOne({}));
    await store.stop();
  });

  async function startInOtherProcess(): Promise<{ parent: ChildProcess; child: number }> {
    const module = pathToFileURL(`${findPackageRoot()}/dist/src/server/embedded/embedded-store.js`);
    const program = `
      import { startEmbeddedStore } from ${JSON.stringify(module.href)};
      await startEmbeddedStore(${JSON.stringify({ dataDir })});
      console.log('ready');`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    return { parent, child: await childOf() };
  }
});

function killHard(pid: number): void {
  process.kill(pid, 'SIGKILL');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
