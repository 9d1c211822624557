import { ObjectId } from 'bson';
import { fromJs } from '../bson/convert.js';
import { documentValue, findField } from '../bson/raw-value.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode } from '../errors/error-codes.js';
import { conjuncts, type Filter } from '../query/filter.js';
import { checkIdType, type DocumentUpdate } from './document-update.js';
import { nodeAt, setAt } from './update-path.js';
import { ObjectNode, encodeTree } from './update-tree.js';
import { sameValue } from '../ordering/key-encoding.js';
import { rawOf } from './update-tree.js';

const ID = Buffer.from('_id');

/** The document an upsert inserts when nothing matched: the filter's equalities with the update applied. */
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
