import { ElementReader, RawValue, documentValue } from '../bson/raw-value.js';
import { BsonType } from '../bson/bson-type.js';
import { OpCode, WireError, type Frame } from './frame.js';

/** A command as it came over the wire. Values are still raw. */
export interface WireRequest {
  readonly legacy: boolean;
  /** Whether the client waits for an answer; writes with `w: 0` do not. */
  readonly wantsReply: boolean;
  /** The command's document. */
  readonly body: RawValue;
  /** Document sequences sent beside the document, by field name. */
  readonly sequences: ReadonlyMap<string, readonly RawValue[]>;
}

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** Bits a server has to understand; the upper half may be ignored. */
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
  return { legacy: true, wantsReply: true, body: document(bytes, nameEnd + 9), sequences: new Map() };
}

/** A document in a section, its outer frame checked. */
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
