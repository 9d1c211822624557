import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FolderLock } from '#libs/folder-lock/folder-lock.js';
import {
  EmbeddedStartError,
  type EmbeddedServices,
  startEmbeddedServices,
} from '../../src/server/embedded/embedded-services.js';
import { findPackageRoot } from '../../src/platform/package-root.js';
import { eventually } from '../eventually.js';
import { temporaryFolder } from '../store/support/temporary-folder.js';
import { BullMq } from './bullmq.js';
import { type QueueFolder, queueFolder } from './queue-folder.js';

describe('the embedded services', () => {
  // One for all: each test stops what it has started, and uses a queue of its own name.
  let folder: QueueFolder;
  let dataDir: string;

  const start = (onRestart?: (reason: string) => void): Promise<EmbeddedServices> =>
    startEmbeddedServices({ dataDir, store: false, queue: true, onRestart });

  /** The process that holds the queue, as its lock says. */
  const childOf = async (): Promise<number> => (await FolderLock.holderOf(`${folder.path}.lock`))!.pid;

  beforeAll(async () => {
    folder = await queueFolder();
    dataDir = folder.parent;
  });

  afterAll(() => folder.remove());

  it('start the store and the queue, and leave no lock and no process behind when they stop', async () => {
    const exits: string[] = [];
    const services = await startEmbeddedServices({ dataDir, store: true, queue: true, onExit: (r) => exits.push(r) });
    expect(services.mongodbUri).toMatch(/^mongodb:\/\/%2F\S+\.sock\//);
    expect(services.queueUri).toMatch(/^postgres:\/\/postgres@%2F/);
    const sockets = decodeURIComponent(new URL(services.queueUri!).hostname);
    expect((await stat(sockets)).mode & 0o777).toBe(0o700);
    const child = await childOf();
    await services.stop();
    expect(isRunning(child)).toBe(false);
    expect((await readdir(dataDir)).sort()).toEqual(['queue', 'store']);
    await expect(stat(sockets)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(exits).toEqual([]);
  });

  it('say in one line why they do not start', async () => {
    const services = await start();
    const second = start();
    await expect(second).rejects.toBeInstanceOf(EmbeddedStartError);
    await expect(second).rejects.toThrow(
      new EmbeddedStartError(`The folder ${folder.path} is in use by process ${await childOf()}`),
    );
    await services.stop();
  });

  it('open a copy of the data folder while the original is in use', async () => {
    const parts = { store: true, queue: true };
    const original = await startEmbeddedServices({ dataDir, ...parts });
    const copy = await mkdtemp(join(tmpdir(), 'carillon-copy-'));
    try {
      await cp(dataDir, copy, { recursive: true });
      const services = await startEmbeddedServices({ dataDir: copy, ...parts });
      expect(services.mongodbUri).not.toBe(original.mongodbUri);
      await services.stop();
    } finally {
      await original.stop();
      await rm(copy, { recursive: true, force: true });
    }
  });

  it('are started again when they end unasked, on the same addresses, and clients come back by themselves', async () => {
    const reasons: string[] = [];
    const services = await start((reason) => reasons.push(reason));
    const bullmq = new BullMq(services.queueUri!);
    const done: unknown[] = [];
    const queue = bullmq.queue('restarted');
    bullmq.worker('restarted', async (job) => done.push(job.data), { runRetryDelay: 100 });
    for (const n of [1, 2]) {
      await eventually(() => queue.add('job', { n }));
      await eventually(async () => expect(done.at(-1)).toEqual({ n }));
      killHard(await childOf());
      await eventually(async () => expect(reasons).toHaveLength(n));
    }
    expect(reasons[0]).toMatch(/ended unexpectedly \(SIGKILL\)/);
    await eventually(() => queue.add('job', { n: 3 }));
    await eventually(async () => expect(done.at(-1)).toEqual({ n: 3 }));
    await bullmq.close();
    await services.stop();
  });

  it('are given up, with the reason, when nothing can be made of their data again and again', async () => {
    const abandoned = await temporaryFolder('given-up');
    const { path } = abandoned;
    const reasons: string[] = [];
    let giveUp!: (reason: string) => void;
    const exited = new Promise<string>((resolve) => {
      giveUp = resolve;
    });
    const services = await startEmbeddedServices({
      dataDir: path,
      store: true,
      queue: false,
      maxEndsInARow: 3,
      onRestart: (reason) => reasons.push(reason),
      onExit: giveUp,
    });
    await writeFile(join(path, 'store', 'FORMAT'), 'nonsense');
    killHard((await FolderLock.holderOf(join(path, 'store', 'store.lock')))!.pid);
    expect(await exited).toMatch(/store\/FORMAT is not readable.*; they ended 3 times in a row$/);
    expect(reasons).toEqual([expect.stringMatching(/SIGKILL/), expect.stringMatching(/FORMAT is not readable/)]);
    await services.stop();
    await abandoned.remove();
  });

  it('ignore the signals of a terminal, which their parent answers', async () => {
    const services = await start();
    const child = await childOf();
    process.kill(child, 'SIGINT');
    process.kill(child, 'SIGTERM');
    const bullmq = new BullMq(services.queueUri!);
    await bullmq.queue('signalled').add('job', {});
    await bullmq.close();
    expect(isRunning(child)).toBe(true);
    await services.stop();
  });

  it('keep every job that was acknowledged, and a queue that can be used, through kills at any moment', async () => {
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      const services = await start();
      const bullmq = new BullMq(services.queueUri!);
      const queue = bullmq.queue('killed');
      expect((await queue.getJobCounts('waiting')).waiting).toBeGreaterThanOrEqual(acknowledged);
      // Adds go on until the kill cuts them off, somewhere in the middle of a write.
      const enough = acknowledged + 60;
      const adding = (async () => {
        for (;;) acknowledged += (await queue.addBulk(jobs(20))).length;
      })().catch(() => undefined);
      await eventually(async () => expect(acknowledged).toBeGreaterThan(enough));
      killHard(await childOf());
      await adding;
      await bullmq.close();
      await services.stop();
    }
    const services = await start();
    const bullmq = new BullMq(services.queueUri!);
    const { waiting } = await bullmq.queue('killed').getJobCounts('waiting');
    expect(waiting).toBeGreaterThanOrEqual(acknowledged);
    let done = 0;
    bullmq.worker('killed', async () => done++, { concurrency: 50 });
    await eventually(async () => expect(done).toBe(waiting));
    await bullmq.close();
    await services.stop();
  });

  it('end with a parent that was killed, and can be started again at once', async () => {
    const { parent, child } = await startInOtherProcess(dataDir);
    parent.kill('SIGKILL');
    const services = await start();
    await eventually(async () => expect(isRunning(child)).toBe(false));
    const bullmq = new BullMq(services.queueUri!);
    expect(await bullmq.queue('orphaned').add('job', {})).toMatchObject({ name: 'job' });
    await bullmq.close();
    await services.stop();
  });

  async function startInOtherProcess(dataDir: string): Promise<{ parent: ChildProcess; child: number }> {
    const services = pathToFileURL(`${findPackageRoot()}/dist/src/server/embedded/embedded-services.js`);
    const program = `
      import { startEmbeddedServices } from ${JSON.stringify(services.href)};
      await startEmbeddedServices(${JSON.stringify({ dataDir, store: false, queue: true })});
      console.log('ready');`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(parent.stdout, 'data');
    return { parent, child: await childOf() };
  }
});

function jobs(count: number): { name: string; data: object }[] {
  return Array.from({ length: count }, (_, n) => ({ name: 'job', data: { n } }));
}

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
