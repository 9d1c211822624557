import { BsonType } from '../bson/bson-type.js';
import { fieldPath } from '../bson/field-path.js';
import { elementsOf, findField, type RawValue } from '../bson/raw-value.js';
import type { Filter, Predicate } from './filter.js';
import { conjuncts } from './filter.js';
import { matches, matchesValue } from './match.js';

/**
 * The position of `$` in an array: that of the first element that satisfies the filter's condition on this array.
 * Conditions on the array itself or on paths below it count; conditions on another array are only a fallback.
 */
export function matchedPosition(filter: Filter, document: RawValue, arrayPath: string): number | undefined {
  const array = valueAt(document, arrayPath);
  if (!array || array.type !== BsonType.Array) return undefined;
  const elements = elementsOf(array);
  let fallback: number | undefined;
  for (const part of fieldConditions(filter)) {
    const position = elements.findIndex((element) => holdsFor(part, arrayPath, element));
    if (position >= 0) return position;
    fallback ??= positionElsewhere(part, document, elements.length);
  }
  return fallback;
}

type FieldCondition = Filter & { kind: 'field' };

function fieldConditions(filter: Filter): FieldCondition[] {
  return conjuncts(filter)
    .flatMap((part) => (part.kind === 'or' ? part.filters.flatMap(fieldConditions) : [part]))
    .filter((part): part is FieldCondition => part.kind === 'field');
}

function holdsFor({ path, predicate }: FieldCondition, arrayPath: string, element: RawValue): boolean {
  if (path.text === arrayPath) return elementSatisfies(element, predicate);
  if (!path.text.startsWith(`${arrayPath}.`)) return false;
  const rest = path.text.slice(arrayPath.length + 1);
  return element.isDocument && matches({ kind: 'field', path: fieldPath(rest), predicate }, element);
}

function elementSatisfies(element: RawValue, predicate: Predicate): boolean {
  if (predicate.op === 'elemMatchObject') return element.isDocument && matches(predicate.filter, element);
  if (predicate.op === 'elemMatchValue') return matchesValue(predicate.filter, element);
  return matchesValue({ kind: 'field', path: fieldPath('v'), predicate }, element);
}

/** A condition on another array also gives its position, if this array is long enough. */
function positionElsewhere(
  { path, predicate }: FieldCondition,
  document: RawValue,
  length: number,
): number | undefined {
  for (let i = 1; i <= path.parts.length; i++) {
    const at = path.parts.slice(0, i).join('.');
    const array = valueAt(document, at);
    if (array?.type !== BsonType.Array) continue;
    const position = elementsOf(array).findIndex((element) =>
      holdsFor({ kind: 'field', path, predicate }, at, element),
    );
    return position >= 0 && position < length ? position : undefined;
  }
  return undefined;
}

/** The value at a path, which may contain positions in arrays; arrays are not searched. */
export function valueAt(document: RawValue, path: string): RawValue | undefined {
  let value: RawValue | undefined = document;
  for (const name of fieldPath(path).names) {
    if (value?.type !== BsonType.Object && value?.type !== BsonType.Array) return undefined;
    value = findField(value, name);
  }
  return value;
}
