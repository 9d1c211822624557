import { keysetFilter, type Position } from '../../platform/paging/cursor-page.js';

/** The order in which messages that were given up are listed and sent once more: that of their index. */
export const LATEST_FIRST = { deadAt: -1, _id: -1 } as const;

/** Those of the messages that lie behind a place on the list; the index is entered there. */
export function behind<Filter extends object>(
  filter: Filter,
  from: Position,
): { $and: [Filter, Record<string, unknown>] } {
  return { $and: [filter, keysetFilter('deadAt', from, 'descending', false)] };
}
