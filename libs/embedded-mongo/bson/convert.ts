import { BSON, type DeserializeOptions, type Document } from 'bson';
import { BsonType } from './bson-type.js';
import { BsonWriter } from './bson-writer.js';
import { documentValue, ElementReader, RawValue } from './raw-value.js';

/** Numbers, dates and so on become JavaScript values, for computing with the aggregation library. */
const PROMOTED: DeserializeOptions = { promoteLongs: true, promoteBuffers: false, promoteValues: true };

/** Every value becomes an instance of its BSON class, so that encoding it again gives the same bytes. */
const EXACT: DeserializeOptions = {
  promoteLongs: false,
  promoteBuffers: false,
  promoteValues: false,
  bsonRegExp: true,
};

/** Decodes a value for computing with it. */
export function toJs(value: RawValue): unknown {
  switch (value.type) {
    case BsonType.Object:
      return BSON.deserialize(value.slice(), PROMOTED);
    case BsonType.Int32:
    case BsonType.Double:
      return value.number();
    case BsonType.String:
      return value.text();
    case BsonType.Boolean:
      return value.boolean();
    case BsonType.Null:
      return null;
    default:
      return BSON.deserialize(wrap(value), PROMOTED)['v'];
  }
}

/** Decodes a document for computing with it. */
export function toDocument(bytes: Buffer): Document {
  return BSON.deserialize(bytes, PROMOTED);
}

/** Decodes a value so that it can be encoded again unchanged; used for values in replies. */
export function toExactJs(value: RawValue): unknown {
  if (value.type === BsonType.Object) return BSON.deserialize(value.slice(), EXACT);
  return BSON.deserialize(wrap(value), EXACT)['v'];
}

/** Encodes a JavaScript value. `undefined` becomes null. */
export function fromJs(value: unknown): RawValue {
  const bytes = BSON.serialize({ v: value === undefined ? null : value }, { ignoreUndefined: true });
  const reader = new ElementReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
  reader.next();
  return reader.value();
}

/** Encodes a document; fields that are undefined are left out. */
export function fromDocument(document: Document): Buffer {
  const bytes = BSON.serialize(document, { ignoreUndefined: true });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Encodes a document as a value. */
export function documentFrom(document: Document): RawValue {
  return documentValue(fromDocument(document));
}

function wrap(value: RawValue): Buffer {
  const writer = new BsonWriter(value.end - value.start + 16);
  const mark = writer.begin();
  writer.field('v', value);
  writer.end(mark);
  return writer.toBuffer();
}
