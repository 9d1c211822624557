import { Decimal128 } from 'bson';
import { BsonType, isNumeric, malformed, valueEnd } from './bson-type.js';

/** One BSON value in place: its type and the range of its bytes in a buffer. Nothing is copied or decoded. */
export class RawValue {
  constructor(
    readonly type: number,
    readonly bytes: Buffer,
    readonly start: number,
    readonly end: number,
  ) {}

  /** The bytes of the value; they share memory with the buffer. */
  slice(): Buffer {
    return this.bytes.subarray(this.start, this.end);
  }

  get isDocument(): boolean {
    return this.type === BsonType.Object;
  }

  get isArray(): boolean {
    return this.type === BsonType.Array;
  }

  get isNumber(): boolean {
    return isNumeric(this.type);
  }

  /** The text of a string or symbol. */
  text(): string {
    return this.bytes.toString('utf8', this.start + 4, this.end - 1);
  }

  boolean(): boolean {
    return this.bytes[this.start] === 1;
  }

  /** The text of a decimal, such as `1.50`, `1E+400`, `-Infinity` or `NaN`. */
  decimalText(): string {
    return new Decimal128(Uint8Array.from(this.slice())).toString();
  }

  /** The number as a double. Large longs and decimals lose precision; a value that is not a number gives NaN. */
  number(): number {
    switch (this.type) {
      case BsonType.Int32:
        return this.bytes.readInt32LE(this.start);
      case BsonType.Double:
        return this.bytes.readDoubleLE(this.start);
      case BsonType.Int64:
        return Number(this.bytes.readBigInt64LE(this.start));
      case BsonType.Decimal128:
        return Number(this.decimalText());
      default:
        return Number.NaN;
    }
  }

  /** Same type and same bytes. */
  identical(other: RawValue): boolean {
    return (
      this.type === other.type &&
      this.end - this.start === other.end - other.start &&
      this.bytes.compare(other.bytes, other.start, other.end, this.start, this.end) === 0
    );
  }
}

/** A whole document as a value. */
export function documentValue(bytes: Buffer): RawValue {
  return new RawValue(BsonType.Object, bytes, 0, bytes.length);
}

/** Walks the elements of a document or array in order: `while (reader.next()) ...`. */
export class ElementReader {
  type = 0;
  nameStart = 0;
  nameEnd = 0;
  valueStart = 0;
  valueEnd: number;
  private readonly limit: number;

  constructor(
    readonly bytes: Buffer,
    start: number,
  ) {
    if (start + 5 > bytes.length) throw malformed('a document is cut short');
    const size = bytes.readInt32LE(start);
    this.limit = start + size - 1;
    if (size < 5 || this.limit >= bytes.length || bytes[this.limit] !== 0)
      throw malformed('a document has a wrong size');
    this.valueEnd = start + 4;
  }

  /** Moves to the next element; false at the end. */
  next(): boolean {
    const { bytes } = this;
    const position = this.valueEnd;
    if (position >= this.limit) {
      if (position > this.limit) throw malformed('an element runs past its document');
      return false;
    }
    this.type = bytes[position] ?? 0;
    this.nameStart = position + 1;
    let end = position + 1;
    while (bytes[end] !== 0) {
      if (end >= this.limit) throw malformed('a field name is not terminated');
      end++;
    }
    this.nameEnd = end;
    this.valueStart = end + 1;
    this.valueEnd = valueEnd(this.type, bytes, end + 1, this.limit);
    return true;
  }

  name(): string {
    return this.bytes.toString('utf8', this.nameStart, this.nameEnd);
  }

  nameIs(name: Buffer): boolean {
    const length = this.nameEnd - this.nameStart;
    if (length !== name.length) return false;
    for (let i = 0; i < length; i++) if (this.bytes[this.nameStart + i] !== name[i]) return false;
    return true;
  }

  value(): RawValue {
    return new RawValue(this.type, this.bytes, this.valueStart, this.valueEnd);
  }
}

/**
 * A whole document in which many fields are looked up, such as those of all indexes. It reads its own fields once, and
 * finds them by name afterwards.
 */
export class ReadDocument extends RawValue {
  private constructor(
    document: Buffer,
    /** By the bytes of the name, as latin1. */
    private readonly fields: ReadonlyMap<string, RawValue>,
  ) {
    super(BsonType.Object, document, 0, document.length);
  }

  /** Not a part of the constructor: V8 would compile that again every few milliseconds and never use what it made. */
  static from(document: Buffer): ReadDocument {
    const fields = new Map<string, RawValue>();
    const reader = new ElementReader(document, 0);
    while (reader.next()) {
      const name = document.toString('latin1', reader.nameStart, reader.nameEnd);
      if (!fields.has(name)) fields.set(name, reader.value());
    }
    return new ReadDocument(document, fields);
  }

  /** The first field with this name. */
  field(name: string): RawValue | undefined {
    return this.fields.get(name);
  }

  /** The names of the fields with which this document differs from another one, as latin1. */
  differences(other: ReadDocument): ReadonlySet<string> {
    const names = new Set<string>();
    for (const [name, value] of this.fields) {
      const theirs = other.fields.get(name);
      if (!theirs?.identical(value)) names.add(name);
    }
    for (const name of other.fields.keys()) if (!this.fields.has(name)) names.add(name);
    return names;
  }
}

/** The first field with this name in a document, or the element with this index in an array. */
export function findField(container: RawValue, name: Buffer): RawValue | undefined {
  if (name.length === 0) return findUnnamed(container);
  const reader = new ElementReader(container.bytes, container.start);
  const first = name[0];
  while (reader.next()) {
    if (container.bytes[reader.nameStart] === first && reader.nameIs(name)) return reader.value();
  }
  return undefined;
}

/** The field with the empty name. */
function findUnnamed(container: RawValue): RawValue | undefined {
  const reader = new ElementReader(container.bytes, container.start);
  while (reader.next()) if (reader.nameStart === reader.nameEnd) return reader.value();
  return undefined;
}

/** The fields of a document as pairs of name and value. */
export function fieldsOf(container: RawValue): [string, RawValue][] {
  const fields: [string, RawValue][] = [];
  const reader = new ElementReader(container.bytes, container.start);
  while (reader.next()) fields.push([reader.name(), reader.value()]);
  return fields;
}

/** The elements of an array. */
export function elementsOf(array: RawValue): RawValue[] {
  const elements: RawValue[] = [];
  const reader = new ElementReader(array.bytes, array.start);
  while (reader.next()) elements.push(reader.value());
  return elements;
}

/** The element of an array at a position. */
export function elementAt(array: RawValue, index: number): RawValue | undefined {
  const reader = new ElementReader(array.bytes, array.start);
  for (let i = 0; reader.next(); i++) if (i === index) return reader.value();
  return undefined;
}

export function isEmptyContainer(container: RawValue): boolean {
  return container.end - container.start <= 5;
}
