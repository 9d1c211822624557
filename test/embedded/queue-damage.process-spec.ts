import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, open as openFile, readFile, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { MongoClient } from 'mongodb';
import pg from 'pg';
import { EmbeddedQueue, type EmbeddedQueueOptions } from '#libs/embedded-queue/server.js';
import { type EmbeddedServices, startEmbeddedServices } from '../../src/server/embedded/embedded-services.js';
import { eventually } from '../eventually.js';
import { BullMq } from './bullmq.js';
import { NEW_QUEUES_FROM, type QueueFolder, queueFolder } from './queue-folder.js';
import { mountSmallDisk, unmount } from '../store/support/small-disk.js';
import { temporaryFolder } from '../store/support/temporary-folder.js';

describe('a damaged queue folder', () => {
  /** One that was closed with a job in it: each test has a copy. */
  let closed: QueueFolder;
  let folder: QueueFolder;
  let sockets: string;
  let warnings: string[];

  const open = (options: Partial<EmbeddedQueueOptions> = {}): Promise<EmbeddedQueue> =>
    EmbeddedQueue.open({
      dataDir: folder.path,
      socketFolder: sockets,
      ...NEW_QUEUES_FROM,
      onWarning: (message) => warnings.push(message),
      ...options,
    });

  /** Adds a job and reads the count of those that wait. */
  const waitingAfterOneMore = async (queue: EmbeddedQueue): Promise<number | undefined> => {
    const bullmq = new BullMq(queue.uri);
    const jobs = bullmq.queue('jobs');
    await jobs.add('job', {});
    const { waiting } = await jobs.getJobCounts('waiting');
    await bullmq.close();
    return waiting;
  };

  const quarantined = async (): Promise<string[]> =>
    (await readdir(folder.parent)).filter((name) => name.includes('.damaged-'));

  beforeAll(async () => {
    folder = closed = await queueFolder();
    sockets = await mkdtemp(join(tmpdir(), 'carillon-'));
    const queue = await open();
    await waitingAfterOneMore(queue);
    await queue.close();
  });

  beforeEach(async () => {
    warnings = [];
    const around = await temporaryFolder('queue');
    folder = { path: join(around.path, 'queue'), parent: around.path, remove: () => around.remove() };
    cpSync(closed.path, folder.path, { recursive: true });
  });

  afterEach(() => folder.remove());

  afterAll(async () => {
    await closed.remove();
    await rm(sockets, { recursive: true });
  });

  it('is no such folder when it was closed: its jobs are there', async () => {
    const queue = await open();
    expect(await waitingAfterOneMore(queue)).toBe(2);
    await queue.close();
    expect(warnings).toEqual([]);
    expect(await readdir(folder.parent)).toEqual([basename(folder.path)]);
  });

  const damages: [string, (path: string) => Promise<void>][] = [
    ['its control file is random', (path) => writeFile(join(path, 'global/pg_control'), randomBytes(8192))],
    [
      'the table of jobs is random',
      async (path) => writeFile(join(path, await fileOf(path, 'job')), randomBytes(8192)),
    ],
  ];

  it.each(damages)('is moved to quarantine with a warning when %s, and the queue starts empty', async (_, damage) => {
    await damage(folder.path);
    const queue = await open();
    expect(await waitingAfterOneMore(queue)).toBe(1);
    await queue.close();
    const [folderName] = await quarantined();
    expect(warnings).toEqual([expect.stringContaining(`${folder.parent}/${folderName}`)]);
    expect(await readdir(`${folder.parent}/${folderName}`)).not.toEqual([]);
  });

  it('that holds something else is quarantined too, and the latest takes the place of those before', async () => {
    const earlier = `${folder.path}.damaged-20200101T000000000Z`;
    const strange = `${folder.path}.damaged-by-me`;
    await mkdir(earlier);
    await mkdir(strange);
    await replace(folder.path, { 'letter.txt': 'keep me' });
    await (await open()).close();
    const names = await quarantined();
    expect(names).toHaveLength(2);
    expect(names).not.toContain(basename(earlier));
    expect(names).toContain(basename(strange));
    const latest = names.find((name) => name !== basename(strange));
    expect(await readFile(`${folder.parent}/${latest}/letter.txt`, 'utf8')).toBe('keep me');
  });

  it('UP2: is refused and left as it is when a later version of PostgreSQL has written it; an earlier one is replaced', async () => {
    const version = join(folder.path, 'PG_VERSION');
    const own = Number(await readFile(version, 'utf8'));
    await writeFile(version, `${own + 1}\n`);
    await expect(open()).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' });
    expect(await quarantined()).toEqual([]);
    expect(await readFile(version, 'utf8')).toBe(`${own + 1}\n`);
    await writeFile(version, `${own - 1}\n`);
    const queue = await open();
    expect(await waitingAfterOneMore(queue)).toBe(1);
    await queue.close();
    expect(await quarantined()).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining(`its format is that of PostgreSQL ${own - 1}`)]);
  });

  it('is noticed while it is used: the queue says so, hangs up, and leaves the place to an empty one', async () => {
    let report!: (error: unknown) => void;
    const failure = new Promise((resolve) => {
      report = resolve;
    });
    const queue = await open({ onFailure: report });
    const client = new pg.Client({ connectionString: queue.uri });
    client.on('error', () => undefined);
    await client.connect();
    // More than fits in memory, so that its beginning is read from the file again.
    await client.query("CREATE TABLE large AS SELECT repeat('x', 1000) AS text FROM generate_series(1, 30000)");
    await client.query('CHECKPOINT');
    const { rows } = await client.query<{ file: string }>("SELECT pg_relation_filepath('large') AS file");
    const file = await openFile(join(folder.path, rows[0]!.file), 'r+');
    await file.write(randomBytes(8192), 0, 8192, 0);
    await file.close();
    await client.query('SELECT count(*) FROM large').catch(() => undefined);
    expect(String(await failure)).toMatch(/damaged data/);
    await queue.close();
    expect(await quarantined()).toHaveLength(1);
    expect(await readdir(folder.parent)).not.toContain(basename(folder.path));
  });
});

describe('a full disk', () => {
  it('ends the queue, which works again by itself when there is room, with what it held', async () => {
    const folder = await temporaryFolder('disk');
    const dataDir = folder.path;
    if (!mountSmallDisk(dataDir, 160)) {
      process.stdout.write('A full disk is not tested: it takes a right to mount a small one.\n');
      await folder.remove();
      return;
    }
    const restarts: string[] = [];
    const parts = { dataDir, store: true, queue: true, onRestart: (reason: string) => restarts.push(reason) };
    let services: EmbeddedServices | undefined;
    let mongo: MongoClient | undefined;
    try {
      services = await startEmbeddedServices(parts);
      const bullmq = new BullMq(services.queueUri!);
      await bullmq.queue('jobs').add('kept', {});
      await bullmq.close();
      mongo = await new MongoClient(services.mongodbUri!).connect();
      await mongo.db('a').collection('items').insertOne({ n: 1 });
      const { bavail, bsize } = await statfs(dataDir);
      await writeFile(`${dataDir}/ballast`, Buffer.alloc(bavail * bsize - 19 * 1024 * 1024));
      const client = new pg.Client({ connectionString: services.queueUri });
      client.on('error', () => undefined);
      await client.connect();
      const fill = client.query(
        `INSERT INTO event (queue, event, data, created_at_ms)
         SELECT 'q', 'e', to_jsonb(repeat('x', 1000) || i), 1 FROM generate_series(1, 100000) i`,
      );
      await expect(fill).rejects.toThrow(/space/);
      // The store is read meanwhile, and the queue is left alone until there is room for it.
      expect(await mongo.db('a').collection('items').countDocuments()).toBe(1);
      expect(restarts).toEqual([]);
      await expect(startEmbeddedServices({ ...parts, dataDir: `${dataDir}/other`, store: false })).rejects.toThrow(
        /^(Less than 64 MB are free for the queue|No space is left for the queue's data) in /,
      );
      await rm(`${dataDir}/ballast`);
      await eventually(async () =>
        expect(restarts).toEqual([expect.stringMatching(/^The embedded queue failed: .*space/)]),
      );
      const again = new BullMq(services.queueUri!);
      await eventually(async () => expect(await again.queue('jobs').getJobCounts('waiting')).toEqual({ waiting: 1 }));
      await again.close();
      await eventually(() => mongo!.db('a').collection('items').insertOne({ n: 2 }));
    } finally {
      await mongo?.close();
      await services?.stop();
      unmount(dataDir);
      await folder.remove();
    }
  });
});

async function replace(path: string, files: Record<string, string>): Promise<void> {
  await rm(path, { recursive: true });
  await mkdir(path);
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
}

/** Where PostgreSQL keeps a table, relative to its folder. */
async function fileOf(path: string, table: string): Promise<string> {
  const database = await PGlite.create({ dataDir: path });
  const { rows } = await database.query<{ file: string }>(`SELECT pg_relation_filepath('bullmq.${table}') AS file`);
  await database.close();
  return rows[0]!.file;
}
