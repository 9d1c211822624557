import type { Model, QueryFilter, SortOrder } from 'mongoose';
import type { OffsetQueryDto } from './paging.dto.js';

/** A page of a list by its number, from 0. */
export interface NumberedPageRequest {
  page: number;
  limit: number;
}

/**
 * A page of rows, newest first, and whether there are more. A far page costs as much as all pages before it: only for older
 * routes, whose clients use page numbers. Needs an index that begins with the equality fields of `filter` and ends in
 * (createdAt, _id).
 */
export async function findNumberedPage<Row>(
  model: Model<Row>,
  filter: QueryFilter<Row>,
  { page, limit }: NumberedPageRequest,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const found = await model
    .find(filter)
    .sort({ createdAt: -1, _id: -1 })
    .skip(page * limit)
    .limit(limit + 1)
    .lean<Row[]>();
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}

/** The sort order of a list by one field. Equal values are ordered by id, so that pages do not overlap. */
export function inOrderOf(
  field: string,
  { orderDirection }: Pick<OffsetQueryDto, 'orderDirection'>,
): [string, SortOrder][] {
  const direction = orderDirection === 'ASC' ? 1 : -1;
  return [
    [field, direction],
    ['_id', direction],
  ];
}

/** Matches texts that contain this one, ignoring case. */
export function containing(text: string): { $regex: string; $options: string } {
  return { $regex: text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' };
}
