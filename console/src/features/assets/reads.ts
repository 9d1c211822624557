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

const OWN = /^\/assets\/[0-9a-f]{40}\.[a-z]{3,4}$/;

/**
 * Where the page may load a picture from: its own origin, whatever address the installation has for others. Undefined for a
 * picture from elsewhere, which the policy of the page refuses.
 */
export function shownAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  return OWN.test(pathname) ? pathname : undefined;
}
