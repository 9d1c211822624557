import { diffLines, shorten } from './line-diff';

const MARKS = { same: ' ', removed: '-', added: '+' };
const marked = (before: string, after: string) => diffLines(before, after).map(({ kind, text }) => MARKS[kind] + text);

describe('the comparison of two texts', () => {
  it.each([
    ['equal texts', 'a\nb', 'a\nb', [' a', ' b']],
    ['a changed line', 'a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['lines that moved', 'a\nb\nc', 'c\na\nb', ['+c', ' a', ' b', '-c']],
    ['a line among equal ones', 'a\na', 'a\na\na', [' a', ' a', '+a']],
    ['nothing before', '', 'a\n', ['+a', '+']],
    ['nothing after', 'a', '', ['-a']],
  ])('is right for %s', (_what, before, after, lines) => {
    expect(marked(before, after)).toEqual(lines);
  });

  it('takes all lines for changed where there are too many', () => {
    const many = (word: string) =>
      Array.from({ length: 3000 }, (_, index) => `${word} ${index % 2 ? index : ''}`).join('\n');
    expect(diffLines(many('a'), many('b'))).toHaveLength(6000);
  });

  it('leaves out what is equal far from a change', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
    const lines = shorten(diffLines(before, before.replace('line 10', 'other')), 1);
    expect(lines.map((line) => (line.kind === 'left-out' ? line.count : line.text))).toEqual([
      9,
      'line 9',
      'line 10',
      'other',
      'line 11',
      8,
    ]);
  });
});
