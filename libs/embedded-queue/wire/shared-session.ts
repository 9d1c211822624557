import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { type BackendReply, NO_ENCRYPTION, readReply } from './backend-messages.js';
import { FrontendProtocolError, FrontendReader, type FrontendRequest, simpleQuery, SYNC } from './frontend-messages.js';

/** A client of the session: one connection. */
interface SessionClient {
  /** Receives the response to its own exchange, or notifications it listens for. */
  receive(bytes: Uint8Array): void;
}

interface Turn {
  client: SessionClient | undefined;
  run(): Promise<void>;
}

/** Periodic maintenance of the database, between the turns of the clients. */
export interface Upkeep {
  /** Exchanges from one upkeep to the next. */
  every: number;
  /** SQL, run one after the other, each outside a transaction. */
  statements: readonly string[];
  /** Called with the error message of a statement that failed; the next upkeep tries again. */
  onError(message: string): void;
}

/** The database has stopped and no longer responds, for example because the disk is full. */
export class DatabaseStoppedError extends Error {}

/** The database reported that its own files are damaged. */
export class DamagedDataError extends Error {}

/** SQLSTATEs of damaged tables and damaged indexes. */
const DAMAGE_CODES = new Set(['XX001', 'XX002']);

/**
 * PGlite's only session, shared by all connections in turns.
 *
 * A turn is a whole exchange, because the session has one unnamed statement and one unnamed portal: the parse of one
 * connection must not come between the parse and the bind of another. A connection inside a transaction, or in the
 * middle of an exchange, keeps the session until that is finished.
 */
export class SharedSession {
  private readonly turns: Turn[] = [];
  private readonly listeners = new Set<SessionClient>();
  private owner: SessionClient | undefined;
  private running: Promise<void> | undefined;
  private broken = false;
  private exchanges = 0;

  /** `onFailure` is called once when the database itself fails; after that the session is unusable. */
  constructor(
    private readonly database: PGlite,
    private readonly upkeep: Upkeep,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Runs the messages of one exchange when it is the client's turn. */
  exchange(client: SessionClient, bytes: Uint8Array, complete: boolean): void {
    this.enqueue(client, async () => {
      await this.execute(client, bytes, complete);
      this.owner = !complete || this.database.isInTransaction() ? client : undefined;
    });
    // A turn without a client: it runs when no client is in a transaction.
    if (++this.exchanges % this.upkeep.every === 0) this.enqueue(undefined, () => this.keepUp());
  }

  /** Removes a client that has disconnected, and rolls back its open transaction. */
  leave(client: SessionClient): void {
    for (let i = this.turns.length - 1; i >= 0; i--) if (this.turns[i]?.client === client) this.turns.splice(i, 1);
    // Queued even when it does not own the session: its current turn may be about to listen or to open a transaction.
    this.enqueue(client, async () => {
      this.listeners.delete(client);
      if (this.owner !== client) return;
      await this.execute(undefined, SYNC, true);
      if (this.database.isInTransaction()) await this.execute(undefined, simpleQuery('ROLLBACK'), true);
      this.owner = undefined;
    });
  }

  /** Resolves when no turn is running or waiting. */
  async idle(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }

  private enqueue(client: SessionClient | undefined, run: () => Promise<void>): void {
    if (this.broken) return;
    this.turns.push({ client, run });
    this.running ??= this.drain();
  }

  private async drain(): Promise<void> {
    try {
      // Statements run synchronously inside WebAssembly, so sockets get a turn of the event loop before each.
      for (await nextTurn(); ; await nextTurn()) {
        const turn = this.next();
        if (turn === undefined) return;
        await turn.run();
      }
    } catch (error) {
      this.broken = true;
      this.turns.length = 0;
      this.onFailure(error);
    } finally {
      this.running = undefined;
    }
  }

  private next(): Turn | undefined {
    if (this.owner === undefined) return this.turns.shift();
    const index = this.turns.findIndex((turn) => turn.client === this.owner);
    return index === -1 ? undefined : this.turns.splice(index, 1)[0];
  }

  private async keepUp(): Promise<void> {
    for (const statement of this.upkeep.statements) {
      const { error } = await this.execute(undefined, simpleQuery(statement), true);
      if (error !== undefined) this.upkeep.onError(error.message);
    }
  }

  private async execute(
    client: SessionClient | undefined,
    bytes: Uint8Array,
    complete: boolean,
  ): Promise<BackendReply> {
    const parts: Buffer[] = [];
    // The bytes are in the session's own memory and are overwritten later, so they are copied.
    await this.database.execProtocolRawStream(bytes, { onRawData: (data) => parts.push(Buffer.from(data)) });
    const reply = readReply(Buffer.concat(parts));
    if (client !== undefined) {
      if (reply.listens) this.listeners.add(client);
      client.receive(reply.response);
    }
    if (reply.error !== undefined && DAMAGE_CODES.has(reply.error.code)) {
      throw new DamagedDataError(`the database reports damaged data: ${reply.error.message}`);
    }
    // After a panic it no longer responds: another request would wait forever.
    if (complete && !reply.ready) {
      throw new DatabaseStoppedError(`the database has stopped: ${reply.error?.message ?? 'it gave no reason'}`);
    }
    if (reply.notifications !== undefined) for (const listener of this.listeners) listener.receive(reply.notifications);
    return reply;
  }
}

/** One client connection: reads requests from its socket and passes them to the shared session in order. */
export class ClientConnection implements SessionClient {
  private readonly reader = new FrontendReader();

  constructor(
    private readonly socket: Socket,
    private readonly session: SharedSession,
    private readonly startup: Buffer,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.read(chunk));
    // A connection reset; 'close' follows and cleans up.
    socket.on('error', () => undefined);
    socket.on('close', () => this.session.leave(this));
  }

  receive(bytes: Uint8Array): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** Ends the connection without waiting for the client. */
  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    try {
      for (const request of this.reader.read(chunk)) this.handle(request);
    } catch (error) {
      if (!(error instanceof FrontendProtocolError)) throw error;
      this.close();
    }
  }

  private handle(request: FrontendRequest): void {
    switch (request.kind) {
      case 'encryption':
        return this.receive(NO_ENCRYPTION);
      case 'startup':
        return this.receive(this.startup);
      case 'terminate':
        return this.close();
      case 'exchange':
        return this.session.exchange(this, request.bytes, request.complete);
    }
  }
}
