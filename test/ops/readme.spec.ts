import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { variableName } from '../../src/platform/config/config.js';
import { SETTINGS } from '../../src/platform/config/settings.js';

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

describe('SECURITY.md', () => {
  const page = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');

  it('says of every promise where it is tested', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const specs = ['src', 'libs', 'test'].flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('spec.ts'))
        .map((file) => `${folder}/${file}`),
    );
    const promises = page.slice(page.indexOf('## What is promised'), page.indexOf('## What is not promised'));
    const rows = promises.split('\n').filter((line) => /^\| (?!Promise|-)/.test(line));
    expect(rows.length).toBeGreaterThan(25);
    for (const row of rows) {
      const named = [...row.matchAll(/`((?:src|libs|test)\/[\w./-]+)`/g)].map(([, place]) => place!);
      expect(named).not.toEqual([]);
      const missing = named.filter((place) => !specs.some((spec) => spec.startsWith(place)));
      expect({ row, missing }).toEqual({ row, missing: [] });
    }
  });

  it('names settings that there are', () => {
    const names = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=\w+)?`/g)].map(([, name]) => name!);
    const known = Object.keys(SETTINGS).map(variableName);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});
