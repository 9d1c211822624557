import { computingTime } from '../../../test/computing-time.js';
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
    ['elements inside each other', '<div>'],
    ['formatting inside each other', '<b>'],
    ['lists inside each other', '<ul><li>'],
    ['tags that never end', '<b<'],
    ['comments that never end', '<!--'],
    ['tables inside each other', '<table><tr><td>'],
  ])('is made within a second of %s', (_case, markup) => {
    const work = () => {
      plainText(`begin ${markup.repeat(Math.floor(500_000 / markup.length))}`);
    };
    expect(computingTime(work, 1000)).toBeLessThan(1000);
  });
});
