import { ObjectId } from 'bson';
import type { Variables } from '../expressions/expression.js';
import { fromJs } from '../bson/convert.js';
import { BsonType } from '../bson/bson-type.js';
import { documentValue, ElementReader, fieldsOf, findField, type RawValue } from '../bson/raw-value.js';
import { MAX_DOCUMENT_SIZE, validateDocument } from '../bson/validate.js';
import { CommandError, ErrorCode } from '../errors.js';
import { sameValue } from '../ordering/key-encoding.js';
import { conjuncts, type Filter } from '../query/filter.js';
import { matchedPosition } from '../query/matched-position.js';
import { parseOperatorUpdate, parsePipelineUpdate } from './parse-update.js';
import { ArrayFilters, concretePaths, nodeAt, removeAt, setAt } from './update-path.js';
import { ArrayNode, encodeTree, ObjectNode, type PathUpdate, rawOf } from './update-tree.js';

/** A parsed update; can be applied to any number of documents. */
export interface DocumentUpdate {
  readonly kind: 'operators' | 'replacement' | 'pipeline';
  /** Returns the updated document; the same buffer if nothing changes. `inserting` is true for an upsert. */
  apply(document: Buffer, filter: Filter, inserting: boolean): Buffer;
}

const NULL = fromJs(null);
const ID = Buffer.from('_id');

/** The update arguments of a command. */
export interface UpdateRequest {
  readonly update: RawValue;
  readonly arrayFilters?: RawValue | undefined;
  readonly variables: Variables;
  readonly now: () => Date;
}

/** Parses an update in any of its three forms: operators, a replacement document, or a pipeline. */
export function parseUpdate({ update, arrayFilters, variables, now }: UpdateRequest): DocumentUpdate {
  if (update.isArray) {
    if (arrayFilters)
      throw new CommandError(ErrorCode.FailedToParse, 'arrayFilters may not be specified for pipeline-style updates');
    const transform = parsePipelineUpdate(update, variables, now);
    return { kind: 'pipeline', apply: (document) => keepingId(document, transform(document)) };
  }
  if (!update.isDocument) {
    throw new CommandError(ErrorCode.FailedToParse, 'Update argument must be either an object or an array');
  }
  const first = fieldsOf(update)[0]?.[0] ?? '';
  if (!first.startsWith('$')) {
    if (arrayFilters)
      throw new CommandError(
        ErrorCode.FailedToParse,
        'arrayFilters may not be specified for replacement-style updates',
      );
    checkReplacement(update);
    return { kind: 'replacement', apply: (document) => keepingId(document, Buffer.from(update.slice())) };
  }
  const updates = parseOperatorUpdate(update, now);
  const filters = new ArrayFilters(
    arrayFilters,
    updates.map(({ path }) => path),
  );
  return {
    kind: 'operators',
    apply: (document, filter, inserting) => applyOperators(updates, filters, document, filter, inserting),
  };
}

function checkReplacement(replacement: RawValue): void {
  for (const [name] of fieldsOf(replacement)) {
    if (name.startsWith('$')) {
      throw new CommandError(
        ErrorCode.DollarPrefixedFieldName,
        `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    }
  }
}

function applyOperators(
  updates: readonly PathUpdate[],
  filters: ArrayFilters,
  document: Buffer,
  filter: Filter,
  inserting: boolean,
): Buffer {
  const before = documentValue(document);
  const root = ObjectNode.from(before);
  const describe = (): string => {
    const id = findField(before, ID);
    return id ? `_id: ${id.type === BsonType.String ? `"${id.text()}"` : id.slice().toString('hex')}` : '';
  };
  const arrays = {
    matchedPosition: (path: string) => matchedPosition(filter, before, path),
    picks: filters.picks.bind(filters),
  };
  for (const update of updates) {
    if (update.onInsert && !inserting) continue;
    for (const path of concretePaths(root, update.path, arrays)) applyAt(root, update, path, describe);
  }
  const after = encodeTree(root);
  checkResult(document, after);
  return after.equals(document) ? document : after;
}

function applyAt(root: ObjectNode, update: PathUpdate, path: readonly string[], describe: () => string): void {
  const { action } = update;
  if (action.kind === 'remove') {
    removeAt(root, path, NULL);
    return;
  }
  const current = nodeAt(root, path);
  if (action.kind === 'change') {
    const changed = action.change(current, describe);
    if (changed) setAt(root, path, changed, NULL);
    return;
  }
  if (!current) return;
  const target = action.to.split('.');
  for (const end of [path, target]) {
    if (end.some((_, i) => i > 0 && nodeAt(root, end.slice(0, i)) instanceof ArrayNode)) {
      throw new CommandError(
        ErrorCode.BadValue,
        `The source and target of $rename cannot be array elements: ${update.path}`,
      );
    }
  }
  removeAt(root, path, NULL);
  setAt(root, target, current, NULL);
}

/** Puts the old `_id` first in a new version; refuses a different one. */
function keepingId(before: Buffer, after: Buffer): Buffer {
  const oldId = findField(documentValue(before), ID);
  const root = ObjectNode.from(documentValue(after));
  const newId = findField(documentValue(after), ID);
  if (oldId && newId && !sameValue(oldId, newId)) {
    throw new CommandError(
      ErrorCode.ImmutableField,
      "After applying the update, the (immutable) field '_id' was found to have been altered",
    );
  }
  const id = oldId ?? newId;
  if (id) root.setFirst('_id', id);
  const result = encodeTree(root);
  checkResult(before, result);
  return result.equals(before) ? before : result;
}

function checkResult(before: Buffer, after: Buffer): void {
  if (after.length > MAX_DOCUMENT_SIZE) {
    throw new CommandError(17419, `Resulting document after update is larger than ${MAX_DOCUMENT_SIZE}`);
  }
  const oldId = findField(documentValue(before), ID);
  if (oldId) {
    const newId = findField(documentValue(after), ID);
    if (!newId || !sameValue(oldId, newId)) {
      throw new CommandError(
        ErrorCode.ImmutableField,
        "Performing an update on the path '_id' would modify the immutable field '_id'",
      );
    }
  }
  validateDocument(after, 0, after.length);
}

/** Throws if a value cannot be an `_id`: an array, a regular expression, undefined, or a document with `$` fields. */
export function checkIdType(id: RawValue): void {
  if (id.type === BsonType.Array || id.type === BsonType.Regex || id.type === BsonType.Undefined) {
    const name = id.type === BsonType.Array ? 'array' : id.type === BsonType.Regex ? 'regex' : 'undefined';
    throw new CommandError(ErrorCode.InvalidIdField, `The '_id' value cannot be of type ${name}`);
  }
  if (!id.isDocument) return;
  const reader = new ElementReader(id.bytes, id.start);
  while (reader.next()) {
    if (id.bytes[reader.nameStart] === 0x24) {
      throw new CommandError(
        ErrorCode.DollarPrefixedFieldName,
        `_id fields may not contain '$'-prefixed fields: ${reader.name()} is not valid for storage.`,
      );
    }
  }
}

/**
 * The document that an upsert inserts if nothing matched: the equality conditions of the filter with the update
 * applied.
 */
export function upsertDocument(update: DocumentUpdate, filter: Filter): Buffer {
  const seed = update.kind === 'replacement' ? idOnly(filter) : equalities(filter);
  const updated = update.apply(seed, filter, true);
  const root = ObjectNode.from(documentValue(updated));
  const id = findField(documentValue(updated), ID);
  if (id) checkIdType(id);
  root.setFirst('_id', id ?? fromJs(new ObjectId()));
  return encodeTree(root);
}

type Equality = readonly [string, Extract<Filter, { kind: 'field' }>];

function equalityConditions(filter: Filter): Equality[] {
  return conjuncts(filter).flatMap((part): Equality[] => {
    if (part.kind === 'field' && part.predicate.op === 'eq') return [[part.path.text, part]];
    if (part.kind === 'or' && part.filters.length === 1 && part.filters[0]) return equalityConditions(part.filters[0]);
    return [];
  });
}

function idOnly(filter: Filter): Buffer {
  const root = ObjectNode.empty();
  for (const [path, { predicate }] of equalityConditions(filter)) {
    if (path === '_id' && predicate.op === 'eq') root.set('_id', predicate.operand);
  }
  return encodeTree(root);
}

function equalities(filter: Filter): Buffer {
  const root = ObjectNode.empty();
  for (const [path, { predicate }] of equalityConditions(filter)) {
    if (predicate.op !== 'eq') continue;
    const parts = path.split('.');
    const known = nodeAt(root, parts);
    if (known && !sameValue(rawOf(known), predicate.operand)) {
      throw new CommandError(
        ErrorCode.NotSingleValueField,
        `cannot infer query fields to set, path '${path}' is matched twice`,
      );
    }
    setAt(root, parts, predicate.operand, fromJs(null));
  }
  return encodeTree(root);
}
