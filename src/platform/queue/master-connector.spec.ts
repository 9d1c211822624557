import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Redis, type RedisOptions } from 'ioredis';
import { eventually } from '../../../test/eventually.js';
import { MasterConnector } from './master-connector.js';

const listening: Server[] = [];

function ignore(): void {}

async function serve(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  listening.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A server that speaks as much of Redis's protocol as a sentinel is asked for. */
class Sentinel {
  port: number;
  asked = 0;
  /** Connections that wait for a new master. */
  readonly subscribers: Socket[] = [];
  private readonly held: (() => void)[] = [];
  holds = false;

  constructor(private readonly masterPort: number) {}

  async start(): Promise<this> {
    this.port = await serve((socket) => {
      socket.on('error', ignore).on('data', (bytes) => this.respond(socket, bytes.toString()));
    });
    return this;
  }

  /** Tells all who listen that there is another master. */
  switchMaster(): void {
    for (const socket of this.subscribers) socket.write('*3\r\n$7\r\nmessage\r\n$14\r\n+switch-master\r\n$1\r\nx\r\n');
  }

  release(): void {
    this.holds = false;
    for (const respond of this.held.splice(0)) respond();
  }

  private respond(socket: Socket, text: string): void {
    for (const command of text
      .toLowerCase()
      .split(/\*\d+\r\n/)
      .slice(1)) {
      if (command.includes('get-master-addr-by-name')) {
        this.asked += 1;
        const port = String(this.masterPort);
        const respond = (): void => void socket.write(`*2\r\n$9\r\n127.0.0.1\r\n$${port.length}\r\n${port}\r\n`);
        if (this.holds) this.held.push(respond);
        else respond();
      } else if (command.includes('subscribe')) {
        this.subscribers.push(socket);
        socket.write('*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n');
      } else if (command.includes('sentinels')) socket.write('*0\r\n');
      else if (command.includes('hello')) socket.write('-ERR unknown command\r\n');
      else socket.write('+OK\r\n');
    }
  }
}

/** Connects, loses the connection, and hears of another master while it asks for it. Returns what becomes of the client. */
async function connectDuringFailover(options: RedisOptions): Promise<string> {
  const masters: Socket[] = [];
  const masterPort = await serve((socket) => {
    masters.push(socket.on('error', ignore).on('data', () => socket.write('+OK\r\n')));
  });
  const sentinel = await new Sentinel(masterPort).start();
  const client = new Redis({
    ...options,
    sentinels: [{ host: '127.0.0.1', port: sentinel.port }],
    name: 'main',
    failoverDetector: true,
    protocol: 2,
    enableReadyCheck: false,
  }).on('error', ignore);
  try {
    await eventually(async () => expect(sentinel.subscribers).toHaveLength(1));
    sentinel.holds = true;
    masters.at(0)?.destroy();
    await eventually(async () => expect(sentinel.asked).toBe(2));
    sentinel.switchMaster();
    // All listeners have heard it now, or had stopped listening.
    await eventually(async () => expect(sentinel.subscribers.at(0)?.destroyed).toBe(true));
    sentinel.release();
    await eventually(async () => expect(client.status).not.toMatch(/connecting|reconnecting/));
    return client.status;
  } finally {
    client.disconnect();
  }
}

describe('a client of the master that sentinels name', () => {
  afterEach(() => {
    for (const server of listening.splice(0)) server.close();
  });

  it('P10: connects, though another master is announced meanwhile', async () => {
    expect(await connectDuringFailover({ Connector: MasterConnector })).toMatch(/^(connect|ready)$/);
  });

  it('ends for good with the connector of ioredis: without that, ours is not needed any more', async () => {
    expect(await connectDuringFailover({})).toBe('end');
  });
});
