import { BsonType } from '../bson/bson-type.js';
import { fieldAt, type FieldPath } from '../bson/field-path.js';
import { elementAt, ElementReader, RawValue } from '../bson/raw-value.js';
import { encodeKey, typeTag, TypeTag } from '../ordering/key-encoding.js';
import type { ComparisonOperator, Filter, Pattern, Predicate } from './filter.js';
import { patternFrom } from './parse-operands.js';

/** Whether a document matches a filter. */
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

/**
 * Whether a value that is not a document matches a filter, for `$elemMatch` and `$pull` with value operators. Paths in
 * the filter are ignored.
 */
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
 * Follows a path from the part at `index`; arrays along it are searched element by element. Returns whether any value
 * found satisfies the predicate.
 */
function matchesPath(container: RawValue, path: FieldPath, index: number, predicate: Predicate): boolean {
  const value = fieldAt(container, path, index);
  if (!value) return matchesMissing(predicate);
  return matchesFrom(value, path, index + 1, predicate);
}

/** The same from a value that has been found, with the parts from `index` remaining. */
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

/** At the end of the path: an array satisfies a condition itself or through one of its elements. */
function matchesFinal(value: RawValue, predicate: Predicate): boolean {
  return (
    matchesItself(value, predicate) ||
    (value.isArray && someElement(value, (element) => matchesLeaf(element, predicate)))
  );
}

/** Whether a value itself satisfies a predicate, as opposed to its elements. */
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

/** A missing field satisfies only comparisons that include equality with null. */
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

/** Whether a single value satisfies a predicate, without looking into arrays. */
export function matchesLeaf(value: RawValue, predicate: Predicate): boolean {
  switch (predicate.op) {
    case 'eq':
      return isEqual(value, predicate.operand, predicate.key);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(value, predicate.op, predicate.operand, predicate.key);
    case 'in':
      return (
        predicate.keys.has(encodeKey(value).toString('latin1')) ||
        (predicate.hasNull && value.type === BsonType.Undefined) ||
        predicate.patterns.some((pattern) => matchesPattern(value, pattern))
      );
    case 'type':
      return predicate.types.has(value.type);
    case 'regex':
      return matchesPattern(value, predicate.pattern);
    default:
      return false;
  }
}

/** Types whose values are equal only to values of the same type with the same bytes. */
function isPlain(type: number): boolean {
  return type === BsonType.ObjectId || type === BsonType.Boolean || type === BsonType.Date;
}

function isEqual(value: RawValue, operand: RawValue, key: Buffer): boolean {
  if (value.type === operand.type) {
    if (value.type === BsonType.String || isPlain(value.type)) return value.identical(operand);
    if (value.type === BsonType.Int32) return value.number() === operand.number();
  }
  if (operand.type === BsonType.Null && value.type === BsonType.Undefined) return true;
  return typeTag(value.type) === key[0] && encodeKey(value).equals(key);
}

function isOrdered(value: RawValue, op: ComparisonOperator, operand: RawValue, key: Buffer): boolean {
  const tag = typeTag(value.type);
  const anyType = key[0] === TypeTag.MinKey || key[0] === TypeTag.MaxKey;
  if (tag !== key[0] && !anyType) return false;
  if (!anyType && (isNaNValue(value) || isNaNValue(operand))) {
    return (op === 'gte' || op === 'lte') && isNaNValue(value) && isNaNValue(operand);
  }
  const order = encodeKey(value).compare(key);
  switch (op) {
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
  }
}

/** Whether a value is NaN, which is comparable only with itself. */
export function isNaNValue(value: RawValue): boolean {
  if (value.type === BsonType.Double) return Number.isNaN(value.number());
  return value.type === BsonType.Decimal128 && ((value.bytes[value.end - 1] ?? 0) & 0x7c) === 0x7c;
}

function matchesPattern(value: RawValue, pattern: Pattern): boolean {
  if (value.type === BsonType.String || value.type === BsonType.Symbol) return pattern.expression.test(value.text());
  if (value.type !== BsonType.Regex) return false;
  const stored = patternFrom(value);
  return stored.source === pattern.source && stored.flags === pattern.flags;
}
