import { Queue, Worker } from 'bullmq';
import { reference } from '../system/figures.mjs';

const CONCURRENCY = 32;
const WORKERS = 20;

/** What Redis can do by itself: jobs that are added one by one, and jobs whose handler does nothing. */
export async function measureQueue(services, { jobs }) {
  const { kind, uri } = services.queue;
  const name = `bench-raw-${process.pid}`;
  // The one in the process costs nothing that could be measured beside the rest.
  if (kind === 'local') return [];
  const connection = { url: uri, maxRetriesPerRequest: null };
  const queue = new Queue(name, { connection, streams: { events: { maxLen: 100 } } });
  try {
    await add(queue, Math.ceil(jobs / 10));
    const added = await timed(() => add(queue, jobs));
    const all = jobs + Math.ceil(jobs / 10);
    const processed = await timed(() => processAll(name, connection, all));
    await queue.obliterate({ force: true });
    return [
      reference('BullMQ alone: jobs added', jobs / added, '/s'),
      reference('BullMQ alone: jobs processed', all / processed, '/s'),
    ];
  } finally {
    await queue.close();
  }
}

async function add(queue, count) {
  const options = { removeOnComplete: true, attempts: 5 };
  let left = count;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await queue.add('nothing', { eventId: '0123456789abcdef01234567' }, options);
    }),
  );
}

async function processAll(name, connection, count) {
  let left = count;
  let worker;
  await new Promise((resolve) => {
    worker = new Worker(
      name,
      async () => {
        if (--left === 0) resolve();
      },
      { connection, concurrency: WORKERS },
    );
  });
  await worker.close();
}

async function timed(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
