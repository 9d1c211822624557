import { BsonType } from '../bson/bson-type.js';
import type { FieldPath } from '../bson/field-path.js';
import { elementAt, elementsOf, findField, type RawValue } from '../bson/raw-value.js';

/** All values a path reaches, arrays on the way unfolded; an array at the end is one value. */
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
