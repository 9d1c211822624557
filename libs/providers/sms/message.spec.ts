import { needsUnicode } from './message.js';

describe('texts that need Unicode', () => {
  it.each([
    ['', false],
    ['Grüße an Ångström: 10 €, {a}\n', false],
    ['Ça va', false],
    ['ça va', true],
    ['Привет', true],
    ['done ✅', true],
    ['it’s', true],
  ])('%p: %p', (text, needed) => {
    expect(needsUnicode(text)).toBe(needed);
  });
});
