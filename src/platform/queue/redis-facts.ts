import type { Redis } from 'ioredis';
import { connectRedis } from './redis-client.js';

const PATIENCE_MS = 5000;

/** What a Redis says about itself. */
export interface RedisFacts {
  readonly version: string;
  /** What it does when its memory is full. */
  readonly evictionPolicy: string;
  /** Bytes that it may use; 0: no limit. */
  readonly maxMemory: number;
  readonly usedMemory: number;
  /** Whether it writes what it has to the disk. Undefined when it does not say. */
  readonly isPersistent?: boolean;
  /** Whether its last snapshot failed: then it may refuse writes. */
  readonly snapshotFailed: boolean;
  /** Milliseconds that its clock is ahead of this machine's, and by how much that may be wrong. */
  readonly clock: { readonly aheadMs: number; readonly errorMs: number };
}

/**
 * Asks a Redis, the master that sentinels name, or each master of a cluster, and changes nothing. Throws when one is not
 * reached.
 */
export async function readRedis(url: string): Promise<RedisFacts[]> {
  const redis = connectRedis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
  });
  // The error is that of `connect`, too.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await Promise.all(('nodes' in redis ? redis.nodes('master') : [redis]).map(readNode));
  } finally {
    redis.disconnect();
  }
}

async function readNode(redis: Redis): Promise<RedisFacts> {
  const begun = Date.now();
  const [seconds, microseconds] = await redis.time();
  const ended = Date.now();
  const info = readInfo(await redis.info());
  // Hosted servers refuse CONFIG.
  const saves = await redis.config('GET', 'save').catch(() => undefined);
  const save = Array.isArray(saves) ? (saves[1] ?? '') : undefined;
  return {
    version: info.get('redis_version') ?? 'unknown',
    evictionPolicy: info.get('maxmemory_policy') ?? 'unknown',
    maxMemory: Number(info.get('maxmemory') ?? 0),
    usedMemory: Number(info.get('used_memory') ?? 0),
    isPersistent: info.get('aof_enabled') === '1' ? true : save === undefined ? undefined : save !== '',
    snapshotFailed: info.get('rdb_last_bgsave_status') === 'err',
    clock: {
      aheadMs: Number(seconds) * 1000 + Number(microseconds) / 1000 - (begun + ended) / 2,
      errorMs: (ended - begun) / 2,
    },
  };
}

function readInfo(text: string): Map<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.includes(':'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}
