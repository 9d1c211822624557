import { withoutTexts } from './event-mentions.js';

describe('what an erasure removes from overrides', () => {
  const known = new Set(['ada@example.com', '+441']);

  it.each<[string, unknown, unknown]>([
    ['a member', { email: { to: 'ada@example.com', subject: 'A' } }, { email: { subject: 'A' } }],
    [
      'one of a list',
      { email: { to: ['Ada@Example.com ', 'eve@example.com'] } },
      { email: { to: ['eve@example.com'] } },
    ],
    [
      'at any depth',
      { steps: { a: { providers: { x: { phone: '+441' } } } } },
      { steps: { a: { providers: { x: {} } } } },
    ],
    [
      'no text that contains it',
      { a: 'for ada@example.com', n: 1, z: null },
      { a: 'for ada@example.com', n: 1, z: null },
    ],
  ])('R17: %s', (_what, before, after) => {
    expect(withoutTexts(before, known)).toEqual(after);
  });
});
