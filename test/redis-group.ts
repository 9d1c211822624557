import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort, RedisServer } from './redis-server.js';

/** A master with a replica and a sentinel, which puts the replica in its place when the master does not respond. */
export class RedisSentinels {
  private constructor(
    private readonly folder: string,
    readonly master: RedisServer,
    private readonly others: readonly RedisServer[],
    private readonly sentinel: RedisServer,
  ) {}

  get uri(): string {
    return `redis+sentinel://127.0.0.1:${this.sentinel.port}/main`;
  }

  static async start(): Promise<RedisSentinels> {
    const folder = await mkdtemp(join(tmpdir(), 'carillon-sentinels-'));
    const master = await RedisServer.start(['--dir', folder]);
    const replica = await RedisServer.start(['--dir', folder, '--replicaof', '127.0.0.1', String(master.port)]);
    await eventually(async () => expect(ask(replica.port, 'INFO', 'replication')).toContain('master_link_status:up'));
    const port = await freePort();
    const file = join(folder, 'sentinel.conf');
    await writeFile(
      file,
      `port ${port}
bind 127.0.0.1
dir ${folder}
sentinel monitor main 127.0.0.1 ${master.port} 1
sentinel down-after-milliseconds main 1000
sentinel failover-timeout main 5000
`,
    );
    const sentinel = await RedisServer.startSentinel(file, port);
    await eventually(async () => expect(ask(port, 'SENTINEL', 'REPLICAS', 'main')).toMatch(/master-link-status\nok\n/));
    return new RedisSentinels(folder, master, [replica], sentinel);
  }

  /** Resolves when another one is the master. */
  async failedOver(): Promise<void> {
    await eventually(async () => {
      const master = ask(this.sentinel.port, 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main');
      expect(master.split('\n')[1]).toBe(String(this.others[0]!.port));
    });
  }

  async stop(): Promise<void> {
    await Promise.all([this.sentinel, this.master, ...this.others].map((server) => server.stop()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Three masters, each with a third of the keys. */
export class RedisCluster {
  private constructor(
    private readonly folder: string,
    readonly nodes: readonly RedisServer[],
  ) {}

  get uri(): string {
    return `redis+cluster://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
  }

  static async start(): Promise<RedisCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'carillon-cluster-'));
    const nodes = await Promise.all(
      [1, 2, 3].map(async (number) => {
        const port = await freePort();
        // The port between the nodes is 10,000 higher by default, and may be no port at all then.
        const bus = String(await freePort());
        const config = ['--cluster-enabled', 'yes', '--cluster-config-file', `nodes-${number}.conf`];
        const patience = ['--cluster-node-timeout', '1000', '--cluster-require-full-coverage', 'no'];
        return RedisServer.start(['--dir', folder, '--cluster-port', bus, ...config, ...patience], port);
      }),
    );
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    const { status, stdout } = spawnSync('redis-cli', ['--cluster', 'create', ...addresses, '--cluster-yes']);
    if (status !== 0) throw new Error(`No cluster: ${stdout.toString()}`);
    await eventually(async () => {
      for (const { port } of nodes) expect(ask(port, 'CLUSTER', 'INFO')).toContain('cluster_state:ok');
    });
    return new RedisCluster(folder, nodes);
  }

  /** The node that has a key. */
  ofKey(key: string): RedisServer {
    const slot = Number(ask(this.nodes[0]!.port, 'CLUSTER', 'KEYSLOT', key));
    const third = this.nodes.findIndex(({ port }) => {
      const [, from, to] = /myself,.* connected (\d+)-(\d+)/.exec(ask(port, 'CLUSTER', 'NODES')) ?? [];
      return slot >= Number(from) && slot <= Number(to);
    });
    return this.nodes[third]!;
  }

  /** Whether the other nodes have found out that one does not respond. */
  seesFailed({ port }: RedisServer): boolean {
    const other = this.nodes.find((node) => node.port !== port)!;
    return new RegExp(`127\\.0\\.0\\.1:${port}@\\S+ \\S*\\bfail\\b`).test(ask(other.port, 'CLUSTER', 'NODES'));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
    await rm(this.folder, { recursive: true, force: true });
  }
}

function ask(port: number, ...command: string[]): string {
  return spawnSync('redis-cli', ['-p', String(port), ...command]).stdout.toString();
}
