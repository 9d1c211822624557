import { createHash } from 'node:crypto';
import { BsonType } from '../bson/bson-type.js';
import { fieldAt, type FieldPath } from '../bson/field-path.js';
import { elementAt, ElementReader, elementsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { TypeTag, writeKey } from '../ordering/key-encoding.js';
import { KeyWriter } from '../ordering/key-writer.js';
import type { IndexDefinition, IndexField } from './index-definition.js';

/**
 * Longest key without index number and record number; LMDB allows 1978 bytes in all. A cut key has exactly this length.
 */
const MAX_KEY_LENGTH = 1900;
const HASH_LENGTH = 16;
/** Bytes of a long key that are kept before the hash. */
export const CUT_LENGTH = MAX_KEY_LENGTH - HASH_LENGTH;

/** The content of an index field: a value, undefined for a missing field, or an empty array. */
export type IndexedValue = RawValue | undefined | typeof EMPTY_ARRAY;
export const EMPTY_ARRAY = Symbol('empty array');

/** The keys of one document in one index. */
export interface GeneratedKeys {
  readonly keys: readonly Buffer[];
  /** For each field, whether it had an array; absent if none had. */
  readonly multikey?: readonly boolean[];
  /** How many leading fields are whole in all keys; those after them may be cut. */
  readonly intact: number;
}

const writer = new KeyWriter();

/** The keys of a document in an index. The filter of a partial index is not checked here. */
export function generateKeys(index: IndexDefinition, document: RawValue): GeneratedKeys {
  return singleKey(index, document) ?? allKeys(index, document);
}

/**
 * Fast path for the usual case, one key: a document without arrays in the indexed fields, or with a single array of one
 * element. Undefined for all others.
 */
function singleKey(index: IndexDefinition, document: RawValue): GeneratedKeys | undefined {
  const values: IndexedValue[] = [];
  let isMissing = true;
  let multikey: boolean[] | undefined;
  for (const { path } of index.fields) {
    let value: RawValue | undefined = document;
    for (let i = 0; i <= path.parts.length && value; i++) {
      if (value.type === BsonType.Array) {
        if (multikey || (path.positions[i] ?? -1) >= 0) return undefined;
        value = onlyElement(value);
        if (!value) return undefined;
        multikey = index.fields.map((_, field) => field === values.length);
      }
      if (i < path.parts.length) value = value.type === BsonType.Object ? fieldAt(value, path, i) : undefined;
    }
    if (value) isMissing = false;
    values.push(value);
  }
  if (isMissing && index.sparse) return multikey ? { ...NO_KEYS, multikey } : NO_KEYS;
  const key = encodeIndexKey(index.fields, values);
  return { keys: [key], multikey, intact: intactFields(index.fields, values, key) };
}

/** Undefined when the array is empty or has several. */
function onlyElement(array: RawValue): RawValue | undefined {
  const reader = new ElementReader(array.bytes, array.start);
  if (!reader.next()) return undefined;
  const element = reader.value();
  return reader.next() ? undefined : element;
}

const NO_KEYS: GeneratedKeys = { keys: [], intact: Infinity };

function allKeys(index: IndexDefinition, document: RawValue): GeneratedKeys {
  const keys: Buffer[] = [];
  let intact = index.fields.length;
  const multikey = forEachKey(index.fields, document, (values) => {
    if (index.sparse && values.every((value) => value === undefined)) return;
    const key = encodeIndexKey(index.fields, values);
    intact = Math.min(intact, intactFields(index.fields, values, key));
    keys.push(key);
  });
  if (!multikey) return { keys, intact };
  const distinct = new Map(keys.map((key) => [key.toString('latin1'), key]));
  return { keys: [...distinct.values()], multikey, intact };
}

/** Encodes one index key. A key that is too long keeps its beginning and ends with a hash of the whole key. */
export function encodeIndexKey(fields: readonly IndexField[], values: readonly IndexedValue[]): Buffer {
  writer.reset();
  let i = 0;
  for (const field of fields) writeFieldKey(writer, values[i++], field.descending);
  if (writer.length < MAX_KEY_LENGTH) return writer.toBuffer();
  const full = writer.bytes.subarray(0, writer.length);
  const hash = createHash('sha256').update(full).digest().subarray(0, HASH_LENGTH);
  return Buffer.concat([full.subarray(0, CUT_LENGTH), hash]);
}

/** How many leading fields of a key were not cut. */
function intactFields(fields: readonly IndexField[], values: readonly IndexedValue[], key: Buffer): number {
  if (key.length < MAX_KEY_LENGTH) return fields.length;
  writer.reset();
  for (const [i, field] of fields.entries()) {
    writeFieldKey(writer, values[i], field.descending);
    if (writer.length > CUT_LENGTH) return i;
  }
  return fields.length;
}

/** Writes the part of one field into a key. */
function writeFieldKey(target: KeyWriter, value: IndexedValue, descending: boolean): void {
  const start = target.length;
  if (value === undefined) target.byte(TypeTag.Null);
  else if (value === EMPTY_ARRAY) target.byte(TypeTag.Undefined);
  else writeKey(target, value);
  if (descending) target.invert(start, target.length);
}

type Reached =
  | { readonly kind: 'value'; readonly value: RawValue | undefined }
  | { readonly kind: 'array'; readonly array: RawValue; readonly rest: number };

/** Calls `emit` with the values of each key of a document; returns which fields had arrays. */
export function forEachKey(
  fields: readonly IndexField[],
  document: RawValue,
  emit: (values: IndexedValue[]) => void,
): boolean[] | undefined {
  const multikey: boolean[] = Array.from({ length: fields.length }, () => false);
  expand(
    fields,
    fields.map((field, i) => follow(document, field.path, 0, () => (multikey[i] = true))),
    multikey,
    emit,
  );
  return multikey.includes(true) ? multikey : undefined;
}

/** Unwinds the one array that fields may share, element by element. */
function expand(
  fields: readonly IndexField[],
  reached: readonly Reached[],
  multikey: boolean[],
  emit: (values: IndexedValue[]) => void,
): void {
  const arrays = reached.flatMap((item) => (item.kind === 'array' ? [item.array] : []));
  const array = arrays[0];
  if (!array) {
    emit(reached.map((item) => (item.kind === 'value' ? item.value : undefined)));
    return;
  }
  if (arrays.some((other) => other.start !== array.start)) throw parallelArrays(fields, reached);
  for (const [i, item] of reached.entries()) if (item.kind === 'array') multikey[i] = true;
  const elements = elementsOf(array);
  if (elements.length === 0) {
    emit(
      reached.map((item, i) => (item.kind === 'value' ? item.value : atEnd(item, fields[i]) ? EMPTY_ARRAY : undefined)),
    );
    return;
  }
  for (const element of elements) {
    const next = reached.map((item, i): Reached => {
      const path = fields[i]?.path;
      if (item.kind === 'value' || !path) return item;
      if (item.rest === path.parts.length) return { kind: 'value', value: element };
      if (element.type !== BsonType.Object) return { kind: 'value', value: undefined };
      return follow(element, path, item.rest, () => (multikey[i] = true));
    });
    expand(fields, next, multikey, emit);
  }
}

function atEnd(item: Reached & { kind: 'array' }, field: IndexField | undefined): boolean {
  return item.rest === field?.path.parts.length;
}

/** Follows a path to its value or to the first array; positions in arrays are resolved directly. */
function follow(container: RawValue, path: FieldPath, from: number, onPosition: () => void): Reached {
  let value: RawValue | undefined = container;
  for (let i = from; i < path.parts.length; i++) {
    if (value.type === BsonType.Array) {
      const position = path.positions[i] ?? -1;
      if (position < 0) return { kind: 'array', array: value, rest: i };
      onPosition();
      value = elementAt(value, position);
    } else if (value.type === BsonType.Object) {
      value = fieldAt(value, path, i);
    } else {
      return { kind: 'value', value: undefined };
    }
    if (!value) return { kind: 'value', value: undefined };
  }
  if (value.type === BsonType.Array) return { kind: 'array', array: value, rest: path.parts.length };
  return { kind: 'value', value };
}

function parallelArrays(fields: readonly IndexField[], reached: readonly Reached[]): CommandError {
  const names = fields.filter((_, i) => reached[i]?.kind === 'array').map((field) => `[${field.path.parts.at(-1)}]`);
  return new CommandError(
    ErrorCode.CannotIndexParallelArrays,
    `cannot index parallel arrays ${names.slice(0, 2).reverse().join(' ')}`,
  );
}
