import type { Type } from '@nestjs/common';
import { type Processor, Queue, type QueueOptions, Worker, type WorkerOptions } from 'bullmq';
import { LocalJobs, LocalQueue, LocalWorker } from './local-queue.js';
import { connectRedis, isRedisCluster, type RedisClient, redisOptions } from './redis-client.js';

/** Where the queue lives: in Redis, or in this process. `jobs`: those that it shares with other applications in it. */
export type QueueConnection =
  | { readonly kind: 'redis'; readonly uri: string }
  | { readonly kind: 'local'; readonly jobs?: LocalJobs };

// A request must not wait for an unavailable Redis: the event is stored, and the sweeper will find it.
const OF_QUEUES = { maxRetriesPerRequest: 1, enableOfflineQueue: false };

/** A worker waits for Redis, however long it is away. */
const OF_WORKERS = { maxRetriesPerRequest: null };

/** BullMQ's options of a connection for queues. */
export function queueOptionsOf(connection: QueueConnection): QueueOptions['connection'] {
  // The classes for it take this in the place of a connection.
  if (connection.kind === 'local') return connection.jobs ?? new LocalJobs();
  return { ...redisOptions(connection.uri), ...OF_QUEUES };
}

/**
 * The classes of queues and workers for a connection. Workers are created with the options of their queue; on Redis they
 * need a connection that waits.
 */
export function bullClassesFor(connection: QueueConnection): { queueClass: Type; workerClass: Type } {
  if (connection.kind === 'local') return { queueClass: LocalQueue, workerClass: LocalWorker };
  const { uri } = connection;
  if (isRedisCluster(uri)) return clusterClasses(uri);
  class RedisWorker extends Worker {
    constructor(name: string, processor: Processor, options: WorkerOptions) {
      super(name, processor, { ...options, connection: { ...redisOptions(uri), ...OF_WORKERS } });
    }
  }
  return { queueClass: Queue, workerClass: RedisWorker };
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
