import { BsonType, isNumeric } from '../bson/bson-type.js';
import { type FieldPath, fieldPath } from '../bson/field-path.js';
import { ElementReader, elementsOf, fieldsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { encodeKey } from '../ordering/key-encoding.js';
import { MATCH_ALL, type Filter, type Predicate } from './filter.js';
import { parseSize, parseTypes, patternFrom, patternFromOperand } from './parse-operands.js';

/** Parses a nested filter document. */
type ParseFilter = (document: RawValue) => Filter;

const bad = (message: string): CommandError => new CommandError(ErrorCode.BadValue, message);

/** Whether a value is an object of operators such as `{ $gt: 1 }`; the first field decides, as in MongoDB. */
export function isOperatorObject(value: RawValue): boolean {
  if (!value.isDocument) return false;
  const reader = new ElementReader(value.bytes, value.start);
  if (!reader.next() || value.bytes[reader.nameStart] !== 0x24) return false;
  const name = reader.name();
  return name !== '$ref' && name !== '$id' && name !== '$db';
}

/** The condition `{ path: value }`. */
export function equality(path: FieldPath, value: RawValue): Filter {
  if (value.type === BsonType.Regex) {
    // A stored regular expression must equal the pattern; a string must match it.
    return { kind: 'field', path, predicate: { op: 'regex', pattern: patternFrom(value) } };
  }
  return { kind: 'field', path, predicate: { op: 'eq', operand: value, key: encodeKey(value) } };
}

/** The condition `{ path: { $op: ..., $op: ... } }`. */
export function parseOperators(path: FieldPath, operators: RawValue, parseFilter: ParseFilter): Filter {
  const fields = fieldsOf(operators);
  const filters = fields.map(([name, operand]) => parseOperator(path, name, operand, fields, parseFilter));
  const wanted = filters.filter((filter) => filter !== MATCH_ALL);
  return wanted.length === 1 && wanted[0] ? wanted[0] : { kind: 'and', filters: wanted };
}

function parseOperator(
  path: FieldPath,
  name: string,
  operand: RawValue,
  siblings: readonly [string, RawValue][],
  parseFilter: ParseFilter,
): Filter {
  const on = (predicate: Predicate): Filter => ({ kind: 'field', path, predicate });
  switch (name) {
    case '$eq':
      return on({ op: 'eq', operand, key: encodeKey(operand) });
    case '$ne':
      if (operand.type === BsonType.Regex) throw bad("Can't have regex as arg to $ne.");
      return negated(on({ op: 'eq', operand, key: encodeKey(operand) }));
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      if (operand.type === BsonType.Regex) throw bad(`Can't have RegEx as arg to predicate over field '${path.text}'.`);
      return on({ op: name.slice(1) as 'gt' | 'gte' | 'lt' | 'lte', operand, key: encodeKey(operand) });
    case '$in':
      return on(simplified(membership(operand, '$in')));
    case '$nin':
      return negated(on(membership(operand, '$nin')));
    case '$exists':
      return isTrue(operand) ? on({ op: 'exists' }) : negated(on({ op: 'exists' }));
    case '$type':
      return on({ op: 'type', types: parseTypes(operand) });
    case '$regex':
      return on({
        op: 'regex',
        pattern: patternFromOperand(operand, siblings.find(([key]) => key === '$options')?.[1]),
      });
    case '$options':
      if (!siblings.some(([key]) => key === '$regex')) throw bad('$options needs a $regex');
      return MATCH_ALL;
    case '$size':
      return on({ op: 'size', size: parseSize(operand) });
    case '$not':
      return negation(path, operand, parseFilter);
    case '$elemMatch':
      return on(elemMatch(operand, parseFilter));
    case '$all':
      return allOf(path, operand, parseFilter);
    case '$comment':
      return MATCH_ALL;
    default:
      throw bad(`unknown operator: ${name}`);
  }
}

const negated = (filter: Filter): Filter => ({ kind: 'nor', filters: [filter] });

function negation(path: FieldPath, operand: RawValue, parseFilter: ParseFilter): Filter {
  if (operand.type === BsonType.Regex) return negated(equality(path, operand));
  if (!operand.isDocument) throw bad('$not needs a regex or a document');
  if (!isOperatorObject(operand)) throw bad('$not cannot be empty');
  return negated(parseOperators(path, operand, parseFilter));
}

function membership(operand: RawValue, name: string): Predicate {
  if (!operand.isArray) throw bad(`${name} needs an array`);
  const all = elementsOf(operand);
  const operands = all.filter((value) => value.type !== BsonType.Regex);
  for (const value of operands) if (isOperatorObject(value)) throw bad(`cannot nest $ under ${name}`);
  return {
    op: 'in',
    operands,
    keys: new Set(operands.map((value) => encodeKey(value).toString('latin1'))),
    patterns: all.filter((value) => value.type === BsonType.Regex).map(patternFrom),
    hasNull: operands.some((value) => value.type === BsonType.Null),
  };
}

/** Membership in a list of one value is equality; an upsert then sets the field, as in MongoDB. */
function simplified(predicate: Predicate): Predicate {
  if (predicate.op !== 'in' || predicate.patterns.length > 0) return predicate;
  const [operand, ...others] = predicate.operands;
  return operand && others.length === 0 ? { op: 'eq', operand, key: encodeKey(operand) } : predicate;
}

/** The path by which `$elemMatch` with value operators refers to each element. */
const ELEMENT = fieldPath('');

function elemMatch(operand: RawValue, parseFilter: ParseFilter): Predicate {
  if (!operand.isDocument) throw bad('$elemMatch needs an Object');
  const first = fieldsOf(operand)[0]?.[0];
  const isLogical = first === '$and' || first === '$or' || first === '$nor' || first === '$expr';
  if (isOperatorObject(operand) && !isLogical) {
    return { op: 'elemMatchValue', filter: parseOperators(ELEMENT, operand, parseFilter) };
  }
  return { op: 'elemMatchObject', filter: parseFilter(operand) };
}

function allOf(path: FieldPath, operand: RawValue, parseFilter: ParseFilter): Filter {
  if (!operand.isArray) throw bad('$all needs an array');
  const values = elementsOf(operand);
  if (values.length === 0) return { kind: 'constant', value: false };
  const filters = values.map((value): Filter => {
    if (!isOperatorObject(value)) return equality(path, value);
    const [name, inner] = fieldsOf(value)[0] ?? [];
    if (name !== '$elemMatch' || !inner) throw bad('no $ expressions in $all');
    return { kind: 'field', path, predicate: elemMatch(inner, parseFilter) };
  });
  return { kind: 'and', filters };
}

/** The boolean value of an option such as `$exists`; numbers other than zero are true. */
function isTrue(value: RawValue): boolean {
  if (value.type === BsonType.Boolean) return value.boolean();
  if (isNumeric(value.type)) return value.number() !== 0;
  return value.type !== BsonType.Null && value.type !== BsonType.Undefined;
}
