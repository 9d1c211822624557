import { randomBytes } from 'node:crypto';
import { CommandError, ErrorCode } from '../errors.js';
import type { DocumentStream } from './query-stream.js';

/** How long a cursor may stay unused, in milliseconds. */
const IDLE_TIMEOUT = 10 * 60 * 1000;
const CHECK_EVERY = 60 * 1000;

interface OpenCursor {
  readonly namespace: string;
  readonly stream: DocumentStream;
  readonly neverTimesOut: boolean;
  lastUsed: number;
  busy: boolean;
}

/** The open cursors of all clients. */
export class CursorRegistry {
  private readonly cursors = new Map<bigint, OpenCursor>();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly now: () => Date = () => new Date()) {
    this.timer = setInterval(() => this.removeIdle(), CHECK_EVERY).unref();
  }

  get size(): number {
    return this.cursors.size;
  }

  /** Adds a stream; returns the id of its cursor, which is never 0. */
  add(namespace: string, stream: DocumentStream, neverTimesOut = false): bigint {
    const id = (randomBytes(8).readBigUInt64BE() >> 2n) | 1n;
    this.cursors.set(id, { namespace, stream, neverTimesOut, lastUsed: this.now().getTime(), busy: false });
    return id;
  }

  /** Reserves a cursor for one batch. */
  take(id: bigint, namespace: string): DocumentStream {
    const cursor = this.cursors.get(id);
    if (!cursor) throw new CommandError(ErrorCode.CursorNotFound, `cursor id ${id} not found`);
    if (cursor.namespace !== namespace) {
      throw new CommandError(
        ErrorCode.Unauthorized,
        `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
      );
    }
    if (cursor.busy) throw new CommandError(12, `cursor id ${id} is already in use`);
    cursor.busy = true;
    return cursor.stream;
  }

  /** Releases a cursor after a batch. */
  release(id: bigint): void {
    const cursor = this.cursors.get(id);
    if (!cursor) return;
    cursor.busy = false;
    cursor.lastUsed = this.now().getTime();
  }

  /** Closes a cursor; returns false if the namespace has no cursor with this id. */
  kill(id: bigint, namespace?: string): boolean {
    const cursor = this.cursors.get(id);
    if (!cursor || (namespace !== undefined && cursor.namespace !== namespace)) return false;
    return this.cursors.delete(id);
  }

  /** Closes the cursors that have been idle for ten minutes. */
  removeIdle(): void {
    const oldest = this.now().getTime() - IDLE_TIMEOUT;
    for (const [id, cursor] of this.cursors) {
      if (!cursor.busy && !cursor.neverTimesOut && cursor.lastUsed < oldest) this.cursors.delete(id);
    }
  }

  close(): void {
    clearInterval(this.timer);
    this.cursors.clear();
  }
}
