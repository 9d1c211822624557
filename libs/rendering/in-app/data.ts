import { isRecord } from '../liquid/is-record.js';
import { ContentError } from './content-error.js';

/** Values `data` of a message may hold. */
export type DataValue = string | number | boolean | null;

/** How much `data` of a message may hold (L7). */
export interface DataLimits {
  /** Most properties. */
  properties: number;
  /** Longest text, in characters. */
  textLength: number;
}

/** The limits of L7. */
export const defaultDataLimits: Readonly<DataLimits> = { properties: 10, textLength: 256 };

/**
 * The `data` of a message (L7), or `undefined` if there is none.
 *
 * @throws ContentError for anything but an object, too many properties, a value that is no scalar, or a long text.
 */
export function dataOf(control: unknown, limits: DataLimits): Record<string, DataValue> | undefined {
  if (control === undefined || control === null) {
    return undefined;
  }
  if (!isRecord(control)) {
    throw new ContentError('data', 'value', 'must be an object');
  }
  const entries = Object.entries(control).filter(([, value]) => value !== undefined);
  if (entries.length > limits.properties) {
    throw new ContentError('data', 'value', `must have at most ${limits.properties} properties`);
  }
  const data = entries.map(([key, value]) => [key, scalarOf(value, `data.${key}`, limits)] as const);
  return data.length === 0 ? undefined : Object.fromEntries(data);
}

function scalarOf(value: unknown, field: string, { textLength }: DataLimits): DataValue {
  if (typeof value === 'string') {
    if (lengthOf(value, textLength) > textLength) {
      throw new ContentError(field, 'value', `must be at most ${textLength} characters long`);
    }
    return value;
  }
  if (typeof value === 'boolean' || value === null || (typeof value === 'number' && Number.isFinite(value))) {
    return value;
  }
  throw new ContentError(field, 'value', 'must be a text, a number, a boolean or null');
}

/** An emoji is one character to the person who counts; a text within the limit in code units need not be counted. */
function lengthOf(text: string, limit: number): number {
  return text.length <= limit || text.length > 2 * limit ? text.length : Array.from(text).length;
}
