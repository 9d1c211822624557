import { BsonType } from './bson-type.js';
import type { RawValue } from './raw-value.js';

/** Builds BSON into a growing buffer. Documents and arrays are opened and closed by the caller. */
export class BsonWriter {
  private bytes: Buffer;
  private position = 0;

  constructor(capacity = 512) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.position;
  }

  /** Starts a top-level document; returns the mark for `end`. */
  begin(): number {
    this.reserve(5);
    const mark = this.position;
    this.position += 4;
    return mark;
  }

  /** Starts a document or array as a field. */
  beginField(type: typeof BsonType.Object | typeof BsonType.Array, name: string): number {
    this.name(type, name);
    return this.begin();
  }

  /** Closes the document or array started at `mark`. */
  end(mark: number): void {
    this.reserve(1);
    this.bytes[this.position++] = 0;
    this.bytes.writeInt32LE(this.position - mark, mark);
  }

  /** Writes a field with a copy of the value's bytes. */
  field(name: string, value: RawValue): void {
    this.name(value.type, name);
    this.copy(value.bytes, value.start, value.end);
  }

  /** Copies one or more whole elements, including type and name. */
  copy(source: Buffer, start: number, end: number): void {
    this.reserve(end - start);
    source.copy(this.bytes, this.position, start, end);
    this.position += end - start;
  }

  /** Writes a whole document as a field. */
  document(name: string, bytes: Buffer): void {
    this.name(BsonType.Object, name);
    this.copy(bytes, 0, bytes.length);
  }

  int32(name: string, value: number): void {
    this.name(BsonType.Int32, name);
    this.reserve(4);
    this.position = this.bytes.writeInt32LE(value, this.position);
  }

  int64(name: string, value: bigint): void {
    this.name(BsonType.Int64, name);
    this.reserve(8);
    this.position = this.bytes.writeBigInt64LE(value, this.position);
  }

  double(name: string, value: number): void {
    this.name(BsonType.Double, name);
    this.reserve(8);
    this.position = this.bytes.writeDoubleLE(value, this.position);
  }

  string(name: string, value: string): void {
    this.name(BsonType.String, name);
    const length = Buffer.byteLength(value);
    this.reserve(length + 5);
    this.position = this.bytes.writeInt32LE(length + 1, this.position);
    this.position += this.bytes.write(value, this.position, 'utf8');
    this.bytes[this.position++] = 0;
  }

  /** The bytes so far, copied. */
  toBuffer(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.position));
  }

  /** The bytes so far without a copy; the writer must not be used afterwards. */
  take(): Buffer {
    return this.bytes.subarray(0, this.position);
  }

  private name(type: number, name: string): void {
    this.reserve(name.length * 3 + 2);
    this.bytes[this.position++] = type;
    this.position += this.bytes.write(name, this.position, 'utf8');
    this.bytes[this.position++] = 0;
  }

  private reserve(size: number): void {
    if (this.position + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.position + size));
    this.bytes.copy(larger, 0, 0, this.position);
    this.bytes = larger;
  }
}
