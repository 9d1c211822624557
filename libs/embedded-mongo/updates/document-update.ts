import { BsonType } from '../bson/bson-type.js';
import { fromJs } from '../bson/convert.js';
import { ElementReader, documentValue, fieldsOf, findField, type RawValue } from '../bson/raw-value.js';
import { MAX_DOCUMENT_SIZE, validateDocument } from '../bson/validate.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode } from '../errors/error-codes.js';
import { sameValue } from '../ordering/key-encoding.js';
import type { Filter } from '../query/filter.js';
import type { Variables } from '../query/parse-filter.js';
import { ArrayFilters } from './array-filters.js';
import { matchedPosition } from './matched-position.js';
import type { PathUpdate } from './operator-context.js';
import { parseOperatorUpdate } from './parse-update.js';
import { parsePipelineUpdate } from './pipeline-update.js';
import { concretePaths, nodeAt, removeAt, setAt } from './update-path.js';
import { ArrayNode, ObjectNode, encodeTree } from './update-tree.js';

/** An update, parsed and ready for any number of documents. */
export interface DocumentUpdate {
  readonly kind: 'operators' | 'replacement' | 'pipeline';
  /** The document after the update; the same bytes when nothing changes. `inserting` is true for an upsert. */
  apply(document: Buffer, filter: Filter, inserting: boolean): Buffer;
}

const NULL = fromJs(null);
const ID = Buffer.from('_id');

/** What a command says about its update. */
export interface UpdateRequest {
  readonly update: RawValue;
  readonly arrayFilters?: RawValue | undefined;
  readonly variables: Variables;
  readonly now: () => Date;
}

/** Parses an update of any of the three forms: operators, a replacement document, or a pipeline. */
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

/** Puts the old `_id` in front of a new version; a different one is refused. */
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

/** Whether a value may be an `_id`: everything but arrays, regular expressions and undefined. */
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
