/** What `scripts/house.mjs` measures, as functions on the texts of the tree: maps from paths to texts. */
import { dirname, join, normalize } from 'node:path';
import { PHRASES, phrasesIn } from './forbidden-words.mjs';

const IMPORT = /(?:from|import)\s*\(?\s*'((?:\.{1,2}|#libs)\/[^']+)'/g;

/**
 * One figure each. `target` is the aim, and `advice` says what to do above the ceiling. Ceilings are multiples of `step`,
 * so that not every line needs a new one.
 */
const ROWS = {
  lines: { name: 'Lines of src and libs', target: 104_000, step: 250, advice: 'Take out what nothing needs.' },
  files: { name: 'Files in src and libs', step: 10, advice: 'Put together what is read together.' },
  rootEntries: { name: 'Entries at the root of src', target: 31, advice: 'Put the folder into the one it belongs to.' },
  longestFile: { name: 'Lines of the longest file', target: 300, advice: 'Look for the second subject in it.' },
  lonelyFiles: { name: 'Folders with one file', target: 10, advice: 'Move the file up.' },
  toHexString: { name: 'toHexString() in src', target: 150, step: 5, advice: 'Keep the type of ids up to HTTP.' },
  newObjectId: {
    name: 'new Types.ObjectId(…) in src',
    target: 20,
    step: 5,
    advice: 'Keep the type of ids from HTTP on.',
  },
  scripts: { name: 'Scripts of npm', target: 16, advice: 'Name it as node scripts/… in CONTRIBUTING.md.' },
  readme: { name: 'Bytes of README.md', target: 12_288, advice: 'Move it to docs.' },
  contributing: { name: 'Bytes of CONTRIBUTING.md', target: 8_192, advice: 'Move it to docs.' },
  security: { name: 'Bytes of SECURITY.md', target: 6_144, advice: 'Move it to docs.' },
  performance: { name: 'Bytes of docs/performance.md', target: 6_144, advice: 'Take out history.' },
};

/** The rows of figures and of phrases: `id`, `name`, `value`, `target`, `step`, `advice`, and `places` of phrases. */
export function measure(texts) {
  const sources = new Map([...texts].filter(([file]) => isSource(file)));
  const src = [...sources].filter(([file]) => file.startsWith('src/')).map(([, text]) => text);
  const lengths = [...sources.values()].map((text) => text.split('\n').length - 1);
  const bytesOf = (file) => Buffer.byteLength(texts.get(file) ?? '');
  const values = {
    lines: lengths.reduce((sum, length) => sum + length, 0),
    files: sources.size,
    rootEntries: new Set([...texts.keys()].filter((file) => file.startsWith('src/')).map((file) => file.split('/')[1]))
      .size,
    longestFile: Math.max(0, ...lengths),
    lonelyFiles: foldersWithOneFile([...sources.keys()]).length,
    toHexString: countOf(src, /\.toHexString\(\)/g),
    newObjectId: countOf(src, /new Types\.ObjectId\([^)]/g),
    scripts: Object.keys(JSON.parse(texts.get('package.json') ?? '{}').scripts ?? {}).length,
    readme: bytesOf('README.md'),
    contributing: bytesOf('CONTRIBUTING.md'),
    security: bytesOf('SECURITY.md'),
    performance: bytesOf('docs/performance.md'),
  };
  const figures = Object.entries(ROWS).map(([id, row]) => ({ id, step: 1, ...row, value: values[id] }));
  return [...figures, ...phraseRows(texts)];
}

/** The number of files in which each forbidden phrase stands, outside of tests and scripts. */
function phraseRows(texts) {
  const read = new Map([...texts].filter(([file]) => /^(src|libs|docs|console\/src)\/|^[^/]+\.md$/.test(file)));
  return Object.entries(phrasesIn(read)).map(([phrase, places]) => ({
    id: phrase,
    name: `Files with "${phrase}"`,
    value: new Set(places.map((place) => place.split(':')[0])).size,
    target: 0,
    step: 1,
    advice: `Write instead: ${PHRASES[phrase]}.`,
    places,
  }));
}

/** Pairs of folders with the same parent that import each other, as `src/a and src/b`, at every level of src and libs. */
export function mutualFolders(texts) {
  const imports = new Set();
  for (const [file, text] of texts) {
    if (!isSource(file)) continue;
    for (const [, path] of text.matchAll(IMPORT)) {
      const target = path.startsWith('#') ? path.slice(1) : normalize(join(dirname(file), path));
      const from = dirname(file).split('/');
      const to = dirname(target).split('/');
      const fork = from.findIndex((part, level) => part !== to[level]);
      if (fork !== -1 && to[fork] !== undefined) {
        imports.add(`${from.slice(0, fork + 1).join('/')} and ${to.slice(0, fork + 1).join('/')}`);
      }
    }
  }
  const mutual = [...imports].filter((pair) => {
    const [from, to] = pair.split(' and ');
    return from < to && imports.has(`${to} and ${from}`);
  });
  return mutual.toSorted((one, other) => one.localeCompare(other, 'en'));
}

/** What is wrong, each with what to do. `limits`: `ceilings` by id, and the `mutualFolders` there are still. */
export function violations(rows, pairs, limits) {
  const over = rows
    .filter(({ id, value }) => value > (limits.ceilings[id] ?? 0))
    .map(({ id, name, value, advice, places = [] }) =>
      [`${name}: ${value}, and the ceiling is ${limits.ceilings[id] ?? 0}. ${advice}`, ...places].join('\n  '),
    );
  const added = pairs
    .filter((pair) => !limits.mutualFolders.includes(pair))
    .map((pair) => `${pair} import each other. Move what both need below them, or let one of them only be called.`);
  const vanished = limits.mutualFolders
    .filter((pair) => !pairs.includes(pair))
    .map((pair) => `${pair} no longer import each other: npm run house -- --lower takes them off the list.`);
  return [...over, ...added, ...vanished];
}

/**
 * The limits as they may be now: each ceiling as low as its figure, rounded up to its step. It is never higher than before,
 * and not lower than what is aimed at.
 */
export function lowered(rows, pairs, limits) {
  const ceilings = rows.map(({ id, value, step, target = 0 }) => [
    id,
    Math.min(limits.ceilings[id] ?? Infinity, Math.max(target, Math.ceil(value / step) * step)),
  ]);
  return {
    ceilings: Object.fromEntries(ceilings),
    mutualFolders: limits.mutualFolders.filter((pair) => pairs.includes(pair)),
  };
}

const isSource = (file) => /^(src|libs)\/.+\.ts$/.test(file) && !file.endsWith('.spec.ts');

const countOf = (texts, pattern) => texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);

/** Folders with one source and no folder in them. */
function foldersWithOneFile(files) {
  const folders = files.map((file) => dirname(file));
  return folders.filter(
    (folder, index) =>
      folders.indexOf(folder) === index &&
      folders.lastIndexOf(folder) === index &&
      !folders.some((other) => other.startsWith(`${folder}/`)),
  );
}
