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
import { connectRedis, isRedisCluster, type RedisClient, redisOptions } from './redis-client.js';

/** Where the queue lives: in Redis, or in the embedded queue's PostgreSQL. */
export interface QueueConnection {
  readonly kind: 'redis' | 'postgres';
  readonly uri: string;
}

// Connections to the embedded queue share one database session, so more of them gain nothing.
const POSTGRES_POOL = 2;

// A request must not wait for an unavailable Redis: the event is stored, and the sweeper will find it.
const OF_QUEUES = { maxRetriesPerRequest: 1, enableOfflineQueue: false };

/** A worker waits for Redis, however long it is away. */
const OF_WORKERS = { maxRetriesPerRequest: null };

/** BullMQ's options of a connection for queues. */
export function queueOptionsOf({ kind, uri }: QueueConnection): QueueOptions['connection'] {
  if (kind === 'postgres') return { connectionString: uri, max: POSTGRES_POOL };
  return { ...redisOptions(uri), ...OF_QUEUES };
}

/**
 * The classes of queues and workers for a connection. Workers are created with the options of their queue; on Redis they
 * need a connection that waits. The PostgreSQL backend ignores `prefix`, which therefore becomes a part of the name.
 */
export function bullClassesFor({ kind, uri }: QueueConnection): { queueClass: Type; workerClass: Type } {
  if (kind === 'redis') {
    if (isRedisCluster(uri)) return clusterClasses(uri);
    class RedisWorker extends Worker {
      constructor(name: string, processor: Processor, options: WorkerOptions) {
        super(name, processor, { ...options, connection: { ...redisOptions(uri), ...OF_WORKERS } });
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

/** BullMQ takes a cluster as a connection that exists, and does not close it. */
function clusterClasses(uri: string): { queueClass: Type; workerClass: Type } {
  class ClusterQueue extends Queue {
    private readonly cluster: RedisClient;

    constructor(name: string, options: QueueOptions) {
      const cluster = connectRedis(uri, OF_QUEUES);
      super(name, { ...options, connection: cluster });
      this.cluster = cluster;
    }

    override async close(): Promise<void> {
      await super.close();
      this.cluster.disconnect();
    }
  }
  class ClusterWorker extends Worker {
    private readonly cluster: RedisClient;

    constructor(name: string, processor: Processor, options: WorkerOptions) {
      const cluster = connectRedis(uri, OF_WORKERS);
      super(name, processor, { ...options, connection: cluster });
      this.cluster = cluster;
    }

    override async close(force?: boolean): Promise<void> {
      await super.close(force);
      this.cluster.disconnect();
    }
  }
  return { queueClass: ClusterQueue, workerClass: ClusterWorker };
}
