/** Largest message accepted, in bytes; what drivers are told as `maxMessageSizeBytes`. */
export const MAX_MESSAGE_SIZE = 48_000_000;

export const HEADER_LENGTH = 16;

export const OpCode = { Reply: 1, Query: 2004, Msg: 2013 } as const;

/** A message whose bytes break the protocol. The connection it came over is closed. */
export class WireError extends Error {}

/** A complete message as it came in. */
export interface Frame {
  readonly requestId: number;
  readonly opCode: number;
  /** Everything behind the header. */
  readonly body: Buffer;
}

/** Cuts a stream of bytes into messages. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;

  /** Takes bytes in and returns the messages they complete. */
  push(chunk: Buffer): Frame[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    const frames: Frame[] = [];
    for (let frame = this.take(); frame; frame = this.take()) frames.push(frame);
    return frames;
  }

  private take(): Frame | undefined {
    if (this.size < 4) return undefined;
    const length = this.joined(4).readInt32LE(0);
    if (length < HEADER_LENGTH || length > MAX_MESSAGE_SIZE)
      throw new WireError(`message length ${length} is out of range`);
    if (this.size < length) return undefined;
    const bytes = this.joined(length);
    this.chunks = bytes.length > length ? [bytes.subarray(length)] : [];
    this.size -= length;
    return {
      requestId: bytes.readInt32LE(4),
      opCode: bytes.readInt32LE(12),
      body: bytes.subarray(HEADER_LENGTH, length),
    };
  }

  /** The first chunk, made at least so long. Joins all chunks at most once per message. */
  private joined(length: number): Buffer {
    const [first] = this.chunks;
    if (first && first.length >= length) return first;
    const all = Buffer.concat(this.chunks);
    this.chunks = [all];
    return all;
  }
}

let nextRequestId = 1;

function header(length: number, responseTo: number, opCode: number): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_LENGTH);
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(nextRequestId, 4);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(opCode, 12);
  nextRequestId = (nextRequestId + 1) & 0x7fffffff;
  return bytes;
}

/** An OP_MSG answer with one document. */
export function messageReply(responseTo: number, document: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  return Buffer.concat([header(HEADER_LENGTH + 5 + document.length, responseTo, OpCode.Msg), prefix, document]);
}

/** An OP_REPLY answer, for the first greeting of drivers. */
export function legacyReply(responseTo: number, document: Buffer): Buffer {
  const prefix = Buffer.alloc(20);
  prefix.writeInt32LE(8, 0);
  prefix.writeInt32LE(1, 16);
  return Buffer.concat([header(HEADER_LENGTH + 20 + document.length, responseTo, OpCode.Reply), prefix, document]);
}
