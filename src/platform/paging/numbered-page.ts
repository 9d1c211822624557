import type { Model, QueryFilter } from 'mongoose';

/** A page of a list, by its number from 0. */
export interface NumberedPageRequest {
  page: number;
  limit: number;
}

/**
 * Newest first, and whether there are more. A far page costs as much as all before it: only for older routes, whose
 * clients count pages. Needs an index that begins with the equality fields of `filter` and ends in (createdAt, _id).
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
