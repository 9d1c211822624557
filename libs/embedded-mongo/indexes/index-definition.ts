import type { Document } from 'bson';
import { toExactJs } from '../bson/convert.js';
import { BsonType } from '../bson/bson-type.js';
import { type FieldPath, fieldPath } from '../bson/field-path.js';
import { ElementReader, fieldsOf, isEmptyContainer, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { sameValue } from '../ordering/key-encoding.js';
import { conjuncts, type Filter } from '../query/filter.js';
import { parseFilter } from '../query/parse-filter.js';

/** One field of an index key. */
export interface IndexField {
  readonly path: FieldPath;
  readonly descending: boolean;
}

/** An index as kept in the catalog. */
export interface IndexDefinition {
  /** Number under which its entries are stored; never reused. */
  readonly id: number;
  readonly name: string;
  /** The key document as the client sent it, for replies. */
  readonly keyPattern: RawValue;
  readonly fields: readonly IndexField[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial?: { readonly document: RawValue; readonly filter: Filter };
  /** Seconds after which a document expires, counted from the date in the indexed field. */
  expireAfterSeconds?: number;
  /** For each field, whether any document ever had an array there; such a field has several entries per document. */
  readonly multikey: boolean[];
  /** How many leading fields no key that was too long and was cut has lost: the entries are in the order of these. */
  intact: number;
  /** Whether readers may use it; false until the commit that built it. */
  ready: boolean;
}

export const ID_INDEX_NAME = '_id_';

export function isMultikey(index: IndexDefinition): boolean {
  return index.multikey.includes(true);
}

/** The fields of an index, from its key document. */
export function indexFields(keyPattern: RawValue): IndexField[] {
  return fieldsOf(keyPattern).map(([name, direction]) => ({
    path: fieldPath(name),
    descending: direction.number() < 0,
  }));
}

/** An index as requested by a client. */
export type IndexRequest = Omit<IndexDefinition, 'id' | 'ready'>;

/** Maximum number of indexes of a collection, and of fields of an index. */
export const MAX_INDEXES = 64;
const MAX_FIELDS = 32;

const KNOWN_OPTIONS = new Set([
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  'v',
  'ns',
  'hidden',
  'collation',
  'prepareUnique',
]);

/** Parses one element of `createIndexes`. */
export function parseIndexRequest(specification: RawValue): IndexRequest {
  const options = new Map(fieldsOf(specification));
  for (const name of options.keys()) {
    if (!KNOWN_OPTIONS.has(name)) {
      throw new CommandError(
        ErrorCode.InvalidIndexSpecificationOption,
        `The field '${name}' is not valid for an index specification, or not supported by the embedded store`,
      );
    }
  }
  const keyPattern = options.get('key');
  if (!keyPattern?.isDocument)
    throw new CommandError(ErrorCode.FailedToParse, "The 'key' field is a required property of an index specification");
  checkKeyPattern(keyPattern);
  if (isTrue(options.get('hidden')))
    throw new CommandError(ErrorCode.NotImplemented, 'hidden indexes are not supported by the embedded store');
  checkIndexCollation(options.get('collation'));
  const name = options.get('name');
  if (name?.type !== BsonType.String || name.text() === '') {
    throw new CommandError(
      ErrorCode.FailedToParse,
      "The 'name' field is a required property of an index specification",
    );
  }
  const partial = options.get('partialFilterExpression');
  const sparse = isTrue(options.get('sparse'));
  if (partial && sparse) {
    throw new CommandError(ErrorCode.CannotCreateIndex, 'cannot mix "partialFilterExpression" and "sparse" options');
  }
  const fields = indexFields(keyPattern);
  return {
    name: name.text(),
    keyPattern,
    fields,
    unique: isTrue(options.get('unique')),
    sparse,
    ...(partial && { partial: { document: partial, filter: parsePartialFilter(partial) } }),
    ...expiry(options.get('expireAfterSeconds'), fields.length),
    multikey: fields.map(() => false),
    intact: fields.length,
  };
}

function isTrue(value: RawValue | undefined): boolean {
  return (
    value !== undefined && (value.type === BsonType.Boolean ? value.boolean() : value.isNumber && value.number() !== 0)
  );
}

function checkKeyPattern(keyPattern: RawValue): void {
  const cannot = (message: string): CommandError => new CommandError(ErrorCode.CannotCreateIndex, message);
  if (isEmptyContainer(keyPattern)) throw cannot('Index keys cannot be an empty object');
  const fields = fieldsOf(keyPattern);
  if (fields.length > MAX_FIELDS) throw cannot(`Index key pattern cannot have more than ${MAX_FIELDS} fields`);
  if (new Set(fields.map(([name]) => name)).size < fields.length) throw cannot('Index key pattern names a field twice');
  for (const [name, direction] of fields) {
    if (direction.type === BsonType.String) {
      throw cannot(`index type '${direction.text()}' is not supported by the embedded store`);
    }
    if (!direction.isNumber || direction.number() === 0 || Number.isNaN(direction.number())) {
      throw cannot(`Values in the index key pattern must be numbers other than 0: ${name}`);
    }
    for (const part of name.split('.')) {
      if (part === '') throw cannot(`Index keys cannot contain an empty field: '${name}'`);
      if (part.startsWith('$') && !['$id', '$ref', '$db'].includes(part)) {
        throw cannot(
          part === '$**'
            ? 'wildcard indexes are not supported by the embedded store'
            : `Index key contains an illegal field name: '${name}'`,
        );
      }
    }
  }
}

function checkIndexCollation(collation: RawValue | undefined): void {
  if (!collation || isEmptyContainer(collation)) return;
  if ((toExactJs(collation) as Document)['locale'] !== 'simple') {
    throw new CommandError(ErrorCode.NotImplemented, 'the embedded store knows only the simple collation');
  }
}

function expiry(value: RawValue | undefined, fields: number): { expireAfterSeconds?: number } {
  if (!value) return {};
  const seconds = value.isNumber ? value.number() : Number.NaN;
  if (!(seconds >= 0 && seconds <= 2 ** 31 - 1)) {
    throw new CommandError(
      ErrorCode.CannotCreateIndex,
      `TTL index 'expireAfterSeconds' must be a number between 0 and ${2 ** 31 - 1}`,
    );
  }
  if (fields > 1) {
    throw new CommandError(
      ErrorCode.CannotCreateIndex,
      'TTL indexes are single-field indexes, compound indexes do not support TTL',
    );
  }
  return { expireAfterSeconds: seconds };
}

function parsePartialFilter(document: RawValue): Filter {
  if (!document.isDocument)
    throw new CommandError(ErrorCode.CannotCreateIndex, '"partialFilterExpression" for an index is not a document');
  const filter = parseFilter(document);
  for (const part of conjuncts(filter)) checkPartial(part);
  return filter;
}

const PARTIAL_OPERATORS = new Set(['eq', 'in', 'exists', 'gt', 'gte', 'lt', 'lte', 'type']);

function checkPartial(part: Filter): void {
  if (part.kind === 'or' || part.kind === 'and') {
    for (const branch of part.filters) checkPartial(branch);
  } else if (part.kind !== 'field' || !PARTIAL_OPERATORS.has(part.predicate.op)) {
    throw new CommandError(ErrorCode.CannotCreateIndex, 'unsupported expression in partial index');
  }
}

/** Whether two indexes are equal in everything but their numbers. */
export function sameIndex(index: IndexRequest, other: IndexRequest): boolean {
  return (
    sameSignature(index, other) &&
    index.unique === other.unique &&
    index.sparse === other.sparse &&
    index.expireAfterSeconds === other.expireAfterSeconds
  );
}

/** Whether two indexes have the same key and the same partial filter. */
export function sameSignature(index: IndexRequest, other: IndexRequest): boolean {
  if (!sameKeyPattern(index.keyPattern, other.keyPattern)) return false;
  if (!index.partial || !other.partial) return !index.partial && !other.partial;
  return sameValue(index.partial.document, other.partial.document);
}

/** Same fields in the same order and direction. */
export function sameKeyPattern(left: RawValue, right: RawValue): boolean {
  const a = new ElementReader(left.bytes, left.start);
  const b = new ElementReader(right.bytes, right.start);
  while (a.next()) if (!b.next() || a.name() !== b.name() || !sameValue(a.value(), b.value())) return false;
  return !b.next();
}
