import fc from 'fast-check';
import { Types } from 'mongoose';
import { IdMap, IdSet, byAge, derivedId, parseId, parseReference, toSlug } from './ids.js';

const timePrefixedId = fc
  .tuple(fc.integer({ min: 0, max: 0x9a000000 }), fc.uint8Array({ minLength: 8, maxLength: 8 }))
  .map(([seconds, rest]) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32BE(seconds);
    bytes.set(rest, 4);
    return new Types.ObjectId(bytes);
  });

describe('slug codec', () => {
  it('reads back the id of every slug it writes', () => {
    fc.assert(
      fc.property(timePrefixedId, fc.string(), (id, name) => {
        expect(parseReference(toSlug(name, 'wf', id))).toEqual({ id });
      }),
    );
  });

  it('writes sixteen base 62 characters after the prefix', () => {
    expect(toSlug('welcome', 'wf', new Types.ObjectId('6925a1f0c0ffee0123456789'))).toMatch(
      /^welcome_wf_[0-9A-Za-z]{16}$/,
    );
  });

  it.each([
    ['6925a1f0c0ffee0123456789', 'an internal id'],
    ['6925A1F0C0FFEE0123456789', 'an internal id in capitals'],
  ])('takes %s as %s', (text) => {
    expect(parseReference(text)).toEqual({ id: new Types.ObjectId(text) });
  });

  it.each(['welcome', 'a-very-long-workflow-identifier', '6925a1f0c0ffee012345678', ''])(
    'takes %p as an identifier',
    (text) => {
      expect(parseReference(text)).toEqual({ identifier: text });
    },
  );
});

describe('derived ids', () => {
  const origin = new Types.ObjectId('6925a1f0c0ffee0123456789');

  // An event that was begun by an earlier release must not be delivered again by this one.
  it.each([
    [[], '6925a1f0598a266063f30716'],
    [['6925a1f0c0ffee012345678a'], '6925a1f016db609f46370aa5'],
    [['übung', ''], '6925a1f09137d0326eaea904'],
    [['detail', 'in-app\0', '🙂'], '6925a1f04de5877426f8a80d'],
  ])('D7: of %j are the same in all releases', (key, id) => {
    expect(derivedId(origin, ...key).toHexString()).toBe(id);
  });
});

describe('collections of ids', () => {
  const [one, other] = [new Types.ObjectId(), new Types.ObjectId()];
  const same = new Types.ObjectId(one.toHexString());

  it('compare by value', () => {
    const set = new IdSet([one, same]);
    expect([set.size, set.has(same), set.has(other)]).toEqual([1, true, false]);
  });

  it('group items in their order', () => {
    const items = [{ id: one }, { id: other }, { id: same }];
    const groups = IdMap.groupBy(items, ({ id }) => id);
    expect([...groups.values()]).toEqual([[items[0], items[2]], [items[1]]]);
  });
});

describe('parseId', () => {
  it.each([
    ['6925a1f0c0ffee0123456789', '6925a1f0c0ffee0123456789'],
    ['6925A1F0C0FFEE0123456789', '6925a1f0c0ffee0123456789'],
    ['6925a1f0c0ffee012345678', undefined],
    ['6925a1f0c0ffee01234567890', undefined],
    ['twelve bytes', undefined],
    ['', undefined],
  ])('of "%s"', (text, hex) => {
    expect(parseId(text)?.toHexString()).toBe(hex);
  });
});

it('orders documents by age', () => {
  const documents = ['1', '2', 'f'].map((digit) => ({ _id: new Types.ObjectId(digit.repeat(24)) }));
  expect(documents.toReversed().toSorted(byAge)).toEqual(documents);
});
