import { Int32, Timestamp } from 'bson';
import { type Arithmetic, calculate } from '../expressions/arithmetic.js';
import { fromJs } from '../bson/convert.js';
import { BsonType, typeName } from '../bson/bson-type.js';
import { fieldsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { compareValues } from '../ordering/key-encoding.js';
import { type Change, rawOf } from './update-tree.js';

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
