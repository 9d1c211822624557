import { BsonType } from '../bson/bson-type.js';
import type { FieldPath } from '../bson/field-path.js';
import { ElementReader, RawValue, elementAt, findField } from '../bson/raw-value.js';
import type { Filter, Predicate } from './filter.js';
import { matchesLeaf } from './match-leaf.js';

/** Whether a document passes a filter. */
export function matches(filter: Filter, document: RawValue): boolean {
  switch (filter.kind) {
    case 'field':
      return matchesPath(document, filter.path, 0, filter.predicate);
    case 'and':
      return filter.filters.every((part) => matches(part, document));
    case 'or':
      return filter.filters.some((part) => matches(part, document));
    case 'nor':
      return !filter.filters.some((part) => matches(part, document));
    case 'expression':
      return filter.holds(document);
    case 'constant':
      return filter.value;
  }
}

/** Whether a bare value passes a filter whose paths were made for it: `$elemMatch` and `$pull` with value operators. */
export function matchesValue(filter: Filter, value: RawValue): boolean {
  switch (filter.kind) {
    case 'field':
      return matchesFinal(value, filter.predicate);
    case 'and':
      return filter.filters.every((part) => matchesValue(part, value));
    case 'or':
      return filter.filters.some((part) => matchesValue(part, value));
    case 'nor':
      return !filter.filters.some((part) => matchesValue(part, value));
    case 'expression':
      return filter.holds(value);
    case 'constant':
      return filter.value;
  }
}

/**
 * Follows a path from the part at `index`; arrays on the way are searched element by element.
 * The answer is whether any value reached satisfies the predicate.
 */
function matchesPath(container: RawValue, path: FieldPath, index: number, predicate: Predicate): boolean {
  const name = path.names[index];
  const value = name && findField(container, name);
  if (!value) return matchesMissing(predicate);
  return matchesFrom(value, path, index + 1, predicate);
}

/** The same from a value already reached, with the parts from `index` still to go. */
function matchesFrom(value: RawValue, path: FieldPath, index: number, predicate: Predicate): boolean {
  if (index === path.parts.length) return matchesFinal(value, predicate);
  if (value.type === BsonType.Object) return matchesPath(value, path, index, predicate);
  if (value.type !== BsonType.Array) return matchesMissing(predicate);
  const position = path.positions[index] ?? -1;
  if (position >= 0) {
    const element = elementAt(value, position);
    const isLast = index + 1 === path.parts.length;
    if (element && (isLast ? matchesItself(element, predicate) : matchesFrom(element, path, index + 1, predicate))) {
      return true;
    }
  }
  const reader = new ElementReader(value.bytes, value.start);
  while (reader.next()) {
    if (reader.type === BsonType.Object && matchesPath(reader.value(), path, index, predicate)) return true;
  }
  return false;
}

/** At the path's end: an array satisfies a condition itself or through one of its elements. */
function matchesFinal(value: RawValue, predicate: Predicate): boolean {
  return (
    matchesItself(value, predicate) ||
    (value.isArray && someElement(value, (element) => matchesLeaf(element, predicate)))
  );
}

/** A value taken as it is. */
function matchesItself(value: RawValue, predicate: Predicate): boolean {
  switch (predicate.op) {
    case 'exists':
      return true;
    case 'size':
      return value.isArray && countElements(value) === predicate.size;
    case 'elemMatchObject':
      return (
        value.isArray && someElement(value, (element) => isContainer(element) && matches(predicate.filter, element))
      );
    case 'elemMatchValue':
      return value.isArray && someElement(value, (element) => matchesValue(predicate.filter, element));
    default:
      return matchesLeaf(value, predicate);
  }
}

/** Only equality with null is satisfied by a missing field. */
function matchesMissing(predicate: Predicate): boolean {
  switch (predicate.op) {
    case 'eq':
    case 'gte':
    case 'lte':
      return predicate.operand.type === BsonType.Null;
    case 'in':
      return predicate.hasNull;
    default:
      return false;
  }
}

function isContainer(value: RawValue): boolean {
  return value.isDocument || value.isArray;
}

function someElement(array: RawValue, test: (element: RawValue) => boolean): boolean {
  const reader = new ElementReader(array.bytes, array.start);
  while (reader.next()) if (test(reader.value())) return true;
  return false;
}

function countElements(array: RawValue): number {
  const reader = new ElementReader(array.bytes, array.start);
  let count = 0;
  while (reader.next()) count++;
  return count;
}
