import { compareValues, looselyEqual } from '../comparison.js';
import type { FilterOperator } from './filter.js';

type Comparison = (actual: unknown, wanted: unknown) => boolean;

function ordered(test: (order: number) => boolean): Comparison {
  return (actual, wanted) => {
    const order = compareValues(actual, wanted);
    return order !== undefined && test(order);
  };
}

/** Filter values are text; lists are separated by commas. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return value === undefined || value === null ? [] : [value];
  return value.split(',').map((item) => item.trim());
}

function includes(list: readonly unknown[], item: unknown): boolean {
  return list.some((candidate) => looselyEqual(item, candidate));
}

/**
 * Returns the items of the field itself: a list, a single value as a list of one, or an empty list if the field is missing.
 */
function itemsOf(actual: unknown): readonly unknown[] {
  if (actual === undefined || actual === null) return [];
  return Array.isArray(actual) ? actual : [actual];
}

/** Returns undefined unless there are two bounds that the value can be compared with. */
function isBetween(actual: unknown, wanted: unknown): boolean | undefined {
  const [low, high] = listOf(wanted);
  const fromLow = compareValues(actual, low);
  const fromHigh = compareValues(actual, high);
  if (fromLow === undefined || fromHigh === undefined) return undefined;
  return fromLow >= 0 && fromHigh <= 0;
}

function onTexts(test: (text: string, part: string) => boolean): Comparison {
  return (actual, wanted) => typeof actual === 'string' && typeof wanted === 'string' && test(actual, wanted);
}

/** Values compare as in conditions (X4), because the expected value is always text. */
const COMPARISONS: Record<FilterOperator, Comparison> = {
  EQUAL: looselyEqual,
  NOT_EQUAL: (actual, wanted) => !looselyEqual(actual, wanted),
  LARGER: ordered((order) => order > 0),
  SMALLER: ordered((order) => order < 0),
  LARGER_EQUAL: ordered((order) => order >= 0),
  SMALLER_EQUAL: ordered((order) => order <= 0),
  LIKE: onTexts((text, part) => text.includes(part)),
  NOT_LIKE: onTexts((text, part) => !text.includes(part)),
  IN: (actual, wanted) => includes(listOf(wanted), actual),
  NOT_IN: (actual, wanted) => !includes(listOf(wanted), actual),
  ANY_IN: (actual, wanted) => itemsOf(actual).some((item) => includes(listOf(wanted), item)),
  ALL_IN: (actual, wanted) => {
    const items = itemsOf(actual);
    return items.length > 0 && items.every((item) => includes(listOf(wanted), item));
  },
  BETWEEN: (actual, wanted) => isBetween(actual, wanted) === true,
  NOT_BETWEEN: (actual, wanted) => isBetween(actual, wanted) === false,
  IS_DEFINED: (actual) => actual !== undefined && actual !== null,
};

/** Returns the result of a comparison, or undefined if the operator does not exist. */
export function compareField(operator: string, actual: unknown, wanted: unknown): boolean | undefined {
  return Object.hasOwn(COMPARISONS, operator) ? COMPARISONS[operator as FilterOperator](actual, wanted) : undefined;
}
