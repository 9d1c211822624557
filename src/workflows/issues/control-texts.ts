import { isObject } from '../../platform/values/is-object.js';

/** Deepest nesting that is looked at; what is rendered may be as deep. */
const MAX_DEPTH = 32;

/** A text in control values, and the path of its control. */
export interface ControlText {
  field: string;
  text: string;
}

/** Controls that are rules or schemas, not templates. */
const VERBATIM = new Set(['skip', 'responseBodySchema']);

/** Every text that is rendered. */
export function renderedTexts(values: Readonly<Record<string, unknown>>): ControlText[] {
  return Object.entries(values).flatMap(([field, value]) => (VERBATIM.has(field) ? [] : textsIn(value, field, 1)));
}

/** Every text in a value of any kind, however it is nested. */
export function textsIn(value: unknown, field: string, depth: number): ControlText[] {
  if (typeof value === 'string') return [{ field, text: value }];
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((entry, index) => textsIn(entry, `${field}.${index}`, depth + 1));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => textsIn(entry, `${field}.${key}`, depth + 1));
}
