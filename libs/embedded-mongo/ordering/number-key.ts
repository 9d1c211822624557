import { Decimal128 } from 'bson';
import type { KeyWriter } from './key-writer.js';

/*
 * Numbers of all types share one order. A key starts with the largest double that is not above the number; a byte
 * says whether that double is the number itself. If not, the exact decimal expansion follows, which is needed only
 * between neighbouring doubles: large longs and decimals.
 */
const EXACT = 0x00;
const EXPANDED = 0x01;

/** NaN sorts before every other number: eight zero bytes are below the key of minus infinity. */
export function writeDouble(writer: KeyWriter, value: number): void {
  if (Number.isNaN(value)) writeNaN(writer);
  else {
    writer.double(value === 0 ? 0 : value);
    writer.byte(EXACT);
  }
}

/** A 64-bit integer, exact. */
export function writeInt64(writer: KeyWriter, value: bigint): void {
  const double = Number(value);
  if (BigInt(double) === value) {
    writeDouble(writer, double);
    return;
  }
  writer.double(BigInt(double) > value ? nextBelow(double) : double);
  writer.byte(EXPANDED);
  writeExpansion(writer, value, 0);
}

/** A decimal from its 16 bytes, exact. */
export function writeDecimal(writer: KeyWriter, bytes: Buffer): void {
  const text = new Decimal128(Uint8Array.prototype.slice.call(bytes)).toString();
  if (text === 'NaN') return writeNaN(writer);
  if (text.endsWith('Infinity')) return writeDouble(writer, text.startsWith('-') ? -Infinity : Infinity);
  const { coefficient, exponent } = parseDecimal(text);
  if (coefficient === 0n) return writeDouble(writer, 0);
  let double = Number(text);
  if (double === Infinity) double = Number.MAX_VALUE;
  let difference = compareToDouble(coefficient, exponent, double);
  if (difference < 0) {
    double = nextBelow(double);
    difference = 1;
  }
  if (difference === 0) return writeDouble(writer, double);
  writer.double(double === 0 ? 0 : double);
  writer.byte(EXPANDED);
  writeExpansion(writer, coefficient, exponent);
}

/** A decimal's text as an integer and a power of ten. */
export function parseDecimal(text: string): { coefficient: bigint; exponent: number } {
  const [mantissa = '0', power = '0'] = text.split(/e/i);
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { coefficient: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function writeNaN(writer: KeyWriter): void {
  writer.reserve(9);
  writer.bytes.fill(0, writer.length, writer.length + 9);
  writer.length += 9;
}

/** Sign of (coefficient * 10^exponent - double). */
function compareToDouble(coefficient: bigint, exponent: number, double: number): number {
  if (double === -Infinity) return 1;
  const { mantissa, power } = binaryParts(double);
  const left = coefficient * (exponent > 0 ? 10n ** BigInt(exponent) : 1n) * (power < 0 ? 2n ** BigInt(-power) : 1n);
  const right = mantissa * (power > 0 ? 2n ** BigInt(power) : 1n) * (exponent < 0 ? 10n ** BigInt(-exponent) : 1n);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A finite double as mantissa * 2^power. */
function binaryParts(double: number): { mantissa: bigint; power: number } {
  const view = Buffer.allocUnsafe(8);
  view.writeDoubleBE(double);
  const bits = view.readBigUInt64BE();
  const exponentBits = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponentBits === 0 ? fraction : fraction | 0x10000000000000n;
  return { mantissa: double < 0 ? -magnitude : magnitude, power: Math.max(exponentBits, 1) - 1075 };
}

function nextBelow(double: number): number {
  if (double === 0) return -Number.MIN_VALUE;
  const view = Buffer.allocUnsafe(8);
  view.writeDoubleBE(double);
  const bits = view.readBigInt64BE();
  view.writeBigInt64BE(double > 0 ? bits - 1n : bits + 1n);
  return view.readDoubleBE();
}

/** Decimal exponent and digits without trailing zeros; negative numbers inverted. */
function writeExpansion(writer: KeyWriter, coefficient: bigint, exponent: number): void {
  const negative = coefficient < 0n;
  const digits = (negative ? -coefficient : coefficient).toString();
  const start = writer.length;
  writer.uint32(exponent + digits.length + 0x8000);
  for (const digit of digits.replace(/0+$/, '')) writer.byte(digit.charCodeAt(0) - 47);
  writer.byte(0);
  if (negative) writer.invert(start, writer.length);
}
