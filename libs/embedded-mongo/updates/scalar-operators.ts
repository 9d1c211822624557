import { Timestamp } from 'bson';
import { type Arithmetic, calculate, integer } from '../bson/arithmetic.js';
import { fromJs } from '../bson/convert.js';
import { BsonType, typeName } from '../bson/bson-type.js';
import { fieldsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { compareValues } from '../ordering/key-encoding.js';
import { type Change, nodeType, rawOf } from './update-tree.js';
import { Int32, Long } from 'bson';

/** `$inc` and `$mul`. A missing field counts as zero. */
export function arithmetic(operator: '$inc' | '$mul', path: string, operand: RawValue): Change {
  const operation: Arithmetic = operator === '$inc' ? 'add' : 'multiply';
  if (!operand.isNumber) {
    const verb = operator === '$inc' ? 'increment' : 'multiply';
    throw new CommandError(
      ErrorCode.TypeMismatch,
      `Cannot ${verb} with non-numeric argument: {${path}: ${typeName(operand.type)}}`,
    );
  }
  return (current, describe) => {
    if (!current) return operator === '$inc' ? operand : calculate('multiply', operand, fromJs(new Int32(0)));
    const value = rawOf(current);
    if (!value.isNumber) {
      throw new CommandError(
        ErrorCode.TypeMismatch,
        `Cannot apply ${operator} to a value of non-numeric type. {${describe()}} has the field '${path}' of non-numeric type ${typeName(value.type)}`,
      );
    }
    return calculate(operation, value, operand);
  };
}

/** `$min` and `$max`, in MongoDB's order of all values. */
export function extremum(operator: '$min' | '$max', operand: RawValue): Change {
  return (current) => {
    if (!current) return operand;
    const order = compareValues(operand, rawOf(current));
    return (operator === '$min' ? order < 0 : order > 0) ? operand : undefined;
  };
}

/** `$currentDate`. */
export function currentDate(path: string, operand: RawValue, now: () => Date): Change {
  let type = 'date';
  if (operand.isDocument) {
    const fields = fieldsOf(operand);
    const [name, value] = fields[0] ?? [];
    if (fields.length !== 1 || name !== '$type' || value?.type !== BsonType.String) {
      throw new CommandError(
        ErrorCode.BadValue,
        `The only valid field of the option of $currentDate for '${path}' is '$type'`,
      );
    }
    type = value.text();
  } else if (operand.type !== BsonType.Boolean) {
    throw new CommandError(
      ErrorCode.BadValue,
      `${typeName(operand.type)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  if (type !== 'date' && type !== 'timestamp') {
    throw new CommandError(ErrorCode.BadValue, "The '$type' string field is required to be 'date' or 'timestamp'");
  }
  return () => {
    const date = now();
    return type === 'date' ? fromJs(date) : fromJs(new Timestamp({ t: Math.floor(date.getTime() / 1000), i: 1 }));
  };
}

/** `$bit`: and, or, xor of whole numbers. */
export function bitwise(path: string, operand: RawValue): Change {
  const operations = operand.isDocument ? fieldsOf(operand) : [];
  if (operations.length === 0) {
    throw new CommandError(
      ErrorCode.BadValue,
      `The $bit modifier for '${path}' needs a document such as {and: 1}, {or: 1} or {xor: 1}`,
    );
  }
  for (const [name, value] of operations) {
    if (!['and', 'or', 'xor'].includes(name)) {
      throw new CommandError(
        ErrorCode.BadValue,
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}'`,
      );
    }
    if (value.type !== BsonType.Int32 && value.type !== BsonType.Int64) {
      throw new CommandError(
        ErrorCode.BadValue,
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(value.type)}' is not supported here`,
      );
    }
  }
  return (current) => {
    const value = current ? rawOf(current) : fromJs(new Int32(0));
    if (value.type !== BsonType.Int32 && value.type !== BsonType.Int64) {
      throw new CommandError(
        ErrorCode.BadValue,
        `Cannot apply $bit to a value of non-integral type: ${path} is of type ${typeName(nodeType(value))}`,
      );
    }
    const wide = value.type === BsonType.Int64 || operations.some(([, bits]) => bits.type === BsonType.Int64);
    const result = operations.reduce((bits, [name, by]) => applyBits(name, bits, integer(by)), integer(value));
    return fromJs(wide ? Long.fromBigInt(result) : new Int32(Number(result)));
  };
}

function applyBits(name: string, left: bigint, right: bigint): bigint {
  if (name === 'and') return left & right;
  return name === 'or' ? left | right : left ^ right;
}
