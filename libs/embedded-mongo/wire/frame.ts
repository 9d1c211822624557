import { BsonType } from '../bson/bson-type.js';
import { documentValue, ElementReader, RawValue } from '../bson/raw-value.js';

/** Largest accepted message, in bytes; drivers receive it as `maxMessageSizeBytes`. */
export const MAX_MESSAGE_SIZE = 48_000_000;

export const HEADER_LENGTH = 16;

export const OpCode = { Reply: 1, Query: 2004, Msg: 2013 } as const;

/** A message whose bytes break the protocol. The connection it came over is closed. */
export class WireError extends Error {}

/** A complete message as received. */
export interface Frame {
  readonly requestId: number;
  readonly opCode: number;
  /** Everything after the header. */
  readonly body: Buffer;
}

/** Splits a stream of bytes into messages. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;

  /** Adds bytes and returns the messages that they complete. */
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

  /** The first chunk, joined with the others if it is shorter than `length`. Joins at most once per message. */
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

/** An OP_MSG reply with one document. */
export function messageReply(responseTo: number, document: Buffer): Buffer {
  // No flags, and a section of kind 0.
  const prefix = Buffer.alloc(5);
  return Buffer.concat([header(HEADER_LENGTH + 5 + document.length, responseTo, OpCode.Msg), prefix, document]);
}

/** An OP_REPLY reply, for the first `hello` of drivers. */
export function legacyReply(responseTo: number, document: Buffer): Buffer {
  // The flag that cursors can await data, as all servers set it; no cursor; one document.
  const prefix = Buffer.alloc(20);
  prefix.writeInt32LE(8, 0);
  prefix.writeInt32LE(1, 16);
  return Buffer.concat([header(HEADER_LENGTH + 20 + document.length, responseTo, OpCode.Reply), prefix, document]);
}

/** A command as received. Values are not decoded yet. */
export interface WireRequest {
  /** Whether it came as OP_QUERY, which expects an OP_REPLY. */
  readonly legacy: boolean;
  /** Whether the client expects a reply; with `w: 0` it does not. */
  readonly wantsReply: boolean;
  /** The command's document. */
  readonly body: RawValue;
  /** Document sequences sent along with the document, by field name. */
  readonly sequences: ReadonlyMap<string, readonly RawValue[]>;
}

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** Bits that a server must understand; the upper half may be ignored. */
const REQUIRED_BITS = 0xffff;

/** Reads a message. Throws `WireError` when the bytes break the protocol. */
export function parseRequest(frame: Frame): WireRequest {
  try {
    if (frame.opCode === OpCode.Msg) return parseMessage(frame.body);
    if (frame.opCode === OpCode.Query) return parseQuery(frame.body);
  } catch (error) {
    if (error instanceof WireError) throw error;
    throw new WireError(`unreadable message: ${(error as Error).message}`);
  }
  throw new WireError(`operation ${frame.opCode} is not supported`);
}

function parseMessage(bytes: Buffer): WireRequest {
  const flags = bytes.readUInt32LE(0);
  if (flags & REQUIRED_BITS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) throw new WireError('unknown flag bits');
  const end = bytes.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const sequences = new Map<string, RawValue[]>();
  let body: RawValue | undefined;
  let position = 4;
  while (position < end) {
    const kind = bytes[position++];
    const size = bytes.readInt32LE(position);
    if (size < 4 || position + size > end) throw new WireError('a section has a wrong size');
    const section = bytes.subarray(position, position + size);
    if (kind === 0) {
      if (body) throw new WireError('two body sections');
      body = document(section, 0);
    } else if (kind === 1) {
      const [name, documents] = parseSequence(section);
      sequences.set(name, documents);
    } else {
      throw new WireError(`unknown section kind ${kind}`);
    }
    position += size;
  }
  if (!body) throw new WireError('no body section');
  return { legacy: false, wantsReply: (flags & MORE_TO_COME) === 0, body, sequences };
}

function parseSequence(section: Buffer): [string, RawValue[]] {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new WireError('a sequence has no name');
  const documents: RawValue[] = [];
  let position = nameEnd + 1;
  while (position < section.length) {
    const value = document(section, position);
    documents.push(value);
    position = value.end;
  }
  return [section.toString('utf8', 4, nameEnd), documents];
}

function parseQuery(bytes: Buffer): WireRequest {
  const nameEnd = bytes.indexOf(0, 4);
  if (nameEnd < 0) throw new WireError('a query names no collection');
  // The end of the name and two numbers, of documents to skip and to return, come before the document.
  return { legacy: true, wantsReply: true, body: document(bytes, nameEnd + 9), sequences: new Map() };
}

/** A document in a section; checks its outer structure. */
function document(bytes: Buffer, start: number): RawValue {
  const size = bytes.readInt32LE(start);
  if (size < 5 || start + size > bytes.length) throw new WireError('a document has a wrong size');
  const value =
    start === 0 && size === bytes.length
      ? documentValue(bytes)
      : new RawValue(BsonType.Object, bytes, start, start + size);
  const reader = new ElementReader(bytes, start);
  while (reader.next());
  return value;
}
