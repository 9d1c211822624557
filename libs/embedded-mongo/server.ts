import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { FolderLock } from '../folder-lock/folder-lock.js';
import { dispatch } from './commands/dispatcher.js';
import type { CommandContext } from './commands/command.js';
import { CursorRegistry } from './execution/cursor-registry.js';
import { ExpiryMonitor } from './execution/expiry-monitor.js';
import { Store } from './execution/store.js';
import { EmbeddedMongoStartError } from './errors.js';
import { openStore } from './execution/open-store.js';
import { Connection } from './wire/connection.js';

/** Settings of an embedded store. */
export interface EmbeddedMongoOptions {
  /** Folder of the data; created if it does not exist. */
  dataDir: string;
  /**
   * Whether a write is acknowledged only when it is on the disk. Default true. If false, a power cut may damage all
   * data: only for data that is not needed afterwards, as in tests.
   */
  durable?: boolean;
  /**
   * Path of the Unix socket to listen on, or name of the named pipe on Windows. It must end in `.sock`, by which drivers
   * recognise it. It asks for no password: any user with access to the folder of the socket can read and change everything.
   */
  socketPath?: string;
  /** Address to listen on instead of a socket, 127.0.0.1 by default. It is open to every user of the machine. */
  host?: string;
  /** Port to listen on instead of a socket; 0, the default, selects a free port. */
  port?: number;
}

/** Where a store listens. */
type Address = { readonly socketPath: string } | { readonly host: string; readonly port: number };

/**
 * A small server that speaks MongoDB's wire protocol and keeps its data in one folder.
 *
 * ```ts
 * const store = await EmbeddedMongo.open({ dataDir: '.data', socketPath: '/run/user/1000/store.sock' });
 * const client = await MongoClient.connect(store.uri);
 * // ...
 * await store.close();
 * ```
 */
export class EmbeddedMongo {
  private readonly connections = new Set<Connection>();
  private nextConnectionId = 1;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly store: Store,
    private readonly lock: FolderLock,
    private readonly server: Server,
    private readonly expiry: ExpiryMonitor,
    private readonly context: Omit<CommandContext, 'connectionId'>,
    private readonly address: Address,
  ) {
    server.on('connection', (socket) => this.accept(socket));
    server.on('error', reportRefusal);
  }

  /** Takes the folder's lock, opens the data and listens. Rejects with `EmbeddedMongoStartError`. */
  static async open(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
    const { socketPath, host = '127.0.0.1', port = 0 } = options;
    const { store, lock } = await openStore(resolve(options.dataDir), options.durable);
    const server = createServer();
    try {
      await listen(server, socketPath === undefined ? { host, port } : { path: socketPath });
    } catch (error) {
      await store.close();
      await lock.release();
      throw addressError(error, socketPath ?? `${host}:${port}`);
    }
    const address = socketPath === undefined ? { host, port: (server.address() as AddressInfo).port } : { socketPath };
    const cursors = new CursorRegistry();
    let opened: EmbeddedMongo | undefined;
    const now = (): Date => new Date();
    const expiry = new ExpiryMonitor(store, now);
    expiry.start();
    const context = {
      store,
      cursors,
      now,
      server: { startedAt: new Date(), openConnections: () => opened?.connections.size ?? 0 },
    };
    opened = new EmbeddedMongo(store, lock, server, expiry, context, address);
    return opened;
  }

  /** The connection string for drivers. */
  get uri(): string {
    const { address } = this;
    const server =
      'socketPath' in address
        ? encodeURIComponent(address.socketPath)
        : `${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;
    return `mongodb://${server}/?directConnection=true`;
  }

  /** Finishes running commands, flushes everything to disk and releases the lock. May be called more than once. */
  async close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    this.server.close();
    await Promise.all([...this.connections].map(async (connection) => connection.close()));
    this.context.cursors.close();
    await this.expiry.stop();
    await this.store.close();
    await this.lock.release();
  }

  private accept(socket: Socket): void {
    const connection: Connection = new Connection(
      socket,
      this.nextConnectionId++,
      async (request, connectionId) => dispatch(request, { ...this.context, connectionId }),
      () => this.connections.delete(connection),
    );
    this.connections.add(connection);
  }
}

async function listen(server: Server, at: { host: string; port: number } | { path: string }): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(at, () => {
      server.off('error', fail);
      done();
    });
  });
}

/** A connection could not be accepted; the client will retry. */
function reportRefusal({ message }: Error): void {
  const advice = /EMFILE|ENFILE/.test(message) ? '; the limit of open files is reached, raise it (ulimit -n)' : '';
  process.stderr.write(`Embedded store: a connection was refused (${message})${advice}\n`);
}

function addressError(error: unknown, address: string): EmbeddedMongoStartError {
  const { code, message } = error as NodeJS.ErrnoException;
  const text =
    code === 'EADDRINUSE'
      ? `${address} is in use. Stop the other program, or choose another address.`
      : `The embedded store cannot listen on ${address}: ${message}`;
  return new EmbeddedMongoStartError('ADDRESS', text, { cause: error });
}
