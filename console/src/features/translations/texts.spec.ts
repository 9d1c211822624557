import { textsOf, withTexts } from './texts';

const content = { hello: 'Hello', order: { shipped: 'Shipped', lost: { title: 'Lost' } }, numbers: [1, 2] };

describe('texts of a translation', () => {
  it('are listed by path', () => {
    expect([...textsOf(content)]).toEqual([
      ['hello', 'Hello'],
      ['order.shipped', 'Shipped'],
      ['order.lost.title', 'Lost'],
      ['numbers', '[1,2]'],
    ]);
  });

  it('are put back as they were', () => {
    expect(withTexts(content, textsOf(content))).toEqual(content);
  });

  it.each<[string, [string, string][], object]>([
    [
      'a change',
      [['order.lost.title', 'Gone']],
      { ...content, order: { shipped: 'Shipped', lost: { title: 'Gone' } } },
    ],
    ['a new path', [['a.b.c', 'x']], { ...content, a: { b: { c: 'x' } } }],
    ['an empty text', [['order.lost.title', '']], { ...content, order: { shipped: 'Shipped' } }],
    ['an empty text that was not there', [['no.such', '']], content],
  ])('take %s', (_what, changes, expected) => {
    expect(withTexts(content, new Map(changes))).toEqual(expected);
  });
});
