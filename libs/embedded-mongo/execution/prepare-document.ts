import { ObjectId } from 'bson';
import { ElementReader, type RawValue } from '../bson/raw-value.js';
import { MAX_DOCUMENT_SIZE, validateDocument } from '../bson/validate.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode } from '../errors/error-codes.js';
import { checkIdType } from '../updates/document-update.js';

/** Checks a document from a client and gives it the form it is stored in: `_id` in front, made if missing. */
export function prepareDocument(document: RawValue): Buffer {
  const { bytes, start, end } = document;
  if (end - start > MAX_DOCUMENT_SIZE) {
    throw new CommandError(
      ErrorCode.BSONObjectTooLarge,
      `object to insert too large. size in bytes: ${end - start}, max size: ${MAX_DOCUMENT_SIZE}`,
    );
  }
  validateDocument(bytes, start, end);
  const reader = new ElementReader(bytes, start);
  let isFirst = true;
  while (reader.next()) {
    if (isId(reader)) {
      checkIdType(reader.value());
      if (isFirst) return document.slice();
      const element = bytes.subarray(reader.nameStart - 1, reader.valueEnd);
      return withFirst(element, [
        bytes.subarray(start + 4, reader.nameStart - 1),
        bytes.subarray(reader.valueEnd, end),
      ]);
    }
    isFirst = false;
  }
  const element = Buffer.concat([Buffer.from([0x07, 0x5f, 0x69, 0x64, 0x00]), new ObjectId().id]);
  return withFirst(element, [bytes.subarray(start + 4, end)]);
}

function isId({ bytes, nameStart, nameEnd }: ElementReader): boolean {
  return (
    nameEnd - nameStart === 3 &&
    bytes[nameStart] === 0x5f &&
    bytes[nameStart + 1] === 0x69 &&
    bytes[nameStart + 2] === 0x64
  );
}

function withFirst(element: Buffer, rest: readonly Buffer[]): Buffer {
  const result = Buffer.concat([Buffer.alloc(4), element, ...rest]);
  result.writeInt32LE(result.length, 0);
  return result;
}
