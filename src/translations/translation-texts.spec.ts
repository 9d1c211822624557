import { readJson, textsProblem } from './translation-texts.js';

function nested(levels: number): object {
  return levels === 0 ? {} : { a: nested(levels - 1) };
}

describe('the texts of a language', () => {
  it.each<[string, unknown]>([
    ['none', {}],
    ['texts', { a: 'A', b: { 'c.d': '' } }],
    ['numbers and booleans', { a: 1, b: true }],
    ['keys that are names elsewhere', { constructor: 'x', toString: 'y' }],
  ])('may be %s', (_case, value) => {
    expect(textsProblem(value, 1000)).toBeUndefined();
  });

  it.each<[string, unknown, string | RegExp]>([
    ['nothing', undefined, 'must be an object of texts'],
    ['null', null, 'must be an object of texts'],
    ['a list', ['a'], 'must be an object of texts'],
    ['a text', 'a', 'must be an object of texts'],
    ['a list inside', { a: { b: [] } }, 'must hold texts, but "a.b" is none'],
    ['null inside', { a: null }, 'must hold texts, but "a" is none'],
    ['an operator as key', { a: { $gt: '' } }, 'must not have the key "$gt"'],
    ['a type of the store as key', { _bsontype: 'x' }, 'must not have the key "_bsontype"'],
    ['a prototype', JSON.parse('{"a": {"__proto__": {"b": "c"}}}'), 'must not have the key "__proto__"'],
    ['depth without end', nested(60), /levels deep$/],
    ['too much', { a: 'x'.repeat(1000) }, 'must not be larger than 1000 bytes as JSON'],
  ])('may not be %s', (_case, value, problem) => {
    expect(textsProblem(value, 1000)).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
  });
});

describe('a file of texts', () => {
  it.each([
    ['{"total": 9007199254740993}', /^has a number at total that is 9007199254740993, which would be changed/],
    ['{"a": {"b": 1e400}}', /^has a number at a\.b that is 1e400/],
  ])('WR4: is not taken with a number that would change: %s', (text, problem) => {
    expect(readJson(Buffer.from(text))).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('WR4: is taken with other numbers', () => {
    expect(readJson(Buffer.from('{"a": 9007199254740991, "b": 0.1}'))).toEqual({
      ok: true,
      value: { a: 9007199254740991, b: 0.1 },
    });
  });
});
