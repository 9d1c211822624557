import { Decimal128 } from 'bson';

/** Zero bytes that end a text in a key. */
export const TEXT_END_LENGTH = 2;

/** Follows a zero byte inside of a text, so that it does not end the text. */
export const INNER_ZERO = 0xff;

/** Up to this length, copying byte by byte takes less time than the view of them that `Buffer.copy` makes first. */
const FEW_BYTES = 128;

function copyBytes(source: Buffer, start: number, end: number, target: Buffer, at: number): void {
  if (end - start > FEW_BYTES) source.copy(target, at, start, end);
  else for (let i = start; i < end; i++) target[at++] = source[i]!;
}

/** A growing buffer for index keys. One instance is reused; results are copied out. */
export class KeyWriter {
  bytes = Buffer.allocUnsafe(4096);
  length = 0;

  reset(): void {
    this.length = 0;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  uint32(value: number): void {
    this.reserve(4);
    this.length = this.bytes.writeUInt32BE(value, this.length);
  }

  copy(source: Buffer, start: number, end: number): void {
    this.reserve(end - start);
    copyBytes(source, start, end, this.bytes, this.length);
    this.length += end - start;
  }

  /** Writes a double so that byte order is numeric order. */
  double(value: number): void {
    this.reserve(8);
    const at = this.length;
    const { bytes } = this;
    bytes.writeDoubleBE(value, at);
    if ((bytes[at] ?? 0) & 0x80) this.invert(at, at + 8);
    else bytes[at] = (bytes[at] ?? 0) | 0x80;
    this.length += 8;
  }

  /** Writes text bytes with zero bytes escaped, followed by two zero bytes: a prefix sorts before any longer text. */
  text(source: Buffer, start: number, end: number): void {
    this.reserve((end - start) * 2 + 2);
    if (source.indexOf(0, start) < 0 || source.indexOf(0, start) >= end) {
      this.copy(source, start, end);
    } else {
      for (let i = start; i < end; i++) {
        const byte = source[i] ?? 0;
        this.bytes[this.length++] = byte;
        if (byte === 0) this.bytes[this.length++] = INNER_ZERO;
      }
    }
    this.reserve(2);
    this.bytes[this.length++] = 0;
    this.bytes[this.length++] = 0;
  }

  /** Inverts the bytes of a range, for descending fields. */
  invert(start: number, end: number): void {
    for (let i = start; i < end; i++) this.bytes[i] = ~(this.bytes[i] ?? 0) & 0xff;
  }

  toBuffer(): Buffer {
    const result = Buffer.allocUnsafe(this.length);
    copyBytes(this.bytes, 0, this.length, result, 0);
    return result;
  }

  reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + size));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

/*
 * Numbers of all types share one order. A key starts with the largest double that is not greater than the number; the
 * next byte says whether that double is exact. If not, the exact decimal expansion follows. It is needed only for
 * numbers between neighbouring doubles: large longs and decimals.
 */
export const EXACT = 0x00;
const EXPANDED = 0x01;

/** NaN sorts before every other number: its eight zero bytes are below the key of minus infinity. */
export function writeDouble(writer: KeyWriter, value: number): void {
  if (Number.isNaN(value)) writeNaN(writer);
  else {
    writer.double(value === 0 ? 0 : value);
    writer.byte(EXACT);
  }
}

/** Writes a 64-bit integer exactly. */
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

/** Writes a decimal exactly, from its 16 bytes. */
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
