import { loadConfig } from '../config/config.js';
import { bullPrefix, connectRedis, isRedisCluster, redisOptions } from './redis-client.js';

const SENTINELS = [
  { host: 'a.example', port: 26_379 },
  { host: '::1', port: 5000 },
];

describe('addresses of Redis', () => {
  it('of a single one are those of ioredis', () => {
    expect(redisOptions('rediss://user:secret@redis.example:6380/2')).toEqual({
      url: 'rediss://user:secret@redis.example:6380/2',
    });
  });

  it('of sentinels name a master, its credentials, its database, and theirs', () => {
    const url = 'redis+sentinel://app:p%40ss:w@a.example,[::1]:5000/main/3?sentinelPassword=other';
    expect(redisOptions(url)).toMatchObject({
      sentinels: SENTINELS,
      name: 'main',
      db: 3,
      username: 'app',
      password: 'p@ss:w',
      sentinelPassword: 'other',
      failoverDetector: true,
    });
    expect(redisOptions(url)).not.toHaveProperty('tls');
    expect(redisOptions('rediss+sentinel://:secret@a.example/main')).toMatchObject({
      password: 'secret',
      tls: {},
      enableTLSForSentinelMode: true,
    });
  });

  it('of a cluster name some of its nodes, and keys of a queue have a hash tag there', () => {
    const url = 'rediss+cluster://:secret@a.example,b.example:7000';
    const cluster = connectRedis(url, { lazyConnect: true, maxRetriesPerRequest: 1 });
    expect(cluster).toMatchObject({
      isCluster: true,
      options: { redisOptions: { password: 'secret', tls: {}, maxRetriesPerRequest: 1 } },
      startupNodes: [
        { host: 'a.example', port: 6379 },
        { host: 'b.example', port: 7000 },
      ],
    });
    cluster.disconnect();
    expect(isRedisCluster(url)).toBe(true);
    expect(bullPrefix(url, 'carillon')).toBe('{carillon}');
    expect(bullPrefix('redis://a.example', 'carillon')).toBe('carillon');
  });

  it.each([
    'redis://localhost',
    'rediss://:secret@redis.example:6380',
    'localhost:6379',
    'redis+sentinel://a,b/main',
    'redis+cluster://a:7000,b:7000',
  ])('%s may be a setting', (url) => {
    expect(loadConfig({ REDIS_URL: url }).redisUrl).toBe(url);
  });

  it.each(['redis+sentinel://a,b', 'redis-sentinel://a/main', 'http://a', 'redis+cluster:///'])(
    '%s is refused, without being shown',
    (url) => {
      expect(() => loadConfig({ REDIS_URL: url })).toThrow(/^REDIS_URL must be an address such as redis:[^"]+$/);
    },
  );
});
