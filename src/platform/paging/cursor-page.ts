import { type Model, type PipelineStage, type QueryFilter, Types } from 'mongoose';
import { ValidationException } from '../errors/validation.exception.js';

/** Values that rows of a list can be ordered by, besides their id. */
export type OrderValue = Date | string;

/**
 * A position in an ordered list: the value the list is ordered by, and the id, which orders equal values. It stays valid
 * when the row that was there is changed or deleted.
 */
export interface Position {
  id: Types.ObjectId;
  /** Absent where the list is ordered by `_id` alone. */
  value?: OrderValue;
}

/** The text that clients send to continue from `position` in a list ordered by `orderBy`. Opaque to them. */
export function encodeCursor(orderBy: string, { id, value }: Position): string {
  const parts = [orderBy, id.toHexString(), ...(value === undefined ? [] : [toJson(value)])];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The position in a cursor of a list ordered by `orderBy`; undefined when the text is not such a cursor. */
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

/** Whether a list is read from a position towards greater or towards smaller values. */
export type Direction = 'ascending' | 'descending';

export function opposite(direction: Direction): Direction {
  return direction === 'ascending' ? 'descending' : 'ascending';
}

/**
 * The filter for all rows from `position` on in one direction. The condition on the ordered field alone comes first, so
 * that an index on it is used as a range; the `$or` after it only separates rows of equal value.
 */
export function keysetFilter(
  orderBy: string,
  { id, value }: Position,
  direction: Direction,
  inclusive: boolean,
): Record<string, unknown> {
  const strict = direction === 'ascending' ? '$gt' : '$lt';
  const orEqual = direction === 'ascending' ? '$gte' : '$lte';
  const idBound = { _id: { [inclusive ? orEqual : strict]: id } };
  if (value === undefined) return idBound;
  return { [orderBy]: { [orEqual]: value }, $or: [{ [orderBy]: { [strict]: value } }, idBound] };
}

const FIRST_ID = new Types.ObjectId('0'.repeat(24));
const LAST_ID = new Types.ObjectId('f'.repeat(24));

/** The last position with the same value, in the given direction. */
export function lastOfValue({ value }: Pick<Position, 'value'>, direction: Direction): Position {
  return { id: direction === 'ascending' ? LAST_ID : FIRST_ID, value };
}

/** Totals are exact up to this number. */
const TOTAL_COUNT_CAP = 50_000;

/** The requested part of a list. `after` and `before` are cursors from an earlier page. */
export interface CursorPageRequest {
  /** `_id`, or a field that is a date or a text in every row. */
  orderBy: string;
  orderDirection: 'ASC' | 'DESC';
  limit: number;
  after?: string;
  before?: string;
  /** Whether the row at the cursor belongs to the page. */
  includeCursor?: boolean;
}

/** A part of a list, in the list's order, with the cursors of its neighbours (null where there is none). */
export interface CursorPage<Row> {
  data: Row[];
  next: string | null;
  previous: string | null;
  /** Rows in the whole list, at most {@link TOTAL_COUNT_CAP}. */
  totalCount: number;
  /** Whether there are more rows than `totalCount` says. */
  totalCountCapped: boolean;
}

/**
 * The requested page of the rows that match `filter`, read by position and not by a number of rows to skip, so that
 * concurrent inserts and deletions neither repeat nor hide rows. Needs an index that begins with the equality fields of
 * `filter` and ends in (`orderBy`, `_id`). Throws a 422 for a cursor that is not from this list. `isSearch`: finding rows takes
 * longer than a command, so a first page that has all of them is not counted besides.
 */
export async function findCursorPage<Row extends { _id: Types.ObjectId }>(
  model: Model<Row>,
  filter: QueryFilter<Row>,
  request: CursorPageRequest,
  { cap = TOTAL_COUNT_CAP, isSearch = false }: { cap?: number; isSearch?: boolean } = {},
): Promise<CursorPage<Row>> {
  const { orderBy, limit, includeCursor = false } = request;
  const walk = readWalk(request, model.schema.path(orderBy)?.instance);
  const part = (direction: Direction, inclusive: boolean): QueryFilter<Row> =>
    walk.from ? { $and: [filter, keysetFilter(orderBy, walk.from, direction, inclusive)] } : filter;
  const sign = walk.direction === 'ascending' ? 1 : -1;
  const found = model
    .find(part(walk.direction, includeCursor))
    .sort({ [orderBy]: sign, _id: sign })
    .limit(limit + 1)
    .lean<Row[]>()
    .exec();
  const countAll = () => model.countDocuments(filter, { limit: cap + 1 }).exec();
  const isCounted = isSearch && !walk.from;
  const [rows, count, behind] = await Promise.all([
    found,
    isCounted ? found.then(({ length }) => (length <= limit ? length : countAll())) : countAll(),
    walk.from ? model.exists(part(opposite(walk.direction), !includeCursor)) : null,
  ]);
  return {
    ...toPage(rows, { ...walk, orderBy, limit, hasRowsBehind: behind !== null }),
    totalCount: Math.min(count, cap),
    totalCountCapped: count > cap,
  };
}

/** Which rows to find. Each page examines a limited number of the rows that match `indexed`. */
export interface ScanFilter<Row> {
  /** Has an index that begins with its equality fields and ends in (`orderBy`, `_id`). */
  indexed: QueryFilter<Row>;
  /** What the rows found so must match besides; absent when there is nothing. */
  rest?: QueryFilter<Row>;
}

/** Rows that a page examines where most of them may not match. */
const MAX_EXAMINED = 5000;

/**
 * The requested page of rows that match both parts of a filter, without counting. Its cost is bounded, however few rows
 * match: a page that has examined `maxExamined` rows ends there. It may then have fewer rows than requested, even none, and
 * its cursor continues after the last row that was examined. `fields`: those to read, of which `orderBy` must be one.
 */
export async function findScannedPage<Row extends { _id: Types.ObjectId }>(
  model: Model<Row>,
  { indexed, rest }: ScanFilter<Row>,
  request: CursorPageRequest,
  { fields, maxExamined = MAX_EXAMINED }: { fields?: Record<string, 1>; maxExamined?: number } = {},
): Promise<Pick<CursorPage<Row>, 'data' | 'next' | 'previous'>> {
  const { orderBy, limit, includeCursor = false } = request;
  const walk = readWalk(request, model.schema.path(orderBy)?.instance);
  const $match = walk.from
    ? { $and: [indexed, keysetFilter(orderBy, walk.from, walk.direction, includeCursor)] }
    : indexed;
  const sign = walk.direction === 'ascending' ? 1 : -1;
  const ordered = [{ $match }, { $sort: { [orderBy]: sign, _id: sign } }] as PipelineStage[];
  const matching: PipelineStage[] = rest ? [{ $limit: maxExamined }, { $match: rest }] : [];
  const shown: PipelineStage[] = fields ? [{ $project: fields }] : [];
  const rows = await model.aggregate<Row>([...ordered, ...matching, { $limit: limit + 1 }, ...shown]);
  const isOpen = rest !== undefined && rows.length <= limit;
  const [last] = isOpen
    ? await model.aggregate<Row>([
        ...ordered,
        { $skip: maxExamined - 1 },
        { $limit: 1 },
        { $project: { [orderBy]: 1 } },
      ])
    : [];
  const end = last && positionOf(last, orderBy);
  // Whether there are rows behind is not looked up, which might examine many: the page there may be empty.
  return toPage(rows, { ...walk, orderBy, limit, end, hasRowsBehind: walk.from !== undefined });
}

interface Walk {
  direction: Direction;
  /** Whether rows are read in reverse of the list's order, as with `before`. */
  backward: boolean;
  from?: Position;
}

function readWalk({ orderBy, orderDirection, after, before }: CursorPageRequest, orderType: string | undefined): Walk {
  if (after && before) throw ValidationException.of('before', 'before cannot be combined with after');
  const listDirection: Direction = orderDirection === 'ASC' ? 'ascending' : 'descending';
  const read = (field: string, text: string): Position => readCursor(field, text, orderBy, orderType);
  // An empty text counts as no cursor, because clients build queries from forms.
  if (before) return { direction: opposite(listDirection), backward: true, from: read('before', before) };
  return { direction: listDirection, backward: false, from: after ? read('after', after) : undefined };
}

function readCursor(field: string, text: string, orderBy: string, orderType: string | undefined): Position {
  const position = decodeCursor(orderBy, text);
  const fits = position?.value === undefined || position.value instanceof Date === (orderType === 'Date');
  if (position && fits) return position;
  throw ValidationException.of(field, `${field} must be a cursor from a page of this list with the same orderBy`, text);
}

interface PageRead extends Walk {
  orderBy: string;
  limit: number;
  hasRowsBehind: boolean;
  /** Where reading ended although there may be more rows. */
  end?: Position;
}

/**
 * Makes a page from rows in the order they were read, of which one more than `limit` was requested. A page that is empty
 * because its rows no longer exist still has a cursor to the rows before it.
 */
export function toPage<Row extends { _id: Types.ObjectId }>(
  rows: Row[],
  { direction, backward, from, orderBy, limit, hasRowsBehind, end }: PageRead,
): Pick<CursorPage<Row>, 'data' | 'next' | 'previous'> {
  const read = rows.slice(0, limit);
  const [first, last] = [read[0], read.at(-1)];
  const cursor = (position: Position | undefined): string | null => (position ? encodeCursor(orderBy, position) : null);
  const ahead = rows.length > limit && last ? cursor(positionOf(last, orderBy)) : cursor(end);
  const back = first ? positionOf(first, orderBy) : from && lastOfValue(from, direction);
  const behind = hasRowsBehind ? cursor(back) : null;
  return backward
    ? { data: read.reverse(), next: behind, previous: ahead }
    : { data: read, next: ahead, previous: behind };
}

function positionOf(row: { _id: Types.ObjectId }, orderBy: string): Position {
  if (orderBy === '_id') return { id: row._id };
  const value: unknown = Reflect.get(row, orderBy);
  if (!isOrderValue(value))
    throw new Error(`A list cannot be ordered by '${orderBy}': not every row has a date or text`);
  return { id: row._id, value };
}

function isOrderValue(value: unknown): value is OrderValue {
  return value instanceof Date || typeof value === 'string';
}
