import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type Asset = Schemas['AssetDto'];

/** What the address of the list says. */
export type AssetSearch = { search?: string } & Place;

/** The part of the address that belongs to the list. */
export function searchOf(given: Record<string, unknown>): AssetSearch {
  return { ...placeOf(given), search: textOf(given.search) };
}

const PAGE = 24;

/** A page of pictures. */
export function assetList({ search, after, before }: AssetSearch) {
  return read('/v1/assets', { query: { search, after, before, limit: PAGE } });
}

/** What shows a picture. */
export function assetUsage(assetId: string) {
  return read('/v1/assets/{assetId}/usage', { path: { assetId } });
}
