import { Decimal128, Double, Int32, Long } from 'bson';
import { CommandError, ErrorCode } from '../errors.js';
import { parseDecimal } from '../ordering/key-writer.js';
import { BsonType } from '../bson/bson-type.js';
import { fromJs } from '../bson/convert.js';
import { RawValue } from '../bson/raw-value.js';

const MAX_INT32 = 2n ** 31n - 1n;
const MAX_INT64 = 2n ** 63n - 1n;

/** The operations of `$inc` and `$mul`. */
export type Arithmetic = 'add' | 'multiply';

/**
 * Adds or multiplies two numbers in the wider of their types: int, long, double, decimal. An int result too large
 * becomes a long; a long result too large is an error, as in MongoDB.
 */
export function calculate(operation: Arithmetic, left: RawValue, right: RawValue): RawValue {
  const types = [left.type, right.type];
  if (types.includes(BsonType.Decimal128)) return decimalResult(operation, decimalText(left), decimalText(right));
  if (types.includes(BsonType.Double)) {
    const result = operation === 'add' ? left.number() + right.number() : left.number() * right.number();
    return fromJs(new Double(result));
  }
  const [a, b] = [integer(left), integer(right)];
  const result = operation === 'add' ? a + b : a * b;
  if (types.every((type) => type === BsonType.Int32) && result <= MAX_INT32 && result >= -MAX_INT32 - 1n) {
    return fromJs(new Int32(Number(result)));
  }
  if (result > MAX_INT64 || result < -MAX_INT64 - 1n) {
    const name = operation === 'add' ? '$inc' : '$mul';
    throw new CommandError(
      ErrorCode.BadValue,
      `Failed to apply ${name} operations to current value (${a}): integer overflow`,
    );
  }
  return fromJs(Long.fromBigInt(result));
}

/** The value of an int or a long. */
export function integer(value: RawValue): bigint {
  return value.type === BsonType.Int64 ? value.bytes.readBigInt64LE(value.start) : BigInt(value.number());
}

/** A number of any type as decimal text. A double is rounded to 15 digits, as in MongoDB. */
function decimalText(value: RawValue): string {
  if (value.type === BsonType.Decimal128) return value.decimalText();
  if (value.type === BsonType.Int64) return integer(value).toString();
  const number = value.number();
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? 'Infinity' : '-Infinity';
  return value.type === BsonType.Double ? number.toPrecision(15) : String(number);
}

function decimalResult(operation: Arithmetic, left: string, right: string): RawValue {
  if (!/\d/.test(left) || !/\d/.test(right)) {
    const [a, b] = [Number(left), Number(right)];
    const result = operation === 'add' ? a + b : a * b;
    return fromJs(Decimal128.fromString(Number.isNaN(result) ? 'NaN' : result > 0 ? 'Infinity' : '-Infinity'));
  }
  const a = parseDecimal(left);
  const b = parseDecimal(right);
  if (operation === 'multiply') {
    return rounded(a.coefficient * b.coefficient, a.exponent + b.exponent);
  }
  const exponent = Math.min(a.exponent, b.exponent);
  // The smaller number is too small for the 34 digits of the sum. Aligning both would need thousands of digits.
  if (Math.abs(a.exponent - b.exponent) > 7000) {
    const [larger, smaller] = a.exponent > b.exponent ? [a, b] : [b, a];
    const sum = larger.coefficient === 0n ? smaller : larger;
    return rounded(sum.coefficient, sum.exponent);
  }
  const sum =
    a.coefficient * 10n ** BigInt(a.exponent - exponent) + b.coefficient * 10n ** BigInt(b.exponent - exponent);
  return rounded(sum, exponent);
}

function rounded(coefficient: bigint, exponent: number): RawValue {
  return fromJs(Decimal128.fromStringWithRounding(`${coefficient}E${exponent}`));
}
