import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stalePages, writePages } from '../../scripts/docs.mjs';

const SCRIPT = new URL('../../scripts/docs.mjs', import.meta.url).pathname;

it('every generated page is fresh: `npm run docs` writes them', () => {
  expect(() => execFileSync(process.execPath, [SCRIPT, '--check'], { stdio: 'pipe' })).not.toThrow();
});

describe('generated pages', () => {
  const root = mkdtempSync(join(tmpdir(), 'carillon-docs-'));
  const first = { path: 'page.md', render: async (current: string) => current.replace('one', 'ONE') };
  const second = { path: 'page.md', render: async (current: string) => current.replace('two', 'TWO') };
  const absent = { path: 'new.md', render: async (current: string) => `${current}new` };

  beforeEach(() => writeFileSync(join(root, 'page.md'), 'one two'));

  afterAll(() => rmSync(root, { recursive: true }));

  it.each([
    ['parts of one page', [first, second], [{ path: 'page.md', text: 'ONE TWO' }]],
    ['a page that does not exist yet', [absent], [{ path: 'new.md', text: 'new' }]],
    ['no page that is as it should be', [{ path: 'page.md', render: async () => 'one two' }], []],
  ])('are stale: %s', async (_name, modules, stale) => {
    expect(await stalePages(root, modules)).toEqual(stale);
  });

  it('are fresh once they are written', async () => {
    expect(await writePages(root, [first, second])).toEqual(['page.md']);
    expect(readFileSync(join(root, 'page.md'), 'utf8')).toBe('ONE TWO');
    expect(await stalePages(root, [first, second])).toEqual([]);
  });
});
