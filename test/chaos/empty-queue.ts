import { Redis } from 'ioredis';
import { Client } from 'pg';

/** Removes every job of the queues with this prefix, as the loss of the server does. Returns how many records went. */
export async function emptyQueue(prefix: string): Promise<number> {
  const { REDIS_URL, TEST_QUEUE_URI } = process.env;
  return REDIS_URL ? emptyRedis(REDIS_URL, prefix) : emptyTables(TEST_QUEUE_URI!, prefix);
}

async function emptyRedis(url: string, prefix: string): Promise<number> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys(`${prefix}:*`);
    return keys.length > 0 ? await redis.del(keys) : 0;
  } finally {
    redis.disconnect();
  }
}

async function emptyTables(connectionString: string, prefix: string): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query('DELETE FROM job WHERE queue LIKE $1', [`${prefix}-%`]);
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Takes away the order of the jobs that wait in the queues with this prefix, as the loss of a part of the server does: the
 * jobs are known, and nobody is handed them.
 */
export async function disorderQueue(prefix: string): Promise<void> {
  const { REDIS_URL, TEST_QUEUE_URI } = process.env;
  if (REDIS_URL) {
    const redis = new Redis(REDIS_URL);
    await redis.del(`${prefix}:turns:wait`, `${prefix}:turns-low:wait`);
    redis.disconnect();
    return;
  }
  const client = new Client({ connectionString: TEST_QUEUE_URI! });
  await client.connect();
  await client.query("UPDATE job SET state = 'completed' WHERE queue LIKE $1", [`${prefix}-%`]);
  await client.end();
}
