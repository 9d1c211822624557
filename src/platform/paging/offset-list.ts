import type { SortOrder } from 'mongoose';
import type { OffsetQueryDto } from './offset-query.dto.js';

/** The order of a list by one field. The id decides between equals, so that pages do not overlap. */
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

/** Matches texts that contain this one, in any case. */
export function containing(text: string): { $regex: string; $options: string } {
  return { $regex: text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' };
}
