import { Binary, Decimal128, Long, ObjectId, Timestamp, UUID } from 'bson';
import { evalExpr } from 'mingo/core';
import type { AnyObject, Options } from 'mingo/types';
import { typeName } from '../../bson/bson-type.js';
import { fromJs } from '../../bson/convert.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { libraryOperators } from '../library-operators.js';

/** Operators on types and BSON classes that the aggregation library lacks or computes differently. */
export const typeOperators = {
  $type: unary((value) => (value === undefined ? 'missing' : typeName(fromJs(value).type))),
  $isNumber: unary((value) => typeof value === 'number' || value instanceof Long || value instanceof Decimal128),
  $toString: unary(toText),
  $toObjectId: unary(toObjectId),
  $toDate: withObjectId('$toDate', (value) => value.getTimestamp()),
  $binarySize: unary(binarySize),
  $bsonSize: unary(bsonSize),
  $tsSecond: unary((value) => timestampPart('$tsSecond', value)),
  $tsIncrement: unary((value) => timestampPart('$tsIncrement', value)),
  $toInt: unary((value) => toWhole('int', value, 2 ** 31)),
  $toLong: unary((value) => toWhole('long', value, 2 ** 63)),
  $toDouble: unary((value) => toNumber('double', value)),
  $toDecimal: refuseDecimal,
  $convert: convert,
};

type Operator = (object: AnyObject, expression: unknown, options: Options) => unknown;

/** An operator of one operand, given bare or in an array. */
function unary(compute: (value: unknown) => unknown): Operator {
  return (object, expression, options) => compute(operandOf(object, expression, options));
}

function operandOf(object: AnyObject, expression: unknown, options: Options): unknown {
  return evalExpr(object, Array.isArray(expression) && expression.length === 1 ? expression[0] : expression, options);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function toText(value: unknown): string | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId || value instanceof UUID) return value.toHexString();
  if (value instanceof Long || value instanceof Decimal128) return value.toString();
  throw new CommandError(
    241,
    `Unsupported conversion from ${typeName(fromJs(value).type)} to string in $convert with no onError value`,
  );
}

/** Converts a value to a number by MongoDB's rules. Decimals lose the precision that a double cannot hold. */
function toNumber(to: string, value: unknown): number | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Long || value instanceof Decimal128) return Number(value.toString());
  if (value instanceof Date && to !== 'int') return value.getTime();
  if (typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return Number(value);
  throw new CommandError(241, `Unsupported or failed conversion to ${to} in $convert with no onError value`);
}

function toWhole(to: 'int' | 'long', value: unknown, limit: number): number | null {
  const number = toNumber(to, value);
  if (number === null) return null;
  if (typeof value === 'string' && !/^[+-]?\d+$/.test(value)) {
    throw new CommandError(241, `Failed to parse number '${value}' in $convert with no onError value`);
  }
  const whole = Math.trunc(number);
  if (!(whole >= -limit && whole < limit)) {
    throw new CommandError(241, `Conversion would overflow target type in $convert with no onError value: ${number}`);
  }
  return whole;
}

function refuseDecimal(): never {
  throw new CommandError(238, 'computing decimals is not supported by the embedded store');
}

function toObjectId(value: unknown): ObjectId | null {
  if (isAbsent(value)) return null;
  if (value instanceof ObjectId) return value;
  if (typeof value === 'string' && /^[0-9a-fA-F]{24}$/.test(value)) return ObjectId.createFromHexString(value);
  throw new CommandError(241, `Failed to parse objectId in $convert with no onError value`);
}

function withObjectId(name: '$toDate', convertId: (value: ObjectId) => unknown): Operator {
  return (object, expression, options) => {
    const value = operandOf(object, expression, options);
    if (value instanceof ObjectId) return convertId(value);
    if (value instanceof Timestamp) return new Date(value.getHighBitsUnsigned() * 1000);
    if (!isAbsent(value) && typeof value !== 'number' && typeof value !== 'string' && !(value instanceof Date)) {
      throw new CommandError(241, `Unsupported conversion from ${typeName(fromJs(value).type)} to date in ${name}`);
    }
    return libraryOperators().expression.$toDate(object, { $literal: value ?? null }, options);
  };
}

function binarySize(value: unknown): number | null {
  if (isAbsent(value)) return null;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Binary) return value.length();
  throw new CommandError(51276, '$binarySize requires a string or BinData argument');
}

function bsonSize(value: unknown): number | null {
  if (isAbsent(value)) return null;
  const raw = fromJs(value);
  if (!raw.isDocument) throw new CommandError(31393, '$bsonSize requires a document input');
  return raw.end - raw.start;
}

function timestampPart(name: string, value: unknown): number | null {
  if (isAbsent(value)) return null;
  if (!(value instanceof Timestamp)) throw new CommandError(5687301, `${name} requires a timestamp argument`);
  return name === '$tsSecond' ? value.getHighBitsUnsigned() : value.getLowBitsUnsigned();
}

/** `$convert` with the conversions above; the library does the others. */
function convert(object: AnyObject, expression: unknown, options: Options): unknown {
  const request = (expression ?? {}) as { input?: unknown; to?: unknown; onError?: unknown; onNull?: unknown };
  const input = evalExpr(object, request.input, options);
  if (isAbsent(input)) return request.onNull === undefined ? null : evalExpr(object, request.onNull, options);
  const to = evalExpr(object, request.to, options);
  const literal = { $literal: input };
  try {
    switch (to) {
      case 'string':
      case 2:
        return toText(input);
      case 'objectId':
      case 7:
        return toObjectId(input);
      case 'date':
      case 9:
        return typeOperators.$toDate(object, literal, options);
      case 'bool':
      case 8:
        return libraryOperators().expression.$toBool(object, literal, options);
      case 'int':
      case 16:
        return toWhole('int', input, 2 ** 31);
      case 'long':
      case 18:
        return toWhole('long', input, 2 ** 63);
      case 'double':
      case 1:
        return toNumber('double', input);
      case 'decimal':
      case 19:
        return refuseDecimal();
      default:
        throw new CommandError(ErrorCode.BadValue, `Unknown type name: ${String(to)}`);
    }
  } catch (error) {
    if (request.onError === undefined) throw error;
    return evalExpr(object, request.onError, options);
  }
}
