/** Largest message of a client, in bytes. PostgreSQL's own limit is 1 GB; a bulk of jobs stays far below this. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** Request codes that may take the place of the protocol version in the first message. */
const CANCEL_REQUEST = 80877102;
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const PROTOCOL_3 = 3;

/** The message Sync, which ends an exchange. */
export const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);

/** The message that runs SQL without parameters; it is a complete exchange. */
export function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const header = Buffer.alloc(5);
  header.write('Q');
  header.writeUInt32BE(4 + text.length, 1);
  return Uint8Array.from(Buffer.concat([header, text]));
}

/** A request of a client. */
export type FrontendRequest =
  /** Asks for encryption before the startup message; the response is one byte. */
  | { kind: 'encryption' }
  | { kind: 'startup' }
  | { kind: 'terminate' }
  /**
   * Messages that belong together and must reach the session as a unit: everything up to a Sync or a simple query.
   * `complete` is false when the client sent a Flush and will continue the same exchange.
   */
  | { kind: 'exchange'; bytes: Uint8Array; complete: boolean };

/** The client does not speak the protocol; its connection must be closed. */
export class FrontendProtocolError extends Error {}

/** Splits the bytes of one client connection into requests. */
export class FrontendReader {
  private started = false;
  private chunks: Buffer[] = [];
  private length = 0;
  private exchange: Buffer[] = [];

  /** Takes the next bytes from the socket and returns the requests they complete. */
  read(chunk: Buffer): FrontendRequest[] {
    this.chunks.push(chunk);
    this.length += chunk.length;
    const requests: FrontendRequest[] = [];
    for (;;) {
      const message = this.started ? this.nextMessage() : this.nextStartup();
      if (message === undefined) return requests;
      const request = this.started ? this.collect(message) : this.start(message);
      if (request !== undefined) requests.push(request);
    }
  }

  private start(message: Buffer): FrontendRequest | undefined {
    const code = message.readUInt32BE(4);
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption' };
    // Nothing can be cancelled: a statement has always finished before the next message is read.
    if (code === CANCEL_REQUEST) return { kind: 'terminate' };
    if (code >>> 16 !== PROTOCOL_3) throw new FrontendProtocolError(`unknown protocol ${code}`);
    this.started = true;
    return { kind: 'startup' };
  }

  private collect(message: Buffer): FrontendRequest | undefined {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'X') return { kind: 'terminate' };
    this.exchange.push(message);
    const complete = type === 'S' || type === 'Q' || type === 'F';
    if (!complete && type !== 'H') return undefined;
    const bytes = Uint8Array.from(Buffer.concat(this.exchange));
    this.exchange = [];
    return { kind: 'exchange', bytes, complete };
  }

  /** The first messages have no type byte: length, then code. */
  private nextStartup(): Buffer | undefined {
    return this.take(4, 0, 8);
  }

  private nextMessage(): Buffer | undefined {
    return this.take(5, 1, 5);
  }

  /**
   * Removes one message from the chunks. Its length is in the first `header` bytes, at `lengthAt`, and includes itself.
   */
  private take(header: number, lengthAt: number, smallest: number): Buffer | undefined {
    if (this.length < header) return undefined;
    const size = this.peek(header).readUInt32BE(lengthAt) + lengthAt;
    if (size < smallest || size > MAX_MESSAGE_BYTES) throw new FrontendProtocolError(`message of ${size} bytes`);
    if (this.length < size) return undefined;
    const all = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    this.length -= size;
    this.chunks = this.length === 0 ? [] : [all.subarray(size)];
    return all.subarray(0, size);
  }

  private peek(count: number): Buffer {
    const first = this.chunks[0] as Buffer;
    return first.length >= count ? first : Buffer.concat(this.chunks).subarray(0, count);
  }
}
