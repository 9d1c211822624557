/** The type bytes of BSON. */
export const BsonType = {
  Double: 0x01,
  String: 0x02,
  Object: 0x03,
  Array: 0x04,
  Binary: 0x05,
  Undefined: 0x06,
  ObjectId: 0x07,
  Boolean: 0x08,
  Date: 0x09,
  Null: 0x0a,
  Regex: 0x0b,
  DbPointer: 0x0c,
  Code: 0x0d,
  Symbol: 0x0e,
  CodeWithScope: 0x0f,
  Int32: 0x10,
  Timestamp: 0x11,
  Int64: 0x12,
  Decimal128: 0x13,
  MaxKey: 0x7f,
  MinKey: 0xff,
} as const;

const NAMES: Readonly<Record<number, string>> = {
  0x01: 'double',
  0x02: 'string',
  0x03: 'object',
  0x04: 'array',
  0x05: 'binData',
  0x06: 'undefined',
  0x07: 'objectId',
  0x08: 'bool',
  0x09: 'date',
  0x0a: 'null',
  0x0b: 'regex',
  0x0c: 'dbPointer',
  0x0d: 'javascript',
  0x0e: 'symbol',
  0x0f: 'javascriptWithScope',
  0x10: 'int',
  0x11: 'timestamp',
  0x12: 'long',
  0x13: 'decimal',
  0x7f: 'maxKey',
  0xff: 'minKey',
};

/** MongoDB's name of a type, as used by `$type` and in error messages. */
export function typeName(type: number): string {
  return NAMES[type] ?? 'unknown';
}

/** The type bytes a `$type` name stands for; undefined for an unknown name. */
export function typesNamed(name: string): readonly number[] | undefined {
  if (name === 'number') return [BsonType.Double, BsonType.Int32, BsonType.Int64, BsonType.Decimal128];
  const found = Object.entries(NAMES).find(([, candidate]) => candidate === name);
  return found && [Number(found[0])];
}

export function isNumeric(type: number): boolean {
  return type === BsonType.Int32 || type === BsonType.Double || type === BsonType.Int64 || type === BsonType.Decimal128;
}
