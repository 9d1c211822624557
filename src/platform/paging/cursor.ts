import { Types } from 'mongoose';

/** What rows of a list can be ordered by, besides their id. */
export type OrderValue = Date | string;

/**
 * A place in an ordered list: the value the list is ordered by, and the id, which decides between equal values. The
 * place stays where it is when the row that once stood there has been changed or deleted.
 */
export interface Position {
  id: Types.ObjectId;
  /** Absent where the list is ordered by `_id` alone. */
  value?: OrderValue;
}

/** The text clients hand back to continue from `position` in a list ordered by `orderBy`. Opaque to them. */
export function encodeCursor(orderBy: string, { id, value }: Position): string {
  const parts = [orderBy, id.toHexString(), ...(value === undefined ? [] : [toJson(value)])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The position in a cursor of a list ordered by `orderBy`; undefined when the text is no such cursor. */
export function decodeCursor(orderBy: string, text: string): Position | undefined {
  const parts = parseList(Buffer.from(text, 'base64url').toString());
  const [order, id, value] = parts;
  if (order !== orderBy || typeof id !== 'string' || !/^[0-9a-f]{24}$/.test(id)) return undefined;
  if (orderBy === '_id') return parts.length === 2 ? { id: new Types.ObjectId(id) } : undefined;
  const orderValue = fromJson(value);
  return orderValue === undefined ? undefined : { id: new Types.ObjectId(id), value: orderValue };
}

function toJson(value: OrderValue): string | number {
  return value instanceof Date ? value.getTime() : value;
}

function fromJson(value: unknown): OrderValue | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function parseList(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
