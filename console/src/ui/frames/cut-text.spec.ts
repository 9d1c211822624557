import { cutText, noticeOf, rowOf } from './cut-text';

const FAMILY = '👨‍👩‍👧‍👦';

describe('a text is cut as programs cut it', () => {
  it.each([
    ['', 5, ''],
    ['abcde', 5, 'abcde'],
    ['abcdef', 5, 'abcde…'],
    ['one  two\nthree', 7, 'one two…'],
    ['one two', 4, 'one…'],
    [`ab${FAMILY}cd`, 3, `ab${FAMILY}…`],
    [`ab${FAMILY}`, 3, `ab${FAMILY}`],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301…'],
    ['مرحبا بكم', 5, 'مرحبا…'],
  ])('%j at %d', (text, max, shown) => {
    expect(cutText(text, max)).toBe(shown);
  });
});

describe('the row of a mail program', () => {
  const long = 'a'.repeat(200);
  it.each([
    ['computer', 'Short', long, 5, 105],
    ['computer', long, long, 70, 39],
    ['phone', long, long, 40, 80],
    ['phone', 'Short', 'Short', 5, 5],
  ] as const)('%s', (list, subject, preheader, ofSubject, ofPreheader) => {
    const row = rowOf(list, subject, preheader);
    const length = (text: string) => text.replace('…', '').length;
    expect([length(row.subject), length(row.preheader)]).toEqual([ofSubject, ofPreheader]);
  });
});

it('a lock screen has room for a title and a few lines', () => {
  const long = 'a'.repeat(300);
  expect(noticeOf('iPhone', long, long)).toEqual({ title: `${'a'.repeat(50)}…`, body: `${'a'.repeat(178)}…` });
  expect(noticeOf('Android', 'Title', 'Body')).toEqual({ title: 'Title', body: 'Body' });
});
