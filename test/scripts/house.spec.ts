import { type Limits, lowered, measure, mutualFolders, type Row, violations } from '../../scripts/house-measures.mjs';

const texts = (files: Record<string, string>) => new Map(Object.entries(files));

/** Rows of all figures by their ids. */
const figures = (files: Record<string, string>): Record<string, number> =>
  Object.fromEntries(measure(texts(files)).map(({ id, value }) => [id, value]));

describe('figures', () => {
  it('count sources without tests, and only in src and libs', () => {
    expect(
      figures({
        'src/main.ts': 'a;\nb;\n',
        'src/topics/topics.service.ts': 'a;\n'.repeat(5),
        'src/topics/topics.service.spec.ts': 'a;\n'.repeat(400),
        'libs/a/b.ts': 'a;\n',
        'test/a.spec.ts': 'a;\n',
        'console/src/a.ts': 'a;\n',
      }),
    ).toMatchObject({ lines: 8, files: 3, rootEntries: 2, longestFile: 5 });
  });

  it.each([
    ['an id that is written as text', 'a.toHexString(); b?.toHexString();', { toHexString: 2, newObjectId: 0 }],
    ['an id that is read from a text', 'new Types.ObjectId(a)', { toHexString: 0, newObjectId: 1 }],
    ['a new id', 'new Types.ObjectId()', { toHexString: 0, newObjectId: 0 }],
  ])('count conversions: %s', (_name, text, expected) => {
    expect(figures({ 'src/a/b.ts': text, 'libs/a/b.ts': text, 'src/a/b.spec.ts': text })).toMatchObject(expected);
  });

  it.each([
    ['one file', ['src/a/b.ts'], 1],
    ['two files', ['src/a/b.ts', 'src/a/c.ts'], 0],
    ['one file and its test', ['src/a/b.ts', 'src/a/b.spec.ts'], 1],
    ['one file and a folder', ['src/a/b.ts', 'src/a/c/d.ts', 'src/a/c/e.ts'], 0],
  ])('count folders with %s', (_name, files, lonelyFiles) => {
    expect(figures(Object.fromEntries(files.map((file) => [file, ''])))).toMatchObject({ lonelyFiles });
  });

  it('count bytes of pages and scripts of npm', () => {
    expect(
      figures({ 'README.md': 'ä', 'docs/performance.md': 'abc', 'package.json': '{"scripts":{"a":"b","c":"d"}}' }),
    ).toMatchObject({ readme: 2, performance: 3, security: 0, scripts: 2 });
  });

  it('count the files with a phrase, not in tests and scripts', () => {
    const text = '// Whoever asks, whoever it is';
    expect(
      figures({ 'src/a.ts': text, 'docs/a.md': text, 'README.md': text, 'test/a.ts': text, 'scripts/a.mjs': text }),
    ).toMatchObject({ whoever: 3 });
  });
});

describe('folders that import each other', () => {
  const there = "import { b } from '../b/b.js';";
  const back = "import { a } from '../a/a.js';";

  it.each([
    ['none for one direction', { 'src/a/a.ts': there }, []],
    ['two at the root', { 'src/a/a.ts': there, 'src/b/b.ts': back }, ['src/a and src/b']],
    ['two in a folder', { 'src/x/a/a.ts': there, 'src/x/b/b.ts': back }, ['src/x/a and src/x/b']],
    ['through different files', { 'src/a/c/c.ts': "import('../../b/b.js')", 'src/b/b.ts': back }, ['src/a and src/b']],
    ['not with files beside them', { 'src/a/a.ts': "import '../main.js'", 'src/main.ts': "import './a/a.js'" }, []],
    ['not in tests', { 'src/a/a.ts': there, 'src/b/b.spec.ts': back }, []],
    [
      'in libs by their name',
      { 'libs/a/a.ts': "from '#libs/b/b.js'", 'libs/b/b.ts': "from '#libs/a/a.js'" },
      ['libs/a and libs/b'],
    ],
  ])('%s', (_name, files: Record<string, string>, pairs) => {
    expect(mutualFolders(texts(files))).toEqual(pairs);
  });
});

describe('ceilings', () => {
  const row = (value: number, more: Partial<Row> = {}): Row => ({
    id: 'lines',
    name: 'Lines',
    value,
    step: 1,
    advice: 'Write less.',
    ...more,
  });
  const limits = (lines: number, ...pairs: string[]): Limits => ({ ceilings: { lines }, mutualFolders: pairs });

  it.each([
    ['at its ceiling', row(10), [], limits(10), []],
    ['below', row(9), [], limits(10), []],
    ['above', row(11), [], limits(10), [/^Lines: 11, and the ceiling is 10\. Write less\.$/]],
    ['above, with its places', row(11, { places: ['a:1'] }), [], limits(10), [/\n {2}a:1$/]],
    ['a pair that is listed', row(1), ['a and b'], limits(1, 'a and b'), []],
    ['a new pair', row(1), ['a and b'], limits(1), [/^a and b import each other\. Move/]],
    ['a pair that is no more', row(1), [], limits(1, 'a and b'), [/no longer import each other.*--lower/]],
  ])('%s', (_name, measured, pairs, held, problems) => {
    const found = violations([measured], pairs, held);
    expect(found).toHaveLength(problems.length);
    problems.forEach((problem, index) => expect(found[index]).toMatch(problem));
  });

  it.each([
    ['down to the figure', row(7), 10, 7],
    ['down to the next step', row(7, { step: 5 }), 20, 10],
    ['not below what is aimed at', row(2, { target: 5 }), 10, 5],
    ['never up', row(12), 10, 10],
  ])('are lowered %s', (_name, measured, before, after) => {
    expect(lowered([measured], [], limits(before))).toEqual(limits(after));
  });

  it('lose the pairs that are no more, and gain none', () => {
    expect(lowered([], ['a and b', 'c and d'], { ceilings: {}, mutualFolders: ['a and b', 'e and f'] })).toEqual({
      ceilings: {},
      mutualFolders: ['a and b'],
    });
  });
});
