import fc from 'fast-check';
import { TextKeyError, textsOf, withTexts } from './texts.js';

const content = { hello: 'Hello', order: { shipped: 'Shipped', lost: { title: 'Lost' } }, count: 3, 'a.b': 'flat' };

describe('TX1: the texts of a language', () => {
  it('are listed by key', () => {
    expect([...textsOf(content)]).toEqual([
      ['hello', 'Hello'],
      ['order.shipped', 'Shipped'],
      ['order.lost.title', 'Lost'],
      ['count', '3'],
      ['a.b', 'flat'],
    ]);
    expect([...textsOf({ 'a.b': 'flat', a: { b: 'nested' } })]).toEqual([['a.b', 'nested']]);
  });

  it.each<[string, [string, string][], object]>([
    ['what is there already', [...textsOf(content)], content],
    [
      'a change',
      [['order.lost.title', 'Gone']],
      { ...content, order: { shipped: 'Shipped', lost: { title: 'Gone' } } },
    ],
    ['a change of a flat key', [['a.b', 'new']], { ...content, 'a.b': 'new' }],
    ['another number', [['count', '4']], { ...content, count: '4' }],
    ['a new key', [['x.y.z', 'new']], { ...content, x: { y: { z: 'new' } } }],
    ['a key below a text', [['hello.again', 'new']], { ...content, 'hello.again': 'new' }],
    ['an empty text', [['order.lost.title', '']], { ...content, order: { shipped: 'Shipped' } }],
    ['an empty text that was not there', [['no.such', '']], content],
    ['a key that is a name elsewhere', [['constructor', 'x']], { ...content, constructor: 'x' }],
  ])('take %s', (_what, changes, expected) => {
    const before = structuredClone(content);
    expect(withTexts(content, new Map(changes))).toEqual(expected);
    expect(content).toEqual(before);
  });

  it.each(['', 'a..b', '.a', 'a.', 'a.__proto__.b', '$set', 'a.$b', 'order', 'order.lost'])(
    'refuse the key %j',
    (key) => {
      expect(() => withTexts(content, new Map([[key, 'x']]))).toThrow(TextKeyError);
    },
  );

  it('have what was put into them', () => {
    const word = fc.stringMatching(/^[a-d]{1,2}$/);
    const key = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('.'));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.constantFrom('A', 'B', ''))), (changes) => {
        let texts = {};
        const expected = new Map<string, string>();
        for (const [one, text] of changes) {
          try {
            texts = withTexts(texts, new Map([[one, text]]));
          } catch {
            continue;
          }
          if (text === '') expected.delete(one);
          else expected.set(one, text);
        }
        expect(Object.fromEntries(textsOf(texts))).toEqual(Object.fromEntries(expected));
      }),
    );
  });
});
