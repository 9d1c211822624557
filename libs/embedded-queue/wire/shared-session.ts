import type { PGlite } from '@electric-sql/pglite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BackendReply, readReply } from './backend-messages.js';
import { simpleQuery, SYNC } from './frontend-messages.js';

/** A client of the session: one connection. */
export interface SessionClient {
  /** Gets the answer to its own exchange, or notifications it listens for. */
  receive(bytes: Uint8Array): void;
}

interface Turn {
  client: SessionClient | undefined;
  run(): Promise<void>;
}

/** Work the database needs now and then, between the turns of the clients. */
export interface Upkeep {
  /** Exchanges from one upkeep to the next. */
  every: number;
  /** SQL, run one after the other, each outside a transaction. */
  statements: readonly string[];
  /** Told what one of them failed with; the next upkeep tries again. */
  onError(message: string): void;
}

/** The database has stopped and answers no more; a full disk does this. */
export class DatabaseStoppedError extends Error {}

/** The database reported that its own files are damaged. */
export class DamagedDataError extends Error {}

/** SQLSTATEs of damaged tables and damaged indexes. */
const DAMAGE_CODES = new Set(['XX001', 'XX002']);

/**
 * PGlite's only session, shared by all connections in turns.
 *
 * A turn is a whole exchange, because the session has one unnamed statement and one unnamed portal:
 * the parse of one connection must not come between the parse and the bind of another.
 * A connection inside a transaction, or in the middle of an exchange, keeps the session until it is through.
 */
export class SharedSession {
  private readonly turns: Turn[] = [];
  private readonly listeners = new Set<SessionClient>();
  private owner: SessionClient | undefined;
  private running: Promise<void> | undefined;
  private broken = false;
  private exchanges = 0;

  /** `onFailure` is called once when the database itself fails; the session is of no use then. */
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
    // A turn of nobody's: it comes when no client is in a transaction.
    if (++this.exchanges % this.upkeep.every === 0) this.enqueue(undefined, () => this.keepUp());
  }

  /** Forgets a client that is gone, and rolls back what it left open. */
  leave(client: SessionClient): void {
    for (let i = this.turns.length - 1; i >= 0; i--) if (this.turns[i]?.client === client) this.turns.splice(i, 1);
    // Queued even when it owns nothing: its current turn may be about to listen or to open a transaction.
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
      // Statements run synchronously inside WebAssembly: let sockets have their turn before each.
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
    // The bytes are the session's own memory and are overwritten later, hence the copy.
    await this.database.execProtocolRawStream(bytes, { onRawData: (data) => parts.push(Buffer.from(data)) });
    const reply = readReply(Buffer.concat(parts));
    if (client !== undefined) {
      if (reply.listens) this.listeners.add(client);
      client.receive(reply.answer);
    }
    if (reply.error !== undefined && DAMAGE_CODES.has(reply.error.code)) {
      throw new DamagedDataError(`the database reports damaged data: ${reply.error.message}`);
    }
    // After a panic it answers nothing at all: whoever asked it once more would wait for ever.
    if (complete && !reply.ready) {
      throw new DatabaseStoppedError(`the database has stopped: ${reply.error?.message ?? 'it gave no reason'}`);
    }
    if (reply.notifications !== undefined) for (const listener of this.listeners) listener.receive(reply.notifications);
    return reply;
  }
}
