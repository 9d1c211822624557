import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagePaths } from '../../../scripts/guide.mjs';
import { renderPage } from '../../../scripts/guide/markdown.mjs';
import { addressesOf } from '../../../scripts/guide/pages.mjs';
import { repositoryRoot } from '../../deploy/compose-file.js';

const addresses = addressesOf(pagePaths(repositoryRoot));
const picture = (address: string) => ({ address, width: 1, height: 1 });
const pages = [...addresses].map(([path, address]) => {
  const source = readFileSync(join(repositoryRoot, path), 'utf8');
  return { path, address, ...renderPage(source, { path, addresses, picture }) };
});
const ids = new Map(pages.map(({ address, headings }) => [address, new Set(headings.map(({ id }) => id))]));

it.each(pages)('every link of $path leads somewhere', ({ address, html }) => {
  const links = [...html.matchAll(/<a href="((?:\/guide|#)[^"]*)"/g)].map(([, href]) => href!);
  const broken = links.filter((href) => {
    const [target = '', hash] = href.split('#');
    const found = ids.get(target || address);
    return !found || (hash !== undefined && !found.has(decodeURIComponent(hash)));
  });
  expect(broken).toEqual([]);
  const files = [...html.matchAll(/ \(<code>(\w[\w./-]*)<\/code>\)/g)].map(([, file]) => file!);
  const named = files.filter((file) => file.includes('/') || file.endsWith('.md'));
  expect(named.filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
});
