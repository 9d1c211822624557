import { BsonType } from '../bson/bson-type.js';
import { fieldAt, type FieldPath, fieldPath } from '../bson/field-path.js';
import { elementAt, ElementReader, fieldsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { TypeTag, writeKey } from './key-encoding.js';
import { KeyWriter } from './key-writer.js';

/** One field of a sort specification. */
export interface SortField {
  readonly path: FieldPath;
  readonly descending: boolean;
}

const candidate = new KeyWriter();
const combined = new KeyWriter();

/**
 * The sort key of a document, as bytes. For an array, the smallest element counts in ascending order and the largest in
 * descending order. A missing field counts as null, an empty array as less than null.
 */
export function sortKey(document: RawValue, fields: readonly SortField[]): Buffer {
  combined.reset();
  for (const { path, descending } of fields) {
    const key = extreme(document, path, descending);
    const start = combined.length;
    combined.copy(key, 0, key.length);
    if (descending) combined.invert(start, combined.length);
  }
  return combined.toBuffer();
}

function extreme(document: RawValue, path: FieldPath, largest: boolean): Buffer {
  let best: Buffer | undefined;
  forEachLeaf(document, path, 0, (value) => {
    const key = leafKey(value);
    if (!best || (largest ? key.compare(best) > 0 : key.compare(best) < 0)) best = key;
  });
  return best ?? Buffer.of(TypeTag.Null);
}

function leafKey(value: RawValue | undefined | 'empty'): Buffer {
  if (value === 'empty') return Buffer.of(TypeTag.Undefined);
  if (!value) return Buffer.of(TypeTag.Null);
  candidate.reset();
  writeKey(candidate, value);
  return candidate.toBuffer();
}

/** Calls `visit` for every value at the path; arrays are unwound once at each step. */
function forEachLeaf(
  container: RawValue,
  path: FieldPath,
  index: number,
  visit: (value: RawValue | undefined | 'empty') => void,
): void {
  const value = fieldAt(container, path, index);
  if (!value) return visit(undefined);
  if (index === path.names.length - 1) {
    if (value.type !== BsonType.Array) return visit(value);
    const reader = new ElementReader(value.bytes, value.start);
    let empty = true;
    while (reader.next()) {
      empty = false;
      visit(reader.value());
    }
    if (empty) visit('empty');
    return;
  }
  if (value.type === BsonType.Object) return forEachLeaf(value, path, index + 1, visit);
  if (value.type !== BsonType.Array) return visit(undefined);
  const position = path.positions[index + 1] ?? -1;
  if (position >= 0) {
    const element = elementAt(value, position);
    if (!element) return visit(undefined);
    if (index + 1 === path.names.length - 1) return visit(element);
    if (element.type === BsonType.Object) return forEachLeaf(element, path, index + 2, visit);
    return visit(undefined);
  }
  const reader = new ElementReader(value.bytes, value.start);
  while (reader.next()) {
    if (reader.type === BsonType.Object) forEachLeaf(reader.value(), path, index + 1, visit);
    else visit(undefined);
  }
}

/** Parses a sort document. `$meta` sorts are refused. */
export function parseSort(document: RawValue | undefined): SortField[] {
  if (!document) return [];
  if (!document.isDocument) throw new CommandError(ErrorCode.TypeMismatch, "Expected field 'sort' to be an object");
  return fieldsOf(document).map(([name, direction]) => {
    if (!direction.isNumber) {
      throw new CommandError(15974, `Illegal key in $sort specification: ${name}: only 1 and -1 are supported here`);
    }
    const number = direction.number();
    if (number !== 1 && number !== -1) {
      throw new CommandError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    if (name.split('.').some((part) => part === '' || (part.startsWith('$') && name !== '$natural'))) {
      throw new CommandError(
        ErrorCode.FailedToParse,
        `FieldPath field names may not be empty or start with '$': ${name}`,
      );
    }
    return { path: fieldPath(name), descending: number < 0 };
  });
}
