import type { Document } from 'bson';
import { canonical } from './canonical.js';
import { compareValues } from './ordering.js';

/**
 * Applies `$push` and `$addToSet` to fields at the root of a document; false for any other update. Written here because
 * the library of the model cuts, sorts and removes duplicates in ways of its own.
 */
export function updateArrays(document: Document, modifier: Document): boolean {
  const [operator] = Object.keys(modifier);
  if (operator !== '$push' && operator !== '$addToSet') return false;
  for (const [field, operand] of Object.entries(modifier[operator] as Document)) {
    const elements = [...((document[field] as unknown[] | undefined) ?? [])];
    const modifiers = isEach(operand) ? operand : { $each: [operand] };
    document[field] = operator === '$push' ? push(elements, modifiers) : addToSet(elements, modifiers.$each);
  }
  return true;
}

interface Each {
  $each: unknown[];
  $position?: number;
  $slice?: number;
  $sort?: number;
}

function isEach(operand: unknown): operand is Each {
  return typeof operand === 'object' && operand !== null && '$each' in operand;
}

/** Inserts, then sorts, then cuts: a negative number keeps that many at the end. */
function push(elements: unknown[], { $each, $position, $slice, $sort }: Each): unknown[] {
  elements.splice($position ?? elements.length, 0, ...$each);
  if ($sort !== undefined) elements.sort((a, b) => compareValues(a, b) * $sort);
  if ($slice === undefined) return elements;
  return $slice < 0 ? elements.slice($slice) : elements.slice(0, $slice);
}

function addToSet(elements: unknown[], additions: unknown[]): unknown[] {
  for (const addition of additions) {
    if (!elements.some((element) => canonical(element) === canonical(addition))) elements.push(addition);
  }
  return elements;
}
