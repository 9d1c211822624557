import { isRecord } from '../kit/is-record.js';

/**
 * The fields of a form, or of JSON that is as flat, sorted by name (by code units) for signatures over them. Undefined for
 * a body that is neither.
 */
export function sortedFields(body: unknown): [name: string, value: string][] | undefined {
  if (!isRecord(body)) return undefined;
  const fields = Object.entries(body).map(([name, value]) => [name, textOf(value)] as const);
  if (!fields.every((field): field is [string, string] => field[1] !== undefined)) return undefined;
  return fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}
