import type { PGlite } from '@electric-sql/pglite';
import { createServer, type Server, type Socket } from 'node:net';
import type { FolderLock } from '../folder-lock/folder-lock.js';
import { removeOlder, lockQueueFolder, openQueueFolder, quarantine } from './data/queue-folder.js';
import { upkeepWith } from './data/database.js';
import { EmbeddedQueueStartError, systemErrorCode, toStartError } from './queue-start-error.js';
import { startupResponse } from './wire/backend-messages.js';
import { ClientConnection, DamagedDataError, SharedSession } from './wire/shared-session.js';

export interface EmbeddedQueueOptions {
  /** Folder of the queue's data; created when missing. `<dataDir>.lock` next to it keeps other processes out. */
  dataDir: string;
  /**
   * Folder of the Unix socket to listen on; on Windows, the prefix of the named pipe, such as `//./pipe/name`. There is
   * no password: any user with access to the folder can use the queue.
   */
  socketFolder: string;
  /**
   * A folder of an empty queue, which a new one is copied from: it takes PGlite seconds of computing to make one. Without
   * it, or when it does not exist, a new queue is made.
   */
  template?: string;
  /** Called with a one-line message when damaged data was moved to quarantine. Default: writes to standard error. */
  onWarning?: (message: string) => void;
  /** Called once if the database fails while running. The queue has then closed its connections; open a new one. */
  onFailure?: (error: unknown) => void;
}

/** The socket that PostgreSQL drivers look for when the host is a folder. */
const SOCKET_NAME = '.s.PGSQL.5432';

/** The parameters that PostgreSQL drivers expect at the start of a connection. */
const REPORTED_PARAMETERS = [
  'server_version',
  'server_encoding',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'integer_datetimes',
  'standard_conforming_strings',
];

/**
 * The queue of the embedded default: PostgreSQL in WebAssembly with BullMQ's schema,
 * behind an ordinary PostgreSQL socket, for any number of queues, workers and processes.
 */
export class EmbeddedQueue {
  private readonly connections = new Set<ClientConnection>();
  private closing: Promise<void> | undefined;
  private failure: unknown;

  private constructor(
    private readonly database: PGlite,
    private readonly session: SharedSession,
    private readonly listener: Server,
    private readonly lock: FolderLock,
    private readonly folder: string,
    /** Address for BullMQ's `createPostgresBackend`. */
    readonly uri: string,
  ) {}

  /** Takes the lock, opens the data and listens. Throws EmbeddedQueueStartError. */
  static async open(options: EmbeddedQueueOptions): Promise<EmbeddedQueue> {
    const folder = options.dataDir;
    const warn = options.onWarning ?? ((message: string) => void process.stderr.write(`${message}\n`));
    try {
      const lock = await lockQueueFolder(folder);
      try {
        const database = await openQueueFolder(folder, warn, options.template);
        return await EmbeddedQueue.listen(database, lock, options, warn);
      } catch (error) {
        await lock.release();
        throw error;
      }
    } catch (error) {
      throw toStartError(error, folder);
    }
  }

  private static async listen(
    database: PGlite,
    lock: FolderLock,
    options: EmbeddedQueueOptions,
    warn: (message: string) => void,
  ): Promise<EmbeddedQueue> {
    const { socketFolder } = options;
    const startup = startupResponse(await reportedParameters(database));
    const listener = createServer();
    try {
      await listening(listener, `${socketFolder}/${SOCKET_NAME}`);
    } catch (error) {
      await database.close();
      throw error;
    }
    const session = new SharedSession(database, upkeepWith(warn), (error) => {
      queue.failure = error;
      void queue.hangUp();
      options.onFailure?.(error);
    });
    const uri = `postgres://postgres@${encodeURIComponent(socketFolder)}/postgres`;
    const queue = new EmbeddedQueue(database, session, listener, lock, options.dataDir, uri);
    listener.on('connection', (socket) => queue.accept(socket, startup));
    listener.on('error', (error) => {
      const advice =
        systemErrorCode(error) === 'EMFILE' ? '; the limit of open files is reached, raise it (ulimit -n)' : '';
      warn(`The queue refused a connection (${error.message})${advice}`);
    });
    return queue;
  }

  /** Closes all connections, writes everything to disk and releases the lock. */
  async close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    await this.hangUp();
    await this.session.idle();
    await this.closeDatabase();
    if (this.failure instanceof DamagedDataError) await removeOlder(this.folder, await quarantine(this.folder));
    await this.lock.release();
  }

  private async closeDatabase(): Promise<void> {
    if (this.failure === undefined) return this.database.close();
    // After damage it still responds. Its files are in quarantine, so an error while closing does not matter.
    if (this.failure instanceof DamagedDataError) return this.database.close().catch(() => undefined);
    // A stopped database would never respond to `close`; its files recover at the next start.
  }

  private async hangUp(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.listener.close(() => resolve()));
    for (const connection of this.connections) connection.close();
    await closed;
  }

  private accept(socket: Socket, startup: Buffer): void {
    const connection = new ClientConnection(socket, this.session, startup);
    this.connections.add(connection);
    socket.on('close', () => this.connections.delete(connection));
  }
}

async function reportedParameters(database: PGlite): Promise<Map<string, string>> {
  const { rows } = await database.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [REPORTED_PARAMETERS],
  );
  return new Map(rows.map(({ name, setting }) => [name, setting]));
}

async function listening(listener: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    listener.once('error', (error) => {
      const reason = systemErrorCode(error) ?? error.message;
      reject(new EmbeddedQueueStartError('ADDRESS', `The queue cannot listen on ${path} (${reason})`));
    });
    listener.listen(path, resolve);
  });
}
