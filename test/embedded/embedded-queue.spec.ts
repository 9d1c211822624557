import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { EmbeddedQueue, type EmbeddedQueueOptions } from '#libs/embedded-queue/server.js';
import { eventually } from '../eventually.js';
import { BullMq } from './bullmq.js';
import { NEW_QUEUES_FROM, type QueueFolder, queueFolder } from './queue-folder.js';

/** Longer than a test may take: a worker that is only found by polling fails the test. */
const NO_POLLING = { drainDelay: 600 };

describe('the embedded queue', () => {
  let folder: QueueFolder;
  let server: EmbeddedQueue;
  let bullmq: BullMq;
  const clients: pg.Client[] = [];

  const open = (options: Partial<EmbeddedQueueOptions> = {}): Promise<EmbeddedQueue> =>
    EmbeddedQueue.open({ dataDir: folder.path, socketFolder: folder.parent, ...NEW_QUEUES_FROM, ...options });

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: server.uri });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    folder = await queueFolder();
    server = await open();
    bullmq = new BullMq(server.uri);
  });

  afterEach(async () => {
    await bullmq.close();
    await Promise.all(clients.splice(0).map((client) => client.end()));
  });

  afterAll(async () => {
    await server.close();
    await folder.remove();
  });

  it('tells those who listen, whoever notifies', async () => {
    const [listener, notifier] = [await connect(), await connect()];
    await listener.query('LISTEN news');
    const told = once(listener, 'notification');
    const notOurs: unknown[] = [];
    notifier.on('notification', (message) => notOurs.push(message));
    await notifier.query("NOTIFY news, 'hello'");
    expect(await told).toMatchObject([{ channel: 'news', payload: 'hello' }]);
    expect(notOurs).toEqual([]);
  });

  it('wakes an idle worker of another connection', async () => {
    const queue = bullmq.queue('wakes');
    const done: unknown[] = [];
    let idle = 0;
    const worker = bullmq.worker('wakes', async (job) => done.push(job.data), NO_POLLING);
    worker.on('drained', () => idle++);
    for (const n of [1, 2, 3]) {
      await eventually(async () => expect(idle).toBe(n));
      await queue.add('job', { n });
    }
    await eventually(async () => expect(done).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]));
  });

  it('does every job of a bulk once, with several workers at it', async () => {
    const queue = bullmq.queue('bulk');
    const seen = new Map<number, number>();
    const process = async (job: { data: { n: number } }): Promise<void> => {
      seen.set(job.data.n, (seen.get(job.data.n) ?? 0) + 1);
    };
    for (let i = 0; i < 3; i++) bullmq.worker('bulk', process, { ...NO_POLLING, concurrency: 4 });
    const numbers = Array.from({ length: 300 }, (_, n) => n);
    await queue.addBulk(numbers.map((n) => ({ name: 'job', data: { n, ballast: 'x'.repeat(500) } })));
    await eventually(async () => expect(await queue.getJobCounts('completed')).toEqual({ completed: 300 }));
    expect([...seen.keys()].sort((a, b) => a - b)).toEqual(numbers);
    expect(new Set(seen.values())).toEqual(new Set([1]));
  });

  it('starts a delayed job when it is due, and not before', async () => {
    const queue = bullmq.queue('delayed');
    const worker = bullmq.worker('delayed', async () => undefined, NO_POLLING);
    await once(worker, 'drained');
    const completed = once(worker, 'completed');
    await queue.add('job', {}, { delay: 400 });
    const [job] = (await completed) as [{ timestamp: number; processedOn: number }];
    expect(job.processedOn - job.timestamp).toBeGreaterThanOrEqual(400);
  });

  it('retries a failed job after its backoff, and keeps it as failed after the last try', async () => {
    const queue = bullmq.queue('retries');
    const tries: number[] = [];
    bullmq.worker(
      'retries',
      async () => {
        tries.push(Date.now());
        throw new Error('no');
      },
      NO_POLLING,
    );
    const job = await queue.add('job', {}, { attempts: 3, backoff: { type: 'fixed', delay: 200 } });
    await eventually(async () => expect(await job.getState()).toBe('failed'));
    expect(tries).toHaveLength(3);
    const pauses = tries.slice(1).map((at, i) => at - (tries[i] ?? 0));
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(200);
  });

  it('keeps queues of different names apart', async () => {
    const [one, other] = [bullmq.queue('apart-1'), bullmq.queue('apart-2')];
    const worker = bullmq.worker('apart-1', async () => undefined, NO_POLLING);
    const completed = once(worker, 'completed');
    await other.add('job', {}, { jobId: 'same' });
    await one.add('job', {}, { jobId: 'same' });
    await completed;
    await one.obliterate({ force: true });
    expect(await other.getJobCounts('waiting', 'completed')).toEqual({ waiting: 1, completed: 0 });
  });

  it('gives the job of a killed worker process to another', async () => {
    const queue = bullmq.queue('killed');
    const added = await queue.add('job', {});
    const program = `
      import { createPostgresBackend, withBackend } from 'bullmq';
      const { Worker } = withBackend(createPostgresBackend);
      new Worker('killed', () => { console.log('working'); return new Promise(() => {}); },
        { connection: process.env.QUEUE_URI, lockDuration: 500 });`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: process.env.PATH, QUEUE_URI: server.uri },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    other.kill('SIGKILL');
    const worker = bullmq.worker('killed', async () => 'done', { stalledInterval: 200, lockDuration: 500 });
    const [job] = (await once(worker, 'completed')) as [{ id: string }];
    expect(job.id).toBe(added.id);
  });

  it('keeps statements of many connections apart, also when they come in many pieces', async () => {
    const connections = await Promise.all(Array.from({ length: 6 }, connect));
    const ask = async (client: pg.Client, n: number): Promise<void> => {
      const long = `${n}-${'x'.repeat(200_000)}`;
      const shapes: [string, unknown[], unknown][] = [
        ['SELECT $1::text AS a', [long], { a: long }],
        ['SELECT $1::int AS a, $2::text AS b', [n, long], { a: n, b: long }],
        ['SELECT $1::text || $2::text || $3::text AS a', [n, 'b', long], { a: `${n}b${long}` }],
      ];
      const [text, values, expected] = shapes[n % 3]!;
      expect((await client.query(text, values)).rows).toEqual([expected]);
    };
    await Promise.all(
      connections.map(async (client, i) => {
        for (let n = i; n < i + 10; n++) await ask(client, n);
      }),
    );
  });

  it('keeps others out of an open transaction, and rolls it back when its connection dies', async () => {
    const [first, second] = [await connect(), await connect()];
    await first.query('CREATE TABLE mark (n int)');
    await first.query('BEGIN');
    await first.query('INSERT INTO mark VALUES (1)');
    const counted = second.query<{ n: number }>('SELECT count(*)::int AS n FROM mark');
    await first.query('INSERT INTO mark VALUES (2)');
    first.connection.stream.destroy();
    expect((await counted).rows).toEqual([{ n: 0 }]);
  });

  it('closes a connection that does not speak the protocol, and no other', async () => {
    const client = await connect();
    const stranger = await connect();
    const closed = new Promise<void>((resolve) => stranger.once('end', resolve));
    stranger.connection.stream.write(Buffer.from('51ffffffff', 'hex'));
    await closed;
    expect((await client.query('SELECT 1 AS a')).rows).toEqual([{ a: 1 }]);
  });

  it('refuses a second opening, naming the process', async () => {
    await expect(open()).rejects.toMatchObject({
      code: 'LOCKED',
      message: `The folder ${folder.path} is in use by process ${process.pid}`,
    });
  });

  it('refuses an address that is taken, and can be opened elsewhere then', async () => {
    const other = await queueFolder();
    const dataDir = other.path;
    await expect(open({ dataDir })).rejects.toMatchObject({
      code: 'ADDRESS',
    });
    const queue = await open({ dataDir, socketFolder: other.parent });
    await queue.close();
    await other.remove();
  });
});
