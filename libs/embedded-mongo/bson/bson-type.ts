import { CommandError } from '../errors.js';

/** The type bytes of BSON. */
export const BsonType = {
  Double: 0x01,
  String: 0x02,
  Object: 0x03,
  Array: 0x04,
  Binary: 0x05,
  Undefined: 0x06,
  ObjectId: 0x07,
  Boolean: 0x08,
  Date: 0x09,
  Null: 0x0a,
  Regex: 0x0b,
  DbPointer: 0x0c,
  Code: 0x0d,
  Symbol: 0x0e,
  CodeWithScope: 0x0f,
  Int32: 0x10,
  Timestamp: 0x11,
  Int64: 0x12,
  Decimal128: 0x13,
  MaxKey: 0x7f,
  MinKey: 0xff,
} as const;

const NAMES: Readonly<Record<number, string>> = {
  0x01: 'double',
  0x02: 'string',
  0x03: 'object',
  0x04: 'array',
  0x05: 'binData',
  0x06: 'undefined',
  0x07: 'objectId',
  0x08: 'bool',
  0x09: 'date',
  0x0a: 'null',
  0x0b: 'regex',
  0x0c: 'dbPointer',
  0x0d: 'javascript',
  0x0e: 'symbol',
  0x0f: 'javascriptWithScope',
  0x10: 'int',
  0x11: 'timestamp',
  0x12: 'long',
  0x13: 'decimal',
  0x7f: 'maxKey',
  0xff: 'minKey',
};

/** MongoDB's name of a type, as used by `$type` and in error messages. */
export function typeName(type: number): string {
  return NAMES[type] ?? 'unknown';
}

/** The type bytes of a `$type` name; undefined for an unknown name. */
export function typesNamed(name: string): readonly number[] | undefined {
  if (name === 'number') return [BsonType.Double, BsonType.Int32, BsonType.Int64, BsonType.Decimal128];
  const found = Object.entries(NAMES).find(([, candidate]) => candidate === name);
  return found && [Number(found[0])];
}

export function isNumeric(type: number): boolean {
  return type === BsonType.Int32 || type === BsonType.Double || type === BsonType.Int64 || type === BsonType.Decimal128;
}

/** The error for bytes that are not BSON. */
export function malformed(what: string): CommandError {
  return new CommandError(22, `Invalid BSON: ${what}`);
}

function lengthPrefixed(bytes: Buffer, start: number, limit: number, minimum: number, extra: number): number {
  if (start + 4 > limit) throw malformed('a length is cut short');
  const length = bytes.readInt32LE(start);
  if (length < minimum) throw malformed('a length is too small');
  return start + length + extra;
}

function afterText(bytes: Buffer, start: number, limit: number): number {
  const end = bytes.indexOf(0, start);
  if (end < 0 || end >= limit) throw malformed('a text is not terminated');
  return end + 1;
}

/** The end of the value of this type that starts at `start`. Throws if it is after `limit`. */
export function valueEnd(type: number, bytes: Buffer, start: number, limit: number): number {
  const end = unchecked(type, bytes, start, limit);
  if (end > limit) throw malformed('a value runs past its document');
  return end;
}

function unchecked(type: number, bytes: Buffer, start: number, limit: number): number {
  switch (type) {
    case BsonType.String:
    case BsonType.Symbol:
    case BsonType.Code:
      return lengthPrefixed(bytes, start, limit, 1, 4);
    case BsonType.Int32:
      return start + 4;
    case BsonType.Double:
    case BsonType.Date:
    case BsonType.Int64:
    case BsonType.Timestamp:
      return start + 8;
    case BsonType.ObjectId:
      return start + 12;
    case BsonType.Boolean:
      return start + 1;
    case BsonType.Null:
    case BsonType.Undefined:
    case BsonType.MinKey:
    case BsonType.MaxKey:
      return start;
    case BsonType.Object:
    case BsonType.Array:
      return lengthPrefixed(bytes, start, limit, 5, 0);
    case BsonType.CodeWithScope:
      return lengthPrefixed(bytes, start, limit, 14, 0);
    case BsonType.Binary:
      return lengthPrefixed(bytes, start, limit, 0, 5);
    case BsonType.Decimal128:
      return start + 16;
    case BsonType.Regex:
      return afterText(bytes, afterText(bytes, start, limit), limit);
    case BsonType.DbPointer:
      return lengthPrefixed(bytes, start, limit, 1, 16);
    default:
      throw malformed(`unknown type 0x${type.toString(16)}`);
  }
}
