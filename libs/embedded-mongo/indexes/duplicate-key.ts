import type { Document } from 'bson';
import { BsonType } from '../bson/bson-type.js';
import { toExactJs } from '../bson/convert.js';
import { fieldsOf, type RawValue, elementsOf } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import type { IndexDefinition } from './index-definition.js';
import { EMPTY_ARRAY, encodeIndexKey, forEachKey, type IndexedValue } from './key-generation.js';

/** The error for a document whose key already exists in a unique index, with MongoDB's text and details. */
export function duplicateKeyError(
  namespace: string,
  index: IndexDefinition,
  document: RawValue,
  key: Buffer,
): CommandError {
  const values = valuesOfKey(index, document, key);
  const shown = index.fields.map((field, i) => `${field.path.text}: ${show(values[i])}`).join(', ');
  const keyValue: Document = {};
  for (const [i, field] of index.fields.entries()) {
    const value = values[i];
    keyValue[field.path.text] = value === undefined || value === EMPTY_ARRAY ? null : toExactJs(value);
  }
  return new CommandError(
    ErrorCode.DuplicateKey,
    `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: { ${shown} }`,
    { keyPattern: toExactJs(index.keyPattern), keyValue },
  );
}

function valuesOfKey(index: IndexDefinition, document: RawValue, key: Buffer): IndexedValue[] {
  let found: IndexedValue[] = [];
  forEachKey(index.fields, document, (values) => {
    if (encodeIndexKey(index.fields, values).equals(key)) found = values;
  });
  return found;
}

/** A value as MongoDB prints it in messages. */
function show(value: IndexedValue): string {
  if (value === undefined || value === EMPTY_ARRAY) return value ? 'undefined' : 'null';
  switch (value.type) {
    case BsonType.String:
      return `"${value.text()}"`;
    case BsonType.Null:
      return 'null';
    case BsonType.ObjectId:
      return `ObjectId('${value.slice().toString('hex')}')`;
    case BsonType.Date:
      return `new Date(${value.bytes.readBigInt64LE(value.start)})`;
    case BsonType.Double: {
      const number = value.number();
      return Number.isInteger(number) ? number.toFixed(1) : String(number);
    }
    case BsonType.Int32:
    case BsonType.Int64:
      return String(value.number());
    case BsonType.Boolean:
      return String(value.boolean());
    case BsonType.Object:
      return `{ ${fieldsOf(value)
        .map(([name, inner]) => `${name}: ${show(inner)}`)
        .join(', ')} }`;
    case BsonType.Array:
      return `[ ${elementsOf(value)
        .map((inner) => show(inner))
        .join(', ')} ]`;
    case BsonType.Binary:
      return showBinary(value);
    default:
      return String(toExactJs(value));
  }
}

function showBinary(value: RawValue): string {
  const subtype = value.bytes[value.start + 4] ?? 0;
  const hex = value.bytes.toString('hex', value.start + 5, value.end);
  if (subtype === 4 && hex.length === 32) {
    return `UUID("${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}")`;
  }
  return `BinData(${subtype}, ${hex.toUpperCase()})`;
}
