import type { GivenDefinitions } from './api.js';

/** Requests stay well below what a server takes. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_RESOURCES = 200;

/**
 * One request as several of a size that servers take: layouts before the workflows that need them, the default one
 * first, deletions last.
 */
export function inBatches(given: GivenDefinitions): GivenDefinitions[] {
  const { defaultLayoutId } = given;
  const isDefault = (layout: object) => 'layoutId' in layout && layout.layoutId === defaultLayoutId;
  const layouts = given.layouts.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  const batch = (part: Partial<GivenDefinitions>): GivenDefinitions => ({
    layouts: [],
    workflows: [],
    deleted: [],
    ...(defaultLayoutId !== undefined && { defaultLayoutId }),
    ...part,
  });
  return [
    ...portions(layouts).map((portion) => batch({ layouts: portion })),
    ...portions(given.workflows).map((portion) => batch({ workflows: portion })),
    ...portions(given.deleted).map((portion) => batch({ deleted: portion })),
  ];
}

function portions<Item extends object>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item));
    const current = all.at(-1);
    if (!current || current.length === MAX_RESOURCES || bytes + size > MAX_BYTES) {
      all.push([item]);
      bytes = size;
    } else {
      current.push(item);
      bytes += size;
    }
  }
  return all;
}
