/**
 * Makes the guide that a running Carillon serves at `/guide`: README, the pages of docs, SECURITY and CHANGELOG as HTML in
 * dist/guide. `pages` holds what browsers get; `frame.html` and `search.json` are for the server.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import MiniSearch from 'minisearch';
import { emptyFrame, pageHtml } from './guide/frame.mjs';
import { renderPage } from './guide/markdown.mjs';
import { readGroups } from './guide/navigation.mjs';
import { addressesOf, INDEX, resolveLink } from './guide/pages.mjs';

const PICTURES = 'docs/pictures';

/** The server loads the index with the same options, so that it holds them. */
const SEARCH = { idField: 'address', fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'text'] };

/** Paths of all pages below `root`, in the order of their names. */
export function pagePaths(root) {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const below = docs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name.replaceAll('\\', '/')}`);
  return ['README.md', ...below.toSorted(), 'SECURITY.md', 'CHANGELOG.md'];
}

/** Writes the guide of the repository `root` to the folder `target`, in place of the one before. */
export function writeGuide(root, target) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const addresses = addressesOf(pagePaths(root));
  const pictures = new Set();
  const picture = (source, from) => {
    const { path } = resolveLink(source, from, new Map());
    if (!path?.startsWith(`${PICTURES}/`)) throw new Error(`${from}: the picture ${source} must be in ${PICTURES}`);
    pictures.add(path);
    return { address: `/guide/pictures/${posix.basename(path)}`, ...pngSize(readFileSync(join(root, path))) };
  };
  const pages = [...addresses].map(([path, address]) => {
    return { path, address, ...renderPage(read(path), { path, addresses, picture }) };
  });
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  const groups = readGroups(read(INDEX), { addresses, titles });
  const { version } = JSON.parse(read('package.json'));

  const write = (path, content) => {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), content);
  };
  rmSync(target, { recursive: true, force: true });
  for (const page of pages)
    write(`pages${page.address.slice('/guide'.length) || '/index'}.html`, pageHtml(page, groups, version));
  for (const path of pictures) write(`pages/pictures/${posix.basename(path)}`, readFileSync(join(root, path)));
  const styles = ['text.css', 'frame.css'].map((file) =>
    readFileSync(join(import.meta.dirname, 'guide', file), 'utf8'),
  );
  write('pages/guide.css', styles.join('\n'));
  write('frame.html', emptyFrame(groups, version));
  write('search.json', JSON.stringify({ options: SEARCH, index: searchIndex(pages) }));
}

function searchIndex(pages) {
  const index = new MiniSearch(SEARCH);
  for (const { address, title: page, sections } of pages) {
    index.addAll(
      sections.map(({ id, title, text }) => ({ address: id ? `${address}#${id}` : address, title, page, text })),
    );
  }
  return index;
}

/** The size of a picture, so that the text below it does not move when it is loaded. */
function pngSize(file) {
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  writeGuide(root, join(root, 'dist/guide'));
}
