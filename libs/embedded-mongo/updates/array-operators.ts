import { BsonType, typeName } from '../bson/bson-type.js';
import { fieldPath } from '../bson/field-path.js';
import { documentValue, elementsOf, fieldsOf, type RawValue } from '../bson/raw-value.js';
import { BsonWriter } from '../bson/bson-writer.js';
import { CommandError, ErrorCode } from '../errors.js';
import { compareValues, encodeKey, sameValue } from '../ordering/key-encoding.js';
import { parseSort, sortKey } from '../ordering/sort-key.js';
import { matches, matchesValue } from '../query/match.js';
import { parseFilter } from '../query/parse-filter.js';
import { equality, isOperatorObject, parseOperators } from '../query/parse-predicate.js';
import { ArrayNode, type Change, type Node, nodeType, rawOf } from './update-tree.js';

const bad = (message: string): CommandError => new CommandError(ErrorCode.BadValue, message);

function arrayOf(current: Node, path: string, describe: () => string): ArrayNode {
  if (current instanceof ArrayNode) return current;
  throw bad(
    `The field '${path}' must be an array but is of type ${typeName(nodeType(current))} in document {${describe()}}`,
  );
}

interface PushModifiers {
  readonly values: readonly RawValue[];
  readonly position?: number;
  readonly slice?: number;
  readonly order?: (left: Node, right: Node) => number;
}

function parseModifiers(operand: RawValue, operator: string): PushModifiers {
  const fields = operand.isDocument ? fieldsOf(operand) : [];
  if (!fields.some(([name]) => name === '$each')) return { values: [operand] };
  const modifiers: {
    values: readonly RawValue[];
    position?: number;
    slice?: number;
    order?: (a: Node, b: Node) => number;
  } = {
    values: [],
  };
  for (const [name, value] of fields) {
    if (name === '$each') {
      if (!value.isArray)
        throw bad(`The argument to $each in ${operator} must be an array but it was of type: ${typeName(value.type)}`);
      modifiers.values = elementsOf(value);
    } else if (operator === '$push' && (name === '$slice' || name === '$position')) {
      const number = value.isNumber ? value.number() : Number.NaN;
      if (!Number.isInteger(number))
        throw bad(`The value for ${name} must be an integer value but was given type: ${typeName(value.type)}`);
      if (name === '$slice') modifiers.slice = number;
      else modifiers.position = number;
    } else if (operator === '$push' && name === '$sort') {
      modifiers.order = elementOrder(value);
    } else {
      throw bad(`Unrecognized clause in ${operator}: ${name}`);
    }
  }
  return modifiers;
}

function elementOrder(sort: RawValue): (left: Node, right: Node) => number {
  if (sort.isNumber) {
    const direction = sort.number();
    if (direction !== 1 && direction !== -1) throw bad('The $sort element value must be either 1 or -1');
    return (left, right) => compareValues(rawOf(left), rawOf(right)) * direction;
  }
  if (!sort.isDocument)
    throw bad('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
  const fields = parseSort(sort);
  const keyOf = (node: Node): Buffer => {
    const value = rawOf(node);
    return value.isDocument ? sortKey(value, fields) : sortKey(documentValue(Buffer.of(5, 0, 0, 0, 0)), fields);
  };
  return (left, right) => keyOf(left).compare(keyOf(right));
}

/** `$push`, with `$each`, `$position`, `$sort` and `$slice` applied in that order. */
export function push(path: string, operand: RawValue): Change {
  const { values, position, slice, order } = parseModifiers(operand, '$push');
  return (current, describe) => {
    const items = current ? [...arrayOf(current, path, describe).items] : [];
    if (position === undefined) items.push(...values);
    else items.splice(position < 0 ? Math.max(items.length + position, 0) : position, 0, ...values);
    if (order) items.sort(order);
    if (slice === undefined) return new ArrayNode(items);
    return new ArrayNode(slice >= 0 ? items.slice(0, slice) : items.slice(slice));
  };
}

/** `$addToSet`: adds values that the array does not contain yet, by MongoDB's comparison. */
export function addToSet(path: string, operand: RawValue): Change {
  const { values } = parseModifiers(operand, '$addToSet');
  return (current, describe) => {
    const items = current ? [...arrayOf(current, path, describe).items] : [];
    const known = new Set(items.map((item) => encodeKey(rawOf(item)).toString('latin1')));
    const fresh = values.filter((value) => {
      const key = encodeKey(value).toString('latin1');
      return !known.has(key) && known.add(key);
    });
    return fresh.length === 0 && current ? undefined : new ArrayNode([...items, ...fresh]);
  };
}

/** `$pop`: the last element with 1, the first with -1. */
export function pop(path: string, operand: RawValue): Change {
  const end = operand.isNumber ? operand.number() : Number.NaN;
  if (end !== 1 && end !== -1) throw new CommandError(ErrorCode.FailedToParse, `$pop expects 1 or -1, found: ${end}`);
  return (current) => {
    if (!current) return undefined;
    if (!(current instanceof ArrayNode)) {
      throw new CommandError(
        ErrorCode.TypeMismatch,
        `Path '${path}' contains an element of non-array type '${typeName(nodeType(current))}'`,
      );
    }
    return new ArrayNode(end === 1 ? current.items.slice(0, -1) : current.items.slice(1));
  };
}

/** `$pullAll`: removes elements equal to any of the values. */
export function pullAll(path: string, operand: RawValue): Change {
  if (!operand.isArray) throw bad(`$pullAll requires an array argument but was given a ${typeName(operand.type)}`);
  const values = elementsOf(operand);
  return remove((item) => values.some((value) => sameValue(value, item)), path, '$pullAll');
}

/** `$pull`: removes elements that equal the value or match the condition. */
export function pull(path: string, operand: RawValue): Change {
  return remove(pullCondition(operand), path, '$pull');
}

function pullCondition(operand: RawValue): (item: RawValue) => boolean {
  if (operand.isDocument && !isOperatorObject(operand)) {
    const filter = parseFilter(operand);
    return (item) => item.isDocument && matches(filter, item);
  }
  if (operand.isDocument) {
    const filter = parseOperators(fieldPath('v'), operand, (inner) => parseFilter(inner));
    return (item) => matches(filter, wrapped(item));
  }
  if (operand.type === BsonType.Regex) {
    const filter = equality(fieldPath('v'), operand);
    return (item) => matchesValue(filter, item);
  }
  return (item) => sameValue(operand, item);
}

function wrapped(value: RawValue): RawValue {
  const writer = new BsonWriter(value.end - value.start + 16);
  const mark = writer.begin();
  writer.field('v', value);
  writer.end(mark);
  return documentValue(writer.toBuffer());
}

function remove(condition: (item: RawValue) => boolean, path: string, operator: string): Change {
  return (current) => {
    if (!current) return undefined;
    if (!(current instanceof ArrayNode)) throw bad(`Cannot apply ${operator} to a non-array value: ${path}`);
    const kept = current.items.filter((item) => !condition(rawOf(item)));
    return kept.length === current.items.length ? undefined : new ArrayNode(kept);
  };
}
