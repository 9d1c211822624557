import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FolderLock } from '#libs/folder-lock/folder-lock.js';
import {
  EmbeddedStartError,
  type EmbeddedServices,
  startEmbeddedServices,
} from '../../src/embedded/embedded-services.js';
import { findPackageRoot } from '../../src/common/package-root.js';
import { eventually } from '../eventually.js';
import { BullMq } from './bullmq.js';
import { type QueueFolder, emptyQueue } from './empty-queue.js';

describe('the embedded services', () => {
  let folder: QueueFolder;
  let dataDir: string;

  const start = (onExit?: (reason: string) => void): Promise<EmbeddedServices> =>
    startEmbeddedServices({ dataDir, store: false, queue: true, onExit });

  /** The process that holds the queue, as its lock says. */
  const childOf = async (): Promise<number> => (await FolderLock.holderOf(`${folder.path}.lock`))!.pid;

  beforeEach(async () => {
    folder = await emptyQueue();
    dataDir = folder.parent;
  });

  afterEach(() => folder.remove());

  it('start the store and the queue, and leave no lock and no process behind when they stop', async () => {
    const exits: string[] = [];
    const services = await startEmbeddedServices({ dataDir, store: true, queue: true, onExit: (r) => exits.push(r) });
    expect(services.mongodbUri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+/);
    expect(services.queueUri).toMatch(/^postgres:\/\/postgres@127\.0\.0\.1:\d+/);
    const child = await childOf();
    await services.stop();
    expect(isRunning(child)).toBe(false);
    expect((await readdir(dataDir)).sort()).toEqual(['queue', 'store']);
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

  it('tell when they end unasked', async () => {
    const exited = new Promise<string>((resolve) => void start(resolve).then(async () => killHard(await childOf())));
    expect(await exited).toMatch(/ended unexpectedly \(SIGKILL\)/);
  });

  it('ignore the signals of a terminal, which their parent answers', async () => {
    const services = await start();
    const child = await childOf();
    process.kill(child, 'SIGINT');
    process.kill(child, 'SIGTERM');
    const bullmq = new BullMq(services.queueUri!);
    await bullmq.queue('jobs').add('job', {});
    await bullmq.close();
    expect(isRunning(child)).toBe(true);
    await services.stop();
  });

  it('keep every job that was acknowledged, and a queue that can be used, through kills at any moment', async () => {
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      let tellEnd!: (reason: string) => void;
      const ended = new Promise<string>((resolve) => {
        tellEnd = resolve;
      });
      const services = await start(tellEnd);
      const bullmq = new BullMq(services.queueUri!);
      const queue = bullmq.queue('jobs');
      expect((await queue.getJobCounts('waiting')).waiting).toBeGreaterThanOrEqual(acknowledged);
      // Adds go on until the kill cuts them off, somewhere in the middle of a write.
      const enough = acknowledged + 60;
      const adding = (async () => {
        for (;;) acknowledged += (await queue.addBulk(jobs(20))).length;
      })().catch(() => undefined);
      await eventually(async () => expect(acknowledged).toBeGreaterThan(enough));
      killHard(await childOf());
      await Promise.all([ended, adding]);
      await bullmq.close();
    }
    const services = await start();
    const bullmq = new BullMq(services.queueUri!);
    const { waiting } = await bullmq.queue('jobs').getJobCounts('waiting');
    expect(waiting).toBeGreaterThanOrEqual(acknowledged);
    let done = 0;
    bullmq.worker('jobs', async () => done++, { concurrency: 50 });
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
    expect(await bullmq.queue('jobs').add('job', {})).toMatchObject({ name: 'job' });
    await bullmq.close();
    await services.stop();
  });

  async function startInOtherProcess(dataDir: string): Promise<{ parent: ChildProcess; child: number }> {
    const services = pathToFileURL(`${findPackageRoot()}/dist/src/embedded/embedded-services.js`);
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
