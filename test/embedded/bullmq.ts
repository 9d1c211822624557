import { createPostgresBackend, type Job, type JobsOptions, type WorkerOptions, withBackend } from 'bullmq';

const { Queue, Worker } = withBackend(createPostgresBackend);

export type TestQueue = InstanceType<typeof Queue>;
export type TestWorker = InstanceType<typeof Worker>;

/** BullMQ's queue and workers on the embedded queue; everything made here is closed by `close()`. */
export class BullMq {
  private readonly opened: { close(): Promise<void> }[] = [];

  constructor(private readonly uri: string) {}

  queue(name: string, defaultJobOptions: JobsOptions = {}): TestQueue {
    const queue = new Queue(name, { connection: this.connection(), defaultJobOptions });
    queue.on('error', () => undefined);
    this.opened.push(queue);
    return queue;
  }

  worker(name: string, processor: (job: Job) => Promise<unknown>, options: Partial<WorkerOptions> = {}): TestWorker {
    const worker = new Worker(name, processor, { ...options, connection: this.connection() });
    worker.on('error', () => undefined);
    this.opened.push(worker);
    return worker;
  }

  async close(): Promise<void> {
    // Workers before the queues they were made after.
    for (const each of this.opened.splice(0).reverse()) await each.close();
  }

  private connection(): { connectionString: string; max: number } {
    return { connectionString: this.uri, max: 2 };
  }
}
