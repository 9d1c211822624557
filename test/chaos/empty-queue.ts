import { Redis } from 'ioredis';

/** Removes every job of the queues with this prefix, as the loss of the server does. Returns how many records went. */
export async function emptyQueue(url: string, prefix: string): Promise<number> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys(`${prefix}:*`);
    return keys.length > 0 ? await redis.del(keys) : 0;
  } finally {
    redis.disconnect();
  }
}
