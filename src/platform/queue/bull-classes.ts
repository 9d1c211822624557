import type { Type } from '@nestjs/common';
import {
  createPostgresBackend,
  type Processor,
  Queue,
  type QueueOptions,
  Worker,
  type WorkerOptions,
  withBackend,
} from 'bullmq';

/** Where the queue lives: in Redis, or in the embedded queue's PostgreSQL. */
export interface QueueConnection {
  readonly kind: 'redis' | 'postgres';
  readonly uri: string;
}

// Connections to the embedded queue share one database session, so more of them gain nothing.
const POSTGRES_POOL = 2;

/** BullMQ's options of a connection for queues. */
export function queueOptionsOf({ kind, uri }: QueueConnection): QueueOptions['connection'] {
  if (kind === 'postgres') return { connectionString: uri, max: POSTGRES_POOL };
  // A request must not wait for an unavailable Redis: the event is stored, and the sweeper will find it.
  return { url: uri, maxRetriesPerRequest: 1, enableOfflineQueue: false };
}

/**
 * The classes of queues and workers for a connection. Workers are created with the options of their queue; on Redis they
 * need a connection that waits. The PostgreSQL backend ignores `prefix`, which therefore becomes a part of the name.
 */
export function bullClassesFor({ kind, uri }: QueueConnection): { queueClass: Type; workerClass: Type } {
  if (kind === 'redis') {
    class RedisWorker extends Worker {
      constructor(name: string, processor: Processor, options: WorkerOptions) {
        super(name, processor, { ...options, connection: { url: uri, maxRetriesPerRequest: null } });
      }
    }
    return { queueClass: Queue, workerClass: RedisWorker };
  }
  const postgres = withBackend(createPostgresBackend);
  class PostgresQueue extends postgres.Queue {
    constructor(name: string, options: ConstructorParameters<typeof postgres.Queue>[1] & { prefix?: string }) {
      super(`${options.prefix}-${name}`, options);
    }
  }
  class PostgresWorker extends postgres.Worker {
    constructor(name: string, processor: Processor, options: ConstructorParameters<typeof postgres.Worker>[2]) {
      super(`${options.prefix}-${name}`, processor, options);
    }
  }
  return { queueClass: PostgresQueue, workerClass: PostgresWorker };
}
