/** The navigation of the guide: the groups of pages as the index has them. */
import { posix } from 'node:path';
import { escapeHtml, parsePage } from './markdown.mjs';
import { INDEX } from './pages.mjs';

/** Where pages stand that the index does not name. */
const OTHERS = 'Internals';

/**
 * Reads the groups from the headings and lists of the index: the first link of each point is a page. A page that the index
 * does not name stands `below` the first page of its folder that the index names. Without one, it comes at the end.
 */
export function readGroups(index, { addresses, titles }) {
  const groups = [];
  const pathOf = new Map([...addresses].map(([path, address]) => [address, path]));
  const { tokens } = parsePage(index, { path: INDEX, addresses, picture: () => ({}) });
  let point;
  for (const [position, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.tag === 'h2') {
      groups.push({ title: tokens[position + 1].children[0].content, pages: [] });
    }
    if (token.type === 'list_item_open') point = { level: token.level };
    if (token.type !== 'inline' || !point || groups.length === 0) continue;
    const link = token.children.findIndex(({ type }) => type === 'link_open');
    const path = pathOf.get(token.children[link]?.attrGet('href').split('#')[0]);
    point = undefined;
    if (path === undefined || groups.some(({ pages }) => pages.some((page) => page.path === path))) continue;
    const label = token.children[link + 1].content;
    groups.at(-1).pages.push({ path, label, address: addresses.get(path), below: [] });
  }
  addUnnamed(groups, addresses, titles);
  return groups.filter(({ pages }) => pages.length > 0);
}

function addUnnamed(groups, addresses, titles) {
  const named = new Set([INDEX, ...groups.flatMap(({ pages }) => pages.map(({ path }) => path))]);
  for (const [path, address] of addresses) {
    if (named.has(path)) continue;
    const folder = posix.dirname(path);
    const isInFolder = folder !== '.' && folder !== posix.dirname(INDEX);
    const page = { path, label: titles.get(path), address, below: [] };
    const first = groups.flatMap(({ pages }) => pages).find((one) => posix.dirname(one.path) === folder);
    if (isInFolder && first) {
      first.below.push(page);
      continue;
    }
    let others = groups.find(({ title }) => title === OTHERS);
    if (!others) groups.push((others = { title: OTHERS, pages: [] }));
    others.pages.push(isInFolder ? { ...page, label: capitalized(posix.basename(folder)), below: [page] } : page);
  }
}

/** The navigation as HTML. What stands below a page shows when the page `current` is among it. */
export function navigationHtml(groups, current) {
  const link = ({ path, label, address }) =>
    `<a href="${escapeHtml(address)}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a>`;
  const point = (page) => {
    const isOpen = page.path === current || page.below.some(({ path }) => path === current);
    const below =
      isOpen && page.below.length > 0
        ? `\n<ul>${page.below.map((one) => `<li>${link(one)}</li>`).join('\n')}</ul>`
        : '';
    // The first page in a folder, which has the mark below, names a folder without a page of its own.
    return `<li>${link(page.below[0]?.path === page.path ? { ...page, path: '' } : page)}${below}</li>`;
  };
  return groups
    .map(({ title, pages }) => {
      const label = escapeHtml(title);
      return `<p>${label}</p>\n<ul aria-label="${label}">${pages.map(point).join('\n')}</ul>`;
    })
    .join('\n');
}

function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
