import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Whether this machine can start one. */
export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of one test, which may stop it. */
export class RedisServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  get uri(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** `options` are those of the command `redis-server`. */
  static async start(options: readonly string[] = [], port?: number): Promise<RedisServer> {
    const free = port ?? (await freePort());
    const address = ['--port', String(free), '--bind', '127.0.0.1'];
    return RedisServer.spawn([...address, '--save', '', ...options], free, 'Ready to accept connections');
  }

  /** A sentinel, whose file of settings names this port; it writes into that file. */
  static async startSentinel(file: string, port: number): Promise<RedisServer> {
    return RedisServer.spawn([file, '--sentinel'], port, '+monitor');
  }

  private static async spawn(options: readonly string[], port: number, ready: string): Promise<RedisServer> {
    const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    const ended = once(child, 'close').then(() => {
      throw new Error(`redis-server has ended: ${output}`);
    });
    ended.catch(() => undefined);
    while (!output.includes(ready)) {
      const [chunk] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
      output += chunk.toString();
    }
    child.stdout.resume();
    return new RedisServer(child, port);
  }

  /** An empty one in the place of this one, which has ended. */
  async replace(): Promise<RedisServer> {
    return RedisServer.start([], this.port);
  }

  /** It keeps its connections, and responds to nothing. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await ended;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
