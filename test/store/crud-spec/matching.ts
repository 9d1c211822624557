import { EJSON, Long, type Document } from 'bson';

/** Thrown when a value is not what a case expects; the message names the place. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
}

/** Objects of a case, looked up by `$$matchesEntity` and `$$sessionLsid`. */
export type EntityLookup = (id: string) => unknown;

type Operator = (operand: unknown, actual: unknown, path: string, match: Matcher) => void;

/** Compares actual values with expectations that may contain special operators (`$$exists`, `$$type` and so on). */
export class Matcher {
  constructor(readonly entity: EntityLookup) {}

  /**
   * Throws a MismatchError unless `actual` matches. Documents at the root may have more fields than expected,
   * nested ones may not.
   */
  check(expected: unknown, found: unknown, path: string, root = true): void {
    // the driver keeps the order of sort keys in a Map
    const actual: unknown = found instanceof Map ? Object.fromEntries(found) : found;
    const special = specialOperator(expected);
    if (special !== undefined) {
      special.run(special.operand, actual, path, this);
    } else if (Array.isArray(expected)) {
      this.checkArray(expected, actual, path, root);
    } else if (isPlainDocument(expected)) {
      this.checkDocument(expected, actual, path, root);
    } else if (!sameScalar(expected, actual)) {
      throw new MismatchError(`${path}: expected ${show(expected)}, got ${show(actual)}`);
    }
  }

  private checkArray(expected: unknown[], actual: unknown, path: string, root: boolean): void {
    if (!Array.isArray(actual)) throw new MismatchError(`${path}: expected an array, got ${show(actual)}`);
    if (actual.length !== expected.length) {
      throw new MismatchError(`${path}: expected ${expected.length} elements, got ${show(actual)}`);
    }
    // documents returned by a cursor count as roots, so the flag goes down through a root array only
    for (const [i, element] of expected.entries()) this.check(element, actual[i], `${path}[${i}]`, root);
  }

  private checkDocument(expected: Document, actual: unknown, path: string, root: boolean): void {
    if (!isPlainDocument(actual)) throw new MismatchError(`${path}: expected a document, got ${show(actual)}`);
    for (const [key, value] of Object.entries(expected)) {
      const place = `${path}.${key}`;
      if (!(key in actual) && !acceptsAbsence(value)) throw new MismatchError(`${place}: missing in ${show(actual)}`);
      this.check(value, actual[key], place, false);
    }
    if (root) return;
    const extra = Object.keys(actual).filter((key) => !(key in expected) && actual[key] !== undefined);
    if (extra.length > 0) throw new MismatchError(`${path}: unexpected fields ${extra.join(', ')} in ${show(actual)}`);
  }
}

const operators: Record<string, Operator> = {
  $$exists: (operand, actual, path) => {
    if ((actual !== undefined) !== operand) {
      throw new MismatchError(`${path}: expected ${operand === true ? 'a value' : 'none'}, got ${show(actual)}`);
    }
  },
  $$type: (operand, actual, path) => {
    const names = Array.isArray(operand) ? operand : [operand];
    if (!names.some((name) => typeNames(actual).includes(String(name)))) {
      throw new MismatchError(`${path}: expected type ${names.join(' or ')}, got ${show(actual)}`);
    }
  },
  $$unsetOrMatches: (operand, actual, path, match) => {
    if (actual !== undefined && actual !== null) match.check(operand, actual, path);
    else if (actual === null && operand !== null) match.check(operand, actual, path);
  },
  $$matchesEntity: (operand, actual, path, match) => match.check(match.entity(String(operand)), actual, path),
  $$sessionLsid: (operand, actual, path, match) => {
    const session = match.entity(String(operand)) as { id?: Document };
    match.check(session.id, actual, path);
  },
  $$matchAsRoot: (operand, actual, path, match) => match.check(operand, actual, path, true),
  $$lte: (operand, actual, path) => {
    if (!(Number(actual) <= Number(operand))) {
      throw new MismatchError(`${path}: expected at most ${show(operand)}, got ${show(actual)}`);
    }
  },
};

function specialOperator(expected: unknown): { run: Operator; operand: unknown } | undefined {
  if (!isPlainDocument(expected)) return undefined;
  const keys = Object.keys(expected);
  const name = keys[0];
  if (keys.length !== 1 || name === undefined || !name.startsWith('$$')) return undefined;
  const run = operators[name];
  if (run === undefined) throw new MismatchError(`The runner does not know ${name}`);
  return { run, operand: expected[name] };
}

function acceptsAbsence(expected: unknown): boolean {
  if (!isPlainDocument(expected)) return false;
  return '$$unsetOrMatches' in expected || expected.$$exists === false;
}

function isPlainDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !('_bsontype' in value) && !isValue(value)
  );
}

function isValue(value: object): boolean {
  return value instanceof Date || value instanceof RegExp || value instanceof Uint8Array;
}

/** Numbers of every width are equal by value; everything else must have the same type. */
function sameScalar(expected: unknown, actual: unknown): boolean {
  const left = asNumber(expected);
  const right = asNumber(actual);
  if (left !== undefined || right !== undefined) return left === right;
  if (expected === undefined || actual === undefined) return expected === actual;
  return EJSON.stringify({ v: expected }, { relaxed: false }) === EJSON.stringify({ v: actual }, { relaxed: false });
}

function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (Long.isLong(value)) return value.toNumber();
  if (typeof value === 'object' && value !== null && '_bsontype' in value && 'value' in value) {
    if (value._bsontype === 'Int32' || value._bsontype === 'Double') return Number(value.value);
  }
  return undefined;
}

function typeNames(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'string') return ['string'];
  if (typeof value === 'boolean') return ['bool'];
  if (typeof value === 'number')
    return Number.isInteger(value) ? ['int', 'long', 'double', 'number'] : ['double', 'number'];
  if (typeof value === 'bigint' || Long.isLong(value)) return ['long', 'number'];
  if (value instanceof Date) return ['date'];
  if (value instanceof RegExp) return ['regex'];
  if (isPlainDocument(value)) return ['object'];
  if (typeof value === 'object' && '_bsontype' in value) return bsonTypeNames[String(value._bsontype)] ?? [];
  return [];
}

const bsonTypeNames: Record<string, string[]> = {
  ObjectId: ['objectId'],
  Int32: ['int', 'number'],
  Double: ['double', 'number'],
  Decimal128: ['decimal', 'number'],
  Binary: ['binData'],
  Timestamp: ['timestamp'],
  BSONRegExp: ['regex'],
  MinKey: ['minKey'],
  MaxKey: ['maxKey'],
};

function show(value: unknown): string {
  return value === undefined ? 'nothing' : EJSON.stringify(value, { relaxed: true });
}
