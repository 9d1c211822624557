import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { variableName } from '../../src/platform/config/config.js';
import { SETTINGS } from '../../src/platform/config/settings.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (page: string) => readFileSync(ROOT + page, 'utf8');

describe('docs/security-promises.md', () => {
  const specs = ['src', 'libs', 'test'].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('spec.ts'))
      .map((file) => `${folder}/${file}`),
  );
  const page = read('docs/security-promises.md');
  const promises = page.slice(page.indexOf('## Of API keys'));
  const rows = promises.split('\n').filter((line) => /^\| (?!Promise|-)/.test(line));

  it('says of every promise where it is tested', () => {
    expect(rows.length).toBeGreaterThan(60);
    for (const row of rows) {
      const named = [...row.matchAll(/`((?:src|libs|test)\/[\w./-]+)`/g)].map(([, place]) => place!);
      expect(named).not.toEqual([]);
      const missing = named.filter((place) => !specs.some((spec) => spec.startsWith(place)));
      expect({ row, missing }).toEqual({ row, missing: [] });
    }
  });
});

describe.each(['SECURITY.md', 'docs/security-promises.md'])('%s', (path) => {
  it('names settings that there are', () => {
    const names = [...read(path).matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=\w+)?`/g)].map(([, name]) => name!);
    const known = Object.keys(SETTINGS).map(variableName);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});

it.each(['SECURITY.md', 'docs/performance.md'])('%s is short: at most 6,144 bytes', (path) => {
  expect(statSync(ROOT + path).size).toBeLessThanOrEqual(6144);
});
