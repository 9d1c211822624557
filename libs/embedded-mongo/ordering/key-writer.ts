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
    source.copy(this.bytes, this.length, start, end);
    this.length += end - start;
  }

  /** A double so that the order of bytes is the order of numbers. */
  double(value: number): void {
    this.reserve(8);
    const at = this.length;
    const { bytes } = this;
    bytes.writeDoubleBE(value, at);
    if ((bytes[at] ?? 0) & 0x80) this.invert(at, at + 8);
    else bytes[at] = (bytes[at] ?? 0) | 0x80;
    this.length += 8;
  }

  /** Text bytes, zero bytes escaped, closed by two zero bytes: a prefix sorts before what it is a prefix of. */
  text(source: Buffer, start: number, end: number): void {
    this.reserve((end - start) * 2 + 2);
    if (source.indexOf(0, start) < 0 || source.indexOf(0, start) >= end) {
      this.copy(source, start, end);
    } else {
      for (let i = start; i < end; i++) {
        const byte = source[i] ?? 0;
        this.bytes[this.length++] = byte;
        if (byte === 0) this.bytes[this.length++] = 0xff;
      }
    }
    this.reserve(2);
    this.bytes[this.length++] = 0;
    this.bytes[this.length++] = 0;
  }

  /** Turns the order of a range round, for descending fields. */
  invert(start: number, end: number): void {
    for (let i = start; i < end; i++) this.bytes[i] = ~(this.bytes[i] ?? 0) & 0xff;
  }

  toBuffer(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length));
  }

  reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + size));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
