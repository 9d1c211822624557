import { plainText } from './plain-text.js';

describe('the text of an email', () => {
  it.each([
    ['paragraphs apart', '<p>Dear Ada,</p><p>your order left.</p>', 'Dear Ada,\n\nyour order left.'],
    ['links with their address', '<a href="https://example.org/o/7">Order 7</a>', 'Order 7 [https://example.org/o/7]'],
    ['no pictures', 'Hi<img src="https://example.org/p.png" alt="p">', 'Hi'],
    ['long lists whose items are not closed', `<ul>${'<li>x'.repeat(1500)}</ul>`, Array(1500).fill(' * x').join('\n')],
  ])('has %s', (_case, html, text) => {
    expect(plainText(html).trim()).toBe(text.trim());
  });

  it.each([
    ['elements inside each other', '<div>', 1000],
    ['formatting inside each other', '<b>', 1000],
    ['lists inside each other', '<ul><li>', 1000],
    ['tables inside each other', '<table><tr><td>', 1000],
    ['tags that never end', '<b<', 1000],
    ['comments that never end', '<!--', 50_000],
  ])('is that of the beginning for %s', (_case, markup, most) => {
    const document = (count: number): string => `begin ${markup.repeat(count)}x`;
    // Whatever comes after the most that is looked at changes nothing.
    expect(plainText(document(100_000))).toBe(plainText(document(most)).replace(/x$/, ''));
    expect(plainText(document(100_000))).toMatch(/^begin/);
  });

  it('is that of the first 200,000 characters', () => {
    expect(plainText('a '.repeat(200_000))).toHaveLength(plainText('a '.repeat(100_000)).length);
  });
});
