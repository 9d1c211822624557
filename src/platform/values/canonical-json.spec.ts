import fc from 'fast-check';
import { canonicalJson, canonicalParts } from './canonical-json.js';
import { UnreadJson } from './unread-json.js';

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
    [{ tenant: { id: 'acme', data: { plan: 'pro', a: 1 } } }, '{"tenant":{"data":{"a":1,"plan":"pro"},"id":"acme"}}'],
    [{ é: 1, z: 2, Z: 3, '\u{1f600}': 4, '\ufb33': 5 }, '{"Z":3,"z":2,"é":1,"\u{1f600}":4,"\ufb33":5}'],
    [{ text: 'a"\n' }, '{"text":"a\\"\\n"}'],
    [{ 9: 'a', 10: 'b', '-1': 'c' }, '{"-1":"c","10":"b","9":"a"}'],
    [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
    [{ a: [new UnreadJson('{"c": 1, "b": 2}', 16)] }, '{"a":[{"b":2,"c":1}]}'],
    [undefined, ''],
    ['x', '"x"'],
    [[], '[]'],
    [{}, '{}'],
  ])('of %j', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
    expect([...canonicalParts(value)].join('')).toBe(text);
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

  it('is the value, whatever order its members have', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });
});

/** The value with the members of each of its objects in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
