import { existsSync, readFileSync } from 'node:fs';

const README = new URL('../../README.md', import.meta.url);

describe('ARCHITECTURE.md', () => {
  it('names only folders and files that exist', () => {
    const page = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
    const paths = [...page.matchAll(/`((?:src|libs|docs)\/[^`*<]+)`/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
  });
});

describe('README', () => {
  it('is short enough to be read', () => {
    expect(readFileSync(README).length).toBeLessThanOrEqual(12_288);
  });
});
