import { BsonType } from '../bson/bson-type.js';
import { ElementReader, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { KeyWriter, writeDecimal, writeDouble, writeInt64 } from './key-writer.js';

/**
 * First byte of an encoded value, in MongoDB's order of types. No tag is 0x00 or 0xff: these end containers and bound
 * ranges.
 */
export const TypeTag = {
  MinKey: 0x05,
  /** The deprecated type undefined; indexes also store it for an empty array. */
  Undefined: 0x08,
  Null: 0x0a,
  Number: 0x14,
  String: 0x1e,
  Object: 0x28,
  Array: 0x32,
  Binary: 0x3c,
  ObjectId: 0x46,
  Boolean: 0x50,
  Date: 0x5a,
  Timestamp: 0x5f,
  Regex: 0x64,
  DbPointer: 0x6e,
  Code: 0x78,
  CodeWithScope: 0x82,
  MaxKey: 0xf0,
} as const;

const TAGS: Readonly<Record<number, number>> = {
  [BsonType.MinKey]: TypeTag.MinKey,
  [BsonType.Undefined]: TypeTag.Undefined,
  [BsonType.Null]: TypeTag.Null,
  [BsonType.Double]: TypeTag.Number,
  [BsonType.Int32]: TypeTag.Number,
  [BsonType.Int64]: TypeTag.Number,
  [BsonType.Decimal128]: TypeTag.Number,
  [BsonType.String]: TypeTag.String,
  [BsonType.Symbol]: TypeTag.String,
  [BsonType.Object]: TypeTag.Object,
  [BsonType.Array]: TypeTag.Array,
  [BsonType.Binary]: TypeTag.Binary,
  [BsonType.ObjectId]: TypeTag.ObjectId,
  [BsonType.Boolean]: TypeTag.Boolean,
  [BsonType.Date]: TypeTag.Date,
  [BsonType.Timestamp]: TypeTag.Timestamp,
  [BsonType.Regex]: TypeTag.Regex,
  [BsonType.DbPointer]: TypeTag.DbPointer,
  [BsonType.Code]: TypeTag.Code,
  [BsonType.CodeWithScope]: TypeTag.CodeWithScope,
  [BsonType.MaxKey]: TypeTag.MaxKey,
};

/** The tag of a type; types that are comparable with each other share it. */
export function typeTag(type: number): number {
  const tag = TAGS[type];
  if (tag === undefined) throw new CommandError(ErrorCode.BadValue, `cannot compare BSON type ${type}`);
  return tag;
}

/** Writes a value so that byte order is MongoDB's order. Equal numbers of different types have equal bytes. */
export function writeKey(writer: KeyWriter, value: RawValue): void {
  writer.byte(typeTag(value.type));
  writePayload(writer, value.type, value.bytes, value.start, value.end);
}

const scratch = new KeyWriter();

/** The key of a value, in a new buffer. */
export function encodeKey(value: RawValue): Buffer {
  scratch.reset();
  writeKey(scratch, value);
  return scratch.toBuffer();
}

/** Compares two values as MongoDB does: negative, zero or positive. */
export function compareValues(left: RawValue, right: RawValue): number {
  return encodeKey(left).compare(encodeKey(right));
}

/** Whether two values are equal in MongoDB's comparison, as 1, 1.0 and Long(1) are. */
export function sameValue(left: RawValue, right: RawValue): boolean {
  if (left.identical(right)) return true;
  return typeTag(left.type) === typeTag(right.type) && compareValues(left, right) === 0;
}

function writePayload(writer: KeyWriter, type: number, bytes: Buffer, start: number, end: number): void {
  switch (type) {
    case BsonType.Int32:
      return writeDouble(writer, bytes.readInt32LE(start));
    case BsonType.Double:
      return writeDouble(writer, bytes.readDoubleLE(start));
    case BsonType.Int64:
      return writeInt64(writer, bytes.readBigInt64LE(start));
    case BsonType.Decimal128:
      return writeDecimal(writer, bytes.subarray(start, end));
    case BsonType.String:
    case BsonType.Symbol:
    case BsonType.Code:
      return writer.text(bytes, start + 4, end - 1);
    case BsonType.Object:
      return writeObject(writer, bytes, start);
    case BsonType.Array:
      return writeArray(writer, bytes, start);
    case BsonType.Binary:
      // MongoDB compares the lengths first, then the subtypes, then the contents.
      writer.uint32(end - start - 5);
      return writer.copy(bytes, start + 4, end);
    case BsonType.ObjectId:
    case BsonType.Boolean:
      return writer.copy(bytes, start, end);
    case BsonType.Date:
      return writeDate(writer, bytes, start);
    case BsonType.Timestamp:
      writer.uint32(bytes.readUInt32LE(start + 4));
      return writer.uint32(bytes.readUInt32LE(start));
    case BsonType.Regex: {
      const middle = bytes.indexOf(0, start);
      writer.text(bytes, start, middle);
      return writer.text(bytes, middle + 1, end - 1);
    }
    case BsonType.DbPointer:
    case BsonType.CodeWithScope:
      writer.uint32(end - start);
      return writer.copy(bytes, start, end);
    // All values of the other types, such as null, are equal.
    default:
  }
}

function writeDate(writer: KeyWriter, bytes: Buffer, start: number): void {
  writer.uint32((bytes.readInt32LE(start + 4) ^ 0x80000000) >>> 0);
  writer.uint32(bytes.readUInt32LE(start));
}

/** Objects compare field by field: type of the value, name, value. If one is a prefix of the other, it is smaller. */
function writeObject(writer: KeyWriter, bytes: Buffer, start: number): void {
  const reader = new ElementReader(bytes, start);
  while (reader.next()) {
    writer.byte(typeTag(reader.type));
    writer.copy(bytes, reader.nameStart, reader.nameEnd + 1);
    writePayload(writer, reader.type, bytes, reader.valueStart, reader.valueEnd);
  }
  writer.byte(0);
}

function writeArray(writer: KeyWriter, bytes: Buffer, start: number): void {
  const reader = new ElementReader(bytes, start);
  while (reader.next()) {
    writer.byte(typeTag(reader.type));
    writePayload(writer, reader.type, bytes, reader.valueStart, reader.valueEnd);
  }
  writer.byte(0);
}
