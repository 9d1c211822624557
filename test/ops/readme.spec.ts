import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readmeBlocks } from '../../scripts/readme-blocks.mjs';
import { variableName } from '../../src/platform/config/config.js';
import { SETTINGS } from '../../src/platform/config/settings.js';
import { formattedPage } from '../formatted-page.js';

const README = new URL('../../README.md', import.meta.url);
const PLACE = /(<!-- settings:.*?-->\n)(.*?)(<!-- \/settings -->)/s;

async function withSettings(readme: string): Promise<string> {
  const rows = Object.entries(SETTINGS).map(([name, setting]) => {
    const initial = setting.default === undefined ? '' : `\`${String(setting.default)}\``;
    return `| \`${variableName(name)}\` | ${initial} | ${setting.description} |`;
  });
  const table = ['| Variable | Default | What it does |', '| --- | --- | --- |', ...rows].join('\n');
  const whole = readme.replace(PLACE, (_match, start: string, _old, end: string) => `${start}\n${table}\n\n${end}`);
  return formattedPage(whole);
}

describe('ARCHITECTURE.md', () => {
  it('names only folders and files that exist', () => {
    const page = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
    const paths = [...page.matchAll(/`((?:src|libs|docs)\/[^`*<]+)`/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
  });
});

describe('README', () => {
  it('lists every setting with its default and meaning', async () => {
    const readme = readFileSync(README, 'utf8');
    const expected = await withSettings(readme);
    if (process.env.UPDATE_README) writeFileSync(README, expected);
    else expect(readme).toBe(expected);
  });

  describe('has blocks that work as they are pasted', () => {
    const blocks = readmeBlocks(readFileSync(README, 'utf8'));

    it('which are pasted by `npm run readme:paste`, or are proven elsewhere', () => {
      expect(blocks.length).toBeGreaterThan(10);
      const notes = new Set(blocks.flatMap(({ note }) => (note === undefined ? [] : [note.split(',')[0]])));
      expect(notes).toEqual(new Set(['in the background', 'elsewhere']));
    });

    it.each(blocks.filter(({ language }) => language === 'sh').map(({ line, code }) => [line, code] as const))(
      'in every shell: line %d has no comment, and no address that is a pattern',
      (_line, code) => {
        expect(code).not.toMatch(/(^|\s)#/);
        expect(code.replace(/"[^"]*"|'[^']*'/g, '')).not.toMatch(/[?*[\]]/);
      },
    );
  });
});
