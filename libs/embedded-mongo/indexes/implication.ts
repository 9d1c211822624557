import { BsonType } from '../bson/bson-type.js';
import type { RawValue } from '../bson/raw-value.js';
import { conjuncts, type Filter, type Predicate } from '../query/filter.js';
import { matchesLeaf } from '../query/match.js';
import type { IndexDefinition } from './index-definition.js';

/** Whether a sparse or partial index contains every document that matches a filter. Returns false in case of doubt. */
export function holdsAll(index: IndexDefinition, filter: Filter): boolean {
  const known = conjuncts(filter);
  if (index.partial && !conjuncts(index.partial.filter).every((wanted) => implied(wanted, known))) return false;
  if (!index.sparse) return true;
  return index.fields.some(({ path }) =>
    known.some((part) => part.kind === 'field' && part.path.text === path.text && impliesExistence(part.predicate)),
  );
}

function implied(wanted: Filter, known: readonly Filter[]): boolean {
  if (wanted.kind === 'and') return wanted.filters.every((part) => implied(part, known));
  if (wanted.kind === 'or') return wanted.filters.some((part) => implied(part, known));
  if (wanted.kind !== 'field') return false;
  return known.some(
    (part) =>
      part.kind === 'field' &&
      part.path.text === wanted.path.text &&
      (impliesPredicate(part.predicate, wanted.predicate) || isSame(part.predicate, wanted.predicate)),
  );
}

function isSame(left: Predicate, right: Predicate): boolean {
  if (left.op === 'type' && right.op === 'type') return [...left.types].every((type) => right.types.has(type));
  return left.op === 'exists' && right.op === 'exists';
}

function impliesPredicate(known: Predicate, wanted: Predicate): boolean {
  if (wanted.op === 'exists') return impliesExistence(known);
  switch (known.op) {
    case 'eq':
      return satisfies(known.operand, wanted);
    case 'in':
      return known.patterns.length === 0 && known.operands.every((operand) => satisfies(operand, wanted));
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return impliesOrder(known, wanted);
    default:
      return false;
  }
}

function satisfies(operand: RawValue, wanted: Predicate): boolean {
  if (operand.type === BsonType.Array || operand.type === BsonType.Undefined) return false;
  if (operand.type === BsonType.Null) return wanted.op === 'eq' && wanted.operand.type === BsonType.Null;
  return matchesLeaf(operand, wanted);
}

type Ordered = Predicate & { op: 'gt' | 'gte' | 'lt' | 'lte' };

function impliesOrder(known: Ordered, wanted: Predicate): boolean {
  if (wanted.op === 'type') {
    // A comparison matches only values of the operand's type, but numbers have several types.
    return !known.operand.isNumber && wanted.types.has(known.operand.type);
  }
  if (wanted.op !== 'gt' && wanted.op !== 'gte' && wanted.op !== 'lt' && wanted.op !== 'lte') return false;
  if (known.op[0] !== wanted.op[0] || known.key[0] !== wanted.key[0]) return false;
  const order = known.key.compare(wanted.key);
  if (order === 0) return wanted.op.endsWith('e') || !known.op.endsWith('e');
  return known.op.startsWith('g') ? order > 0 : order < 0;
}

function impliesExistence(predicate: Predicate): boolean {
  switch (predicate.op) {
    case 'eq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return predicate.operand.type !== BsonType.Null;
    case 'in':
      return !predicate.hasNull;
    case 'elemMatchObject':
    case 'elemMatchValue':
    case 'exists':
    case 'regex':
    case 'size':
    case 'type':
      return true;
  }
}
