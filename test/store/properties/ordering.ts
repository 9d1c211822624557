import type { Document } from 'bson';

/** Direction per path, the first path deciding first. */
export type SortSpec = [path: string, direction: 1 | -1][];

/** MongoDB's order of types, for the types these tests use. */
function typeRank(value: unknown): number {
  if (value === undefined || value === null) return 1;
  if (typeof value === 'number') return 2;
  if (typeof value === 'string') return 3;
  if (typeof value === 'boolean') return 8;
  if (value instanceof Date) return 9;
  return 4;
}

/** Compares two values as MongoDB sorts them. Arrays inside of arrays do not occur here. */
export function compareValues(left: unknown, right: unknown): number {
  const byType = typeRank(left) - typeRank(right);
  if (byType !== 0) return byType;
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
  if (typeRank(left) === 4) return compareDocuments(left as Document, right as Document);
  return Number(left ?? 0) - Number(right ?? 0);
}

/** Field by field: type, name, value; the shorter document comes first. */
function compareDocuments(left: Document, right: Document): number {
  const a = Object.entries(left);
  const b = Object.entries(right);
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [leftName, leftValue] = a[i] ?? ['', undefined];
    const [rightName, rightValue] = b[i] ?? ['', undefined];
    const byType = typeRank(leftValue) - typeRank(rightValue);
    if (byType !== 0) return byType;
    if (leftName !== rightName) return leftName < rightName ? -1 : 1;
    const byValue = compareValues(leftValue, rightValue);
    if (byValue !== 0) return byValue;
  }
  return a.length - b.length;
}

/** The documents in the order of a sort. */
export function sortDocuments(documents: Document[], spec: SortSpec): Document[] {
  return [...documents].sort((left, right) => {
    for (const [path, direction] of spec) {
      const difference = compareKeys(left, right, path, direction);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

/** An array sorts by its least element upwards and by its greatest downwards; an empty one sorts below null. */
function compareKeys(left: Document, right: Document, path: string, direction: 1 | -1): number {
  const [a, b] = [sortKey(left, path, direction), sortKey(right, path, direction)];
  if (a.empty || b.empty) return (Number(b.empty) - Number(a.empty)) * direction;
  return compareValues(a.value, b.value) * direction;
}

function sortKey(document: Document, path: string, direction: 1 | -1): { empty: boolean; value?: unknown } {
  const value = path.split('.').reduce<unknown>((at, name) => (at as Document | null | undefined)?.[name], document);
  if (!Array.isArray(value)) return { empty: false, value };
  if (value.length === 0) return { empty: true };
  return { empty: false, value: [...(value as unknown[])].sort((a, b) => compareValues(a, b) * direction)[0] };
}
