import { CommandError, ErrorCode } from '../errors.js';
import { BsonType, malformed } from './bson-type.js';
import { ElementReader } from './raw-value.js';

/** The largest stored document, in bytes. */
export const MAX_DOCUMENT_SIZE = 16 * 1024 * 1024;

/** How deeply documents and arrays may be nested. */
const MAX_NESTING = 100;

/** Fully checks a document from a client: sizes, types, terminators, nesting. Afterwards readers may trust it. */
export function validateDocument(bytes: Buffer, start: number, end: number, depth = 1): void {
  if (depth > MAX_NESTING) {
    throw new CommandError(ErrorCode.Overflow, `Document exceeds the maximum nesting depth of ${MAX_NESTING}`);
  }
  const reader = new ElementReader(bytes, start);
  if (start + bytes.readInt32LE(start) !== end) throw malformed('a document has a wrong size');
  while (reader.next()) {
    switch (reader.type) {
      case BsonType.Object:
      case BsonType.Array:
        validateDocument(bytes, reader.valueStart, reader.valueEnd, depth + 1);
        break;
      case BsonType.String:
      case BsonType.Symbol:
      case BsonType.Code:
        if (bytes[reader.valueEnd - 1] !== 0) throw malformed('a string is not terminated');
        break;
      case BsonType.Boolean:
        if ((bytes[reader.valueStart] ?? 2) > 1) throw malformed('a boolean is neither 0 nor 1');
        break;
      default:
    }
  }
}
