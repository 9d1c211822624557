import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testTitles } from '../../scripts/test-titles.mjs';
import { checkRules, readRules, testedNumbers } from '../../scripts/untested-rules.mjs';

const page = `# Triggers (T)

T0 begins no rule.

## T1

A rule.

## T2

Another rule
of two lines (T1).

_No test: it cannot
be seen._

## More of T3

Text with T3 in it.

### DG7

Last.
`;

describe('rules of the page', () => {
  it('are the sections with a number, with the reason why they have no test', () => {
    expect(readRules(page)).toEqual([
      { number: 'T1' },
      { number: 'T2', argument: 'it cannot be seen.' },
      { number: 'DG7' },
    ]);
  });
});

describe('numbers of tests', () => {
  it.each<[string, string, string[]]>([
    ['a name', `it('T1: holds', run)`, ['T1']],
    ['several', `test("T1, DG7: hold", run)`, ['T1', 'DG7']],
    ['a group with a test', `describe('L3 pluralize', () => { it('works', run); })`, ['L3']],
    ['a group without tests', `describe('L3 pluralize', () => {})`, []],
    ['a nested group', `describe('R1: changed', () => { describe('x', () => { it('y', run); }); })`, ['R1']],
    ['a table under a number', `it.each([['T2: no', 1]])('T1: %s', run)`, ['T1']],
    ['a table of names', `it.each([['T1: a', 1], ['T2, T3: b', 2], ['T', 'T9x']])('%s', run)`, ['T1', 'T2', 'T3']],
    ['a table of objects', `it.each<Case>([{ name: 'T1: a' }])('$name', run)`, ['T1']],
    ['a table elsewhere', `const cases = [['T1: a']]; describe.each(cases)('%s', () => { it('b', run); })`, ['T1']],
    ['a constant', `const RULE = 'T1'; it(\`\${RULE}: holds\`, run)`, ['T1']],
    ['constants of constants', `const A = 'T1'; const B = \`\${A}, T2\`; it(B + ': x', run)`, ['T1', 'T2']],
    ['a loop', `for (const [name] of [['T1: a'], ['T2: b']]) it(name, run)`, ['T1', 'T2']],
    ['the middle of a name', `it('holds for T1', run)`, []],
    ['other texts', `const x = 'T1: x'; expect(x).toBe('T2: y')`, []],
    [
      'tests that are not run',
      `it.skip('T1: a', run); it.todo('T2: b'); describe.skip('T3', () => { it('c', run); })`,
      [],
    ],
    ['comments', `// it('T1: a', run)`, []],
  ])('are found in %s', (_case, source, expected) => {
    expect(testedNumbers(source).sort()).toEqual(expected.toSorted());
  });

  it('a name may come from several places of one file', () => {
    const source = `const cases = { first: 'T1: a' }; it(cases.first, run); it('b', run);`;
    expect(testTitles(source)).toEqual(['T1: a', 'b']);
  });
});

describe('docs/behaviour', () => {
  const { rules, untested, unknown, misplaced } = checkRules(join(import.meta.dirname, '../..'));

  it('has more than 120 rules, each once', () => {
    const numbers = rules.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(120);
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it('has no rule without a test, unless it says why', () => {
    expect(untested).toEqual([]);
  });

  it('has every rule that tests name', () => {
    expect(unknown).toEqual([]);
  });

  it('has each rule on the page of its letters', () => {
    expect(misplaced).toEqual([]);
  });

  it('has each page in its index', () => {
    const folder = join(import.meta.dirname, '../../docs/behaviour');
    const index = readFileSync(join(folder, 'README.md'), 'utf8');
    const pages = readdirSync(folder).filter((file) => file !== 'README.md');
    expect(pages.filter((file) => !index.includes(`](${file})`))).toEqual([]);
  });
});
