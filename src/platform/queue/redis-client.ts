import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { MasterConnector } from './master-connector.js';

/** A connection to one Redis, to the master that sentinels name, or to a cluster. */
export type RedisClient = Redis | Cluster;

/** Options of {@link connectRedis}, which all forms of addresses have. */
export type RedisClientOptions = Pick<
  RedisOptions,
  | 'commandTimeout'
  | 'connectionName'
  | 'connectTimeout'
  | 'enableOfflineQueue'
  | 'lazyConnect'
  | 'maxRetriesPerRequest'
  | 'retryStrategy'
>;

/** Addresses of several servers: `redis+sentinel://…` and `redis+cluster://…`. */
const SEVERAL =
  /^redis(?<tls>s)?\+(?<kind>sentinel|cluster):\/\/(?:(?<user>[^@/]*)@)?(?<hosts>[^/?]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;

export function isRedisCluster(url: string): boolean {
  return partsOf(url)?.kind === 'cluster';
}

/**
 * The prefix of BullMQ's keys. In a cluster it is a hash tag, because a script of BullMQ uses several keys of a queue at
 * once, which must be on one node.
 */
export function bullPrefix(url: string, prefix: string): string {
  return isRedisCluster(url) ? `{${prefix}}` : prefix;
}

/** ioredis's options for a Redis without cluster mode. BullMQ accepts the same. */
export function redisOptions(url: string) {
  const parts = partsOf(url);
  if (!parts) return { url };
  const [name, db] = parts.path.split('/');
  return {
    sentinels: addressesIn(parts.hosts, 26_379),
    name: decodeURIComponent(name!),
    db: Number(db ?? 0),
    ...credentialsIn(parts.user),
    sentinelUsername: parts.query.get('sentinelUsername') ?? undefined,
    sentinelPassword: parts.query.get('sentinelPassword') ?? undefined,
    // A master that does not respond keeps its connections open; the sentinels say when there is another.
    failoverDetector: true,
    Connector: MasterConnector,
    ...(parts.isEncrypted && { tls: {}, enableTLSForSentinelMode: true, sentinelTLS: {} }),
  };
}

/** Connects to the server or servers that an address in the form of `REDIS_URL` names. */
export function connectRedis(url: string, options: RedisClientOptions): RedisClient {
  const parts = partsOf(url);
  if (parts?.kind !== 'cluster') {
    const { url: address, ...others } = { ...redisOptions(url), ...options };
    const forSentinels = options.retryStrategy && { sentinelRetryStrategy: options.retryStrategy };
    return address === undefined ? new Redis({ ...others, ...forSentinels }) : new Redis(address, others);
  }
  const { enableOfflineQueue, lazyConnect, retryStrategy, ...ofNodes } = options;
  return new Cluster(addressesIn(parts.hosts, 6379), {
    ...(enableOfflineQueue !== undefined && { enableOfflineQueue }),
    ...(lazyConnect !== undefined && { lazyConnect }),
    ...(retryStrategy && { clusterRetryStrategy: retryStrategy }),
    // Certificates are for the names that nodes announce, not for their addresses.
    ...(parts.isEncrypted && { dnsLookup: (address, found) => found(null, address) }),
    redisOptions: { ...ofNodes, ...credentialsIn(parts.user), ...(parts.isEncrypted && { tls: {} }) },
  });
}

function partsOf(url: string) {
  const groups = SEVERAL.exec(url)?.groups;
  return (
    groups && {
      kind: groups.kind as 'sentinel' | 'cluster',
      isEncrypted: groups.tls !== undefined,
      user: groups.user,
      hosts: groups.hosts!,
      path: groups.path ?? '',
      query: new URLSearchParams(groups.query),
    }
  );
}

function credentialsIn(user: string | undefined): { username?: string; password?: string } {
  if (user === undefined) return {};
  const [username, ...password] = user.split(':');
  return {
    ...(username !== '' && { username: decodeURIComponent(username!) }),
    ...(password.length > 0 && { password: decodeURIComponent(password.join(':')) }),
  };
}

function addressesIn(hosts: string, defaultPort: number): { host: string; port: number }[] {
  return hosts.split(',').map((text) => {
    const { hostname, port } = new URL(`redis://${text}`);
    return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
  });
}
