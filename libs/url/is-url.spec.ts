import { isUrl } from './is-url.js';

describe('whether a text is an address', () => {
  it.each([
    ['https://example.com/a?b#c', undefined, true],
    ['https://müller.example/straße', undefined, true],
    ['/straße', 'https://example.com', true],
    ['/straße', undefined, false],
    ['https://', undefined, false],
    ['', undefined, false],
  ])('%j on %j: %j', (text, base, expected) => {
    expect(isUrl(text, base)).toBe(expected);
  });

  it('stays so, however often it is asked', () => {
    // Node's own answer changes when the engine has compiled the call.
    const answers = new Set(Array.from({ length: 50_000 }, () => isUrl('https://müller.example/straße')));
    expect([...answers]).toEqual([true]);
  });
});
