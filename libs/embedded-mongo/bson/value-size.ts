import { CommandError } from '../errors/command-error.js';
import { BsonType } from './bson-type.js';

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

/** Where the value of that type starting at `start` ends. Throws when it does not end before `limit`. */
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
