import fc from 'fast-check';
import { BSON } from 'bson';
import { freeFormProblem } from './decorators.js';

function nested(levels: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
}

describe('free-form values', () => {
  it('may be any JSON that the store gives back as it was', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ depthSize: 'medium' })), (value) => {
        fc.pre(freeFormProblem(value) === undefined);
        expect(JSON.stringify(BSON.deserialize(BSON.serialize({ value })))).toBe(JSON.stringify({ value }));
      }),
    );
  });

  it('may have keys that mean something to the store elsewhere', () => {
    expect(freeFormProblem({ $ref: '#/a', $id: 'b', 'a.b': 1, '': 2, toJSON: 3, constructor: 'c' })).toBeUndefined();
  });

  it('may be 50 levels deep and no more', () => {
    expect(freeFormProblem(nested(50))).toBeUndefined();
    expect(freeFormProblem(nested(51))).toBe('must not be nested more than 50 levels deep');
    expect(freeFormProblem(nested(100_000))).toBe('must not be nested more than 50 levels deep');
  });

  it.each([
    [{ a: [{ _bsontype: 'Long' }] }, {}, 'must not have the key "_bsontype"'],
    [{ 'a\0b': 1 }, {}, String.raw`must not have the key "a\u0000b"`],
    [{ constructor: [{ a: 1 }] }, {}, 'must not have a list of objects or lists under the key "constructor"'],
    [{ a: [{ $set: 1 }] }, { dollarKeys: 'refused' as const }, 'must not have the key "$set"'],
    [{ a: 'x'.repeat(1024 - 7) }, { maxBytes: 1024 }, 'must not be larger than 1024 bytes as JSON'],
    [{ a: 'é'.repeat(509) }, { maxBytes: 1024 }, 'must not be larger than 1024 bytes as JSON'],
  ])('may not be %j under %j', (value, rules, problem) => {
    expect(freeFormProblem(value, rules)).toBe(problem);
  });

  it('may be just as large as the limit', () => {
    expect(freeFormProblem({ a: 'x'.repeat(1024 - 8) }, { maxBytes: 1024 })).toBeUndefined();
  });

  it('may be missing, which is for others to judge', () => {
    expect(freeFormProblem(undefined, { maxBytes: 1024 })).toBeUndefined();
  });
});
