import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { FolderLock } from '../folder-lock/folder-lock.js';
import { dispatch } from './commands/dispatcher.js';
import type { CommandContext } from './commands/command.js';
import { CursorRegistry } from './execution/cursor-registry.js';
import { ExpiryMonitor } from './execution/expiry-monitor.js';
import { Store } from './execution/store.js';
import { EmbeddedMongoStartError } from './store-error.js';
import { openStore } from './storage/folder/open-store.js';
import { Connection } from './wire/connection.js';

/** Settings of an embedded store. */
export interface EmbeddedMongoOptions {
  /** Folder of the data; made if it does not exist. */
  dataDir: string;
  /**
   * Whether a write is acknowledged only when it is on the disk. Default true. Without it a power cut may damage all data:
   * for data that nobody needs afterwards, such as those of tests.
   */
  durable?: boolean;
  /** Address to listen on; 127.0.0.1 by default. There is no authentication: do not open it to a network. */
  host?: string;
  /** Port to listen on; 0, the default, takes any that is free. */
  port?: number;
}

/**
 * A small server that speaks MongoDB's wire protocol and keeps its data in one folder.
 *
 * ```ts
 * const store = await EmbeddedMongo.open({ dataDir: '.data' });
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
    private readonly host: string,
    /** The port it listens on. */
    readonly port: number,
  ) {
    server.on('connection', (socket) => this.accept(socket));
  }

  /** Takes the folder's lock, opens the data and listens. Rejects with `EmbeddedMongoStartError`. */
  static async open(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
    const host = options.host ?? '127.0.0.1';
    const { store, lock } = await openStore(resolve(options.dataDir), options.durable);
    const server = createServer();
    try {
      await listen(server, host, options.port ?? 0);
    } catch (error) {
      await store.close();
      await lock.release();
      throw portError(error, host, options.port ?? 0);
    }
    const { port } = server.address() as AddressInfo;
    const cursors = new CursorRegistry();
    let opened: EmbeddedMongo | undefined;
    const now = (): Date => new Date();
    const expiry = new ExpiryMonitor(store, now);
    expiry.start();
    const context = {
      store,
      cursors,
      now,
      server: { startedAt: new Date(), port, openConnections: () => opened?.connections.size ?? 0 },
    };
    opened = new EmbeddedMongo(store, lock, server, expiry, context, host, port);
    return opened;
  }

  /** The connection string for drivers. */
  get uri(): string {
    return `mongodb://${this.host.includes(':') ? `[${this.host}]` : this.host}:${this.port}/?directConnection=true`;
  }

  /** Finishes running commands, flushes everything to disk and gives the lock back. May be called more than once. */
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

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      done();
    });
  });
}

function portError(error: unknown, host: string, port: number): EmbeddedMongoStartError {
  const { code, message } = error as NodeJS.ErrnoException;
  const text =
    code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is in use. Stop the other program, or choose another port.`
      : `The embedded store cannot listen on ${host}:${port}: ${message}`;
  return new EmbeddedMongoStartError('PORT', text, { cause: error });
}
