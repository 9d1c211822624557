import { BsonType } from './bson-type.js';
import { elementAt, elementsOf, findField, type RawValue, ReadDocument } from './raw-value.js';

/** A dotted path, split once. Names are also kept as bytes, so that documents are searched without decoding. */
export interface FieldPath {
  readonly text: string;
  readonly parts: readonly string[];
  readonly names: readonly Buffer[];
  /** The bytes of the names as latin1, which is how a {@link ReadDocument} knows them. */
  readonly latin1Names: readonly string[];
  /** The number of each part that is an array position; -1 for other parts. */
  readonly positions: readonly number[];
}

const POSITION = /^(0|[1-9][0-9]{0,8})$/;

/** Splits a dotted path. */
export function fieldPath(text: string): FieldPath {
  const parts = text.split('.');
  const names = parts.map((part) => Buffer.from(part));
  return {
    text,
    parts,
    names,
    latin1Names: names.map((name) => name.toString('latin1')),
    positions: parts.map((part) => (POSITION.test(part) ? Number(part) : -1)),
  };
}

/** Whether a part of the path could be a position in an array. */
export function hasPosition(path: FieldPath): boolean {
  return path.positions.some((position) => position >= 0);
}

/** The field of a document, or the element of an array, that a part of the path names. */
export function fieldAt(container: RawValue, path: FieldPath, index: number): RawValue | undefined {
  if (container instanceof ReadDocument) return container.field(path.latin1Names[index] ?? '');
  return findField(container, path.names[index] ?? NO_NAME);
}

const NO_NAME = Buffer.alloc(0);

/** All values at a path. Arrays along the path are unwound; an array at its end is one value. */
export function valuesAt(document: RawValue, path: FieldPath): RawValue[] {
  return reach(document, path, 0);
}

function reach(value: RawValue, path: FieldPath, index: number): RawValue[] {
  if (index === path.parts.length) return [value];
  if (value.type === BsonType.Object) {
    const field = fieldAt(value, path, index);
    return field ? reach(field, path, index + 1) : [];
  }
  if (value.type !== BsonType.Array) return [];
  const position = path.positions[index] ?? -1;
  const element = position >= 0 ? elementAt(value, position) : undefined;
  const positional = element ? reach(element, path, index + 1) : [];
  return [...positional, ...elementsOf(value).flatMap((item) => (item.isDocument ? reach(item, path, index) : []))];
}
