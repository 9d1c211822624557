import { EJSON } from 'bson';

/**
 * Canonical text of a value: types count, so that the number 1 and the text "1" differ. The order of the fields of a
 * document at the root does not count, because updates that add several fields may order them in their own way.
 */
export function canonical(value: unknown): string {
  const ordered =
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return EJSON.stringify({ value: ordered }, { relaxed: false });
}
