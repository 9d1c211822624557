import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';

describe('canonical JSON', () => {
  it('does not depend on the order of members, at any level', () => {
    const one = { b: [{ y: 1, x: 2 }], a: { d: null, c: 'z' } };
    const other = { a: { c: 'z', d: null }, b: [{ x: 2, y: 1 }] };
    expect(canonicalJson(one)).toBe(canonicalJson(other));
    expect(canonicalJson(one)).toBe('{"a":{"c":"z","d":null},"b":[{"x":2,"y":1}]}');
  });

  it.each([
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, {}],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [undefined, null],
    [[], {}],
  ])('tells %j from %j', (one, other) => {
    expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  });

  it('stands for the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
