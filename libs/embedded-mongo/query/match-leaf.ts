import { BsonType } from '../bson/bson-type.js';
import type { RawValue } from '../bson/raw-value.js';
import { encodeKey, typeTag, TypeTag } from '../ordering/key-encoding.js';
import type { ComparisonOperator, Pattern, Predicate } from './filter.js';
import { integerOf } from './parse-operands.js';
import { patternFrom } from './pattern.js';

/** Whether one value, taken as it is, satisfies a predicate. */
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
    case 'mod': {
      const number = integerOf(value);
      return number !== undefined && number % predicate.divisor === predicate.remainder;
    }
    case 'bits':
      return matchesBits(value, predicate);
    default:
      return false;
  }
}

/** Types whose equal values have equal bytes, and no equal of another type. */
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

/** Whether a number is not a number; it compares with nothing but itself. */
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

function matchesBits(value: RawValue, predicate: Predicate & { op: 'bits' }): boolean {
  const number = value.type === BsonType.Binary ? binaryBits(value) : integerOf(value);
  if (number === undefined || (value.type === BsonType.Double && !Number.isInteger(value.number()))) return false;
  const set = number & predicate.mask;
  switch (predicate.mode) {
    case 'allSet':
      return set === predicate.mask;
    case 'allClear':
      return set === 0n;
    case 'anySet':
      return set !== 0n;
    case 'anyClear':
      return set !== predicate.mask;
  }
}

/** Binary content as one number; its first byte holds the lowest bits. */
function binaryBits(value: RawValue): bigint {
  const content = Buffer.from(value.bytes.subarray(value.start + 5, value.end)).reverse();
  return content.length === 0 ? 0n : BigInt(`0x${content.toString('hex')}`);
}
