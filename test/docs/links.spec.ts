import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['docs', 'src', 'libs', 'console/src', 'test', 'deploy'];
const LINK = /!?\[[^\]]*\]\(([^()\s]+)\)/g;
const FENCED = /^ *(`{3,}).*?^ *\1`*$/gms;
const CODE = /(`+)(?:[^`\n]|\n(?!\n))+\1/g;
const HEADING = /^#{1,6} +(.+?) *#*$/gm;
const ANCHOR = /<a (?:id|name)="([^"]+)"/g;

interface Link {
  page: string;
  target: string;
}

/** Markdown files at the root and, with their folders, below those that have pages. */
function pages(): string[] {
  const below = FOLDERS.filter((folder) => existsSync(ROOT + folder)).flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  return [...readdirSync(ROOT), 'console/README.md', ...below].filter((file) => file.endsWith('.md'));
}

/** Links to files and anchors of the repository. */
function linksOf(page: string, markdown: string): Link[] {
  const targets = [...markdown.replace(FENCED, '').replace(CODE, '').matchAll(LINK)].map(([, target]) =>
    decodeURI(target!),
  );
  return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => ({ page, target }));
}

/** The anchors of a page, as GitHub makes them of headings; a heading that is there again gets a number. */
function anchorsOf(markdown: string): string[] {
  const seen = new Map<string, number>();
  const headings = [...markdown.replace(FENCED, '').matchAll(HEADING)].map(([, heading]) => {
    const text = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '').replaceAll(' ', '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return [...headings, ...[...markdown.matchAll(ANCHOR)].map(([, anchor]) => anchor!)];
}

/** Why a link leads nowhere, or undefined. */
function problemOf({ page, target }: Link): string | undefined {
  const [path, anchor] = target.split('#') as [string, string?];
  const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
  if (file.startsWith('..') || !existsSync(ROOT + file)) return `${page}: there is no ${target}`;
  if (anchor === undefined || statSync(ROOT + file).isDirectory() || !file.endsWith('.md')) return undefined;
  return anchorsOf(readFileSync(ROOT + file, 'utf8')).includes(anchor) ? undefined : `${page}: no anchor ${target}`;
}

it('links of pages lead to files and anchors that exist', () => {
  const links = pages().flatMap((page) => linksOf(page, readFileSync(ROOT + page, 'utf8')));
  expect(links.length).toBeGreaterThan(100);
  expect(links.flatMap((link) => problemOf(link) ?? [])).toEqual([]);
});

it.each([
  ['a heading', '## Who may do what', ['who-may-do-what']],
  ['code, punctuation and a link', '### `T17`, or [more](x.md): it is', ['t17-or-more-it-is']],
  ['equal headings', '# A\n\n## A\n\n## A', ['a', 'a-1', 'a-2']],
  ['an anchor of its own', '<a id="here"></a>', ['here']],
  ['no comment in code', '```sh\n# x\n```\n', []],
])('anchors are made of %s', (_name, markdown, anchors) => {
  expect(anchorsOf(markdown)).toEqual(anchors);
});

it.each([
  ['[a](b.md) and [c](d/e.md#f)', ['b.md', 'd/e.md#f']],
  ['![picture](x.png), [site](https://x.y), [mail](mailto:a@b.c)', ['x.png']],
  ['`[a](b)`\n\n```\n[c](d)\n```\n', []],
])('links are found in %j', (markdown, targets) => {
  expect(linksOf('page.md', markdown).map(({ target }) => target)).toEqual(targets);
});
