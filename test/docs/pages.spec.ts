import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { documentationPages, type Page, PASTED_ELSEWHERE, ROOT } from './documentation-pages.js';

const pages = documentationPages();
const withBlocks = pages.filter(({ blocks }) => blocks.length > 0);

const COMMANDS = 'start demo keys accounts backup restore move doctor audit import workflows pages store'.split(' ');

/** What `[text](target)` leads to, but addresses of the web. */
function linksOf({ text }: Page): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!).filter((target) => !/^\w+:/.test(target));
}

describe('the pages of the documentation', () => {
  it('are all in their index', () => {
    const index = pages.find(({ path }) => path === 'docs/README.md')!;
    const listed = linksOf(index).map((target) => normalize(join('docs', target)));
    const below = (path: string) =>
      listed.some((one) => path === one || (dirname(path) !== 'docs' && [one, dirname(one)].includes(dirname(path))));
    expect(pages.map(({ path }) => path).filter((path) => path !== index.path && !below(path))).toEqual([]);
  });

  it('name commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: object };
    const unknown = pages.flatMap(({ path, text }) =>
      [
        ...[...text.matchAll(/\bnpm run (?:-\S+ )?([a-z][\w:-]*)/g)].filter(([, name = '']) => !(name in scripts)),
        ...[...text.matchAll(/\bnpx carillon ([a-z]+)/g)].filter(([, name = '']) => !COMMANDS.includes(name)),
      ].map(([command]) => `${path}: ${command}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('blocks that readers paste', () => {
  it('are pasted by the test of these pages, or say which one does', () => {
    expect(withBlocks.length).toBeGreaterThan(15);
    for (const spec of Object.values(PASTED_ELSEWHERE)) expect(existsSync(ROOT + spec)).toBe(true);
    const notes = withBlocks.flatMap(({ blocks }) => blocks.flatMap(({ note }) => note ?? []));
    for (const note of new Set(notes)) {
      if (note === 'in the background' || note === 'elsewhere, this is the suite itself') continue;
      if (note === 'elsewhere, the values are yours') continue;
      const [, spec] = /^elsewhere, .+: (\S+)$/.exec(note) ?? [];
      expect({ note, exists: spec !== undefined && existsSync(ROOT + spec) }).toEqual({ note, exists: true });
    }
  });

  const typed = withBlocks.flatMap(({ path, blocks }) =>
    blocks.filter(({ language }) => language === 'sh').map(({ line, code }) => [path, line, code] as const),
  );

  it.each(typed)(
    'work in every shell: %s, line %d has no comment, and no address that is a pattern',
    (_path, _line, code) => {
      expect(code).not.toMatch(/(^|\s)#/);
      expect(code.replace(/"[^"]*"|'[^']*'/g, '')).not.toMatch(/[?*[\]]/);
    },
  );
});
