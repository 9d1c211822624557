/** Which pages the guide has, and where the links in them lead. */
import { posix } from 'node:path';

/** The page that `/guide` shows; its headings and lists are also the navigation. */
export const INDEX = 'docs/README.md';

/** Addresses below `/guide` that are not pages. */
const RESERVED = ['/guide/search', '/guide/guide.css', '/guide/pictures'];

/**
 * Maps the path of each page in the repository to its address: `docs/steps.md` to `/guide/steps`. A page called README.md
 * stands for its folder.
 */
export function addressesOf(paths) {
  const addresses = new Map(paths.map((path) => [path, addressOf(path)]));
  const sources = new Map(RESERVED.map((address) => [address, 'a part of the guide itself']));
  for (const [path, address] of addresses) {
    if (sources.has(address))
      throw new Error(`${path} and ${sources.get(address)} are both ${address}: rename ${path}`);
    sources.set(address, path);
  }
  return addresses;
}

function addressOf(path) {
  if (path === INDEX) return '/guide';
  return `/guide/${path.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '')}`.toLowerCase();
}

/**
 * Says where a link of the page `from` leads: to an `address`, which may be `external`, or to the `path` of a file that the
 * guide does not have.
 */
export function resolveLink(href, from, addresses) {
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return { address: href, external: true };
  if (href.startsWith('#')) return { address: href };
  const [, target, hash] = /^([^#]*)(.*)$/s.exec(href);
  const path = posix.join(posix.dirname(from), decodeURI(target)).replace(/\/$/, '');
  // A folder without a README is its first page.
  const first = () => [...addresses].find(([page]) => page.startsWith(`${path}/`))?.[1];
  const address = addresses.get(path) ?? addresses.get(posix.join(path, 'README.md')) ?? first();
  return address === undefined ? { path } : { address: address + hash };
}

/** The id of a heading as GitHub makes it. `taken` counts the ids of the page so far. */
export function headingId(text, taken) {
  const id = text
    .toLowerCase()
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  if (count === 0) return id;
  return headingId(`${id}-${count}`, taken);
}
