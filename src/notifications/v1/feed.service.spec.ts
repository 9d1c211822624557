import { contains } from './feed.service.js';

describe('a payload', () => {
  const payload = { order: { id: 7, lines: [1, 2] }, plan: 'pro', none: null };

  it.each<[object, boolean]>([
    [{}, true],
    [{ plan: 'pro' }, true],
    [{ plan: 'free' }, false],
    [{ order: { id: 7 } }, true],
    [{ order: { id: '7' } }, false],
    [{ order: { lines: [1, 2] } }, true],
    [{ order: { lines: [1] } }, false],
    [{ none: null }, true],
    [{ absent: null }, false],
    [{ plan: { id: 1 } }, false],
    [{ toString: {} }, false],
  ])('contains %j: %p', (part, expected) => {
    expect(contains(payload, part)).toBe(expected);
  });
});
