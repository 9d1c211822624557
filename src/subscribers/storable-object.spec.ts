import { MAX_DEPTH, storableObjectProblem } from './storable-object.js';

function nested(levels: number): object {
  return levels === 1 ? {} : { a: nested(levels - 1) };
}

describe('storable object', () => {
  it.each([
    ['empty', {}],
    ['with dots, spaces and an empty key', { 'a.b': 1, 'c d': 2, '': 3 }],
    ['with a dollar inside a key', { a$b: 1 }],
    ['with lists and nulls', { a: [null, [{}], 1.5] }],
    ['as deep as allowed', nested(MAX_DEPTH)],
    ['as large as allowed', { a: 'x'.repeat(1024 - 8) }],
  ])('may be %s', (_what, value) => {
    expect(storableObjectProblem(value, 1024)).toBeUndefined();
  });

  it.each([
    ['a list', [], 'must be an object'],
    ['null', null, 'must be an object'],
    ['a text', '{}', 'must be an object'],
    ['an object with an operator', { a: [{ $set: 1 }] }, 'must not have the key "$set"'],
    ['an object that poses as a driver type', { a: { _bsontype: 'ObjectId' } }, 'must not have the key "_bsontype"'],
    ['an object with NUL in a key', { 'a\0b': 1 }, String.raw`must not have the key "a\u0000b"`],
    ['an object nested too deeply', nested(MAX_DEPTH + 1), 'must not be nested deeper than 50 levels'],
    ['an object that is too large', { a: 'x'.repeat(1024 - 7) }, 'must not be larger than 1024 bytes as JSON'],
    ['a large object in few characters', { a: 'é'.repeat(509) }, 'must not be larger than 1024 bytes as JSON'],
  ])('is not %s', (_what, value, problem) => {
    expect(storableObjectProblem(value, 1024)).toBe(problem);
  });

  it('is checked without exhausting the stack, however deep it is', () => {
    expect(storableObjectProblem(JSON.parse(`{"a":${'['.repeat(45_000)}${']'.repeat(45_000)}}`), 1024)).toBe(
      'must not be nested deeper than 50 levels',
    );
  });
});
