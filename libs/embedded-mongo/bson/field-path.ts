import { BsonType } from './bson-type.js';
import { elementAt, elementsOf, findField, type RawValue } from './raw-value.js';

/** A dotted path, split once. Names are also kept as bytes, so that documents are searched without decoding. */
export interface FieldPath {
  readonly text: string;
  readonly parts: readonly string[];
  readonly names: readonly Buffer[];
  /** The number of each part that is an array position; -1 for other parts. */
  readonly positions: readonly number[];
}

const POSITION = /^(0|[1-9][0-9]{0,8})$/;

/** Splits a dotted path. */
export function fieldPath(text: string): FieldPath {
  const parts = text.split('.');
  return {
    text,
    parts,
    names: parts.map((part) => Buffer.from(part)),
    positions: parts.map((part) => (POSITION.test(part) ? Number(part) : -1)),
  };
}

/** Whether a part of the path could be a position in an array. */
export function hasPosition(path: FieldPath): boolean {
  return path.positions.some((position) => position >= 0);
}

/** All values at a path. Arrays along the path are unwound; an array at its end is one value. */
export function valuesAt(document: RawValue, path: FieldPath): RawValue[] {
  return reach(document, path, 0);
}

function reach(value: RawValue, path: FieldPath, index: number): RawValue[] {
  if (index === path.parts.length) return [value];
  if (value.type === BsonType.Object) {
    const field = findField(value, path.names[index] ?? Buffer.alloc(0));
    return field ? reach(field, path, index + 1) : [];
  }
  if (value.type !== BsonType.Array) return [];
  const position = path.positions[index] ?? -1;
  const element = position >= 0 ? elementAt(value, position) : undefined;
  const positional = element ? reach(element, path, index + 1) : [];
  return [...positional, ...elementsOf(value).flatMap((item) => (item.isDocument ? reach(item, path, index) : []))];
}
