import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type Context = Schemas['ContextDto'];

/** What the address of the list says. */
export interface ContextSearch extends Place {
  search?: string;
}

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): ContextSearch {
  return { ...placeOf(given), search: textOf(given.search) };
}

const PAGE = 25;

/** A page of contexts. */
export function contextList({ search, after, before }: ContextSearch) {
  return read('/v2/contexts', { query: { search, after, before, limit: PAGE } });
}

/** One context. */
export function context(type: string, id: string) {
  return read('/v2/contexts/{type}/{id}', { path: { type, id } });
}
