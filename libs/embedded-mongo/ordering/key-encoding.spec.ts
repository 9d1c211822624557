import { Binary, Code, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { fromJs } from '../bson/convert.js';
import { encodeKey } from './key-encoding.js';

const keyOf = (value: unknown): Buffer => encodeKey(fromJs(value));
const order = (left: unknown, right: unknown): number => Math.sign(keyOf(left).compare(keyOf(right)));

/** A whole number of any BSON type, with its value for comparing. */
const wholeNumber = fc.oneof(
  fc.integer().map((value) => ({ bson: new Int32(value), value: BigInt(value) })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({ bson: Long.fromBigInt(value), value })),
  fc
    .bigInt({ min: -(2n ** 53n), max: 2n ** 53n })
    .map((value) => ({ bson: new Double(Number(value)), value: BigInt(Number(value)) })),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 10 }))
    .map(([digits, zeros]) => ({
      bson: Decimal128.fromString(`${digits}E${zeros}`),
      value: digits * 10n ** BigInt(zeros),
    })),
);

describe('order of index keys', () => {
  it('follows MongoDB from type to type', () => {
    const ascending = [
      new MinKey(),
      null,
      Number.NaN,
      -Infinity,
      -1.5,
      new Int32(0),
      Decimal128.fromString('0.1'),
      0.1,
      new Int32(1),
      2 ** 40,
      Infinity,
      '',
      'a',
      'a\0',
      'a\u0001',
      'aa',
      'ä',
      {},
      { a: 1 },
      { a: 1, b: 1 },
      { b: 1 },
      { a: 'x' },
      [],
      [1],
      [1, 2],
      [2],
      new Binary(Buffer.from('b')),
      new Binary(Buffer.from('ab')),
      new ObjectId('000000000000000000000001'),
      new ObjectId('ffffffffffffffffffffffff'),
      false,
      true,
      new Date(-1),
      new Date(0),
      new Date(8.64e15),
      new Timestamp({ t: 1, i: 5 }),
      new Timestamp({ t: 2, i: 1 }),
      /a/,
      /b/,
      new Code('a'),
      new MaxKey(),
    ];
    const shuffled = [...ascending.keys()].sort((a, b) => ((a * 7) % 41) - ((b * 7) % 41));
    const sorted = shuffled.sort((a, b) => keyOf(ascending[a]).compare(keyOf(ascending[b])));
    expect(sorted).toEqual([...ascending.keys()]);
  });

  it('is one order for numbers of all types', () => {
    fc.assert(
      fc.property(wholeNumber, wholeNumber, (a, b) => {
        expect(order(a.bson, b.bson)).toBe(a.value < b.value ? -1 : a.value > b.value ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps neighbours of large longs and decimals apart', () => {
    const big = 2n ** 53n;
    expect(order(Long.fromBigInt(big), Long.fromBigInt(big + 1n))).toBe(-1);
    expect(order(Long.fromBigInt(-big), Long.fromBigInt(-big - 1n))).toBe(1);
    expect(order(Decimal128.fromString('9007199254740992.5'), Long.fromBigInt(big + 1n))).toBe(-1);
    expect(order(Decimal128.fromString('0.1'), new Double(0.1))).toBe(-1);
    expect(order(Decimal128.fromString('1E+400'), Infinity)).toBe(-1);
    expect(order(Decimal128.fromString('1E+6000'), new Double(Number.MAX_VALUE))).toBe(1);
    expect(order(Decimal128.fromString('1E-6000'), new Int32(0))).toBe(1);
    expect(order(Decimal128.fromString('-1E-6000'), new Int32(0))).toBe(-1);
  });

  it('takes equal numbers of different types for the same', () => {
    const ones = [new Int32(1), new Double(1), Long.fromNumber(1), Decimal128.fromString('1.00')];
    expect(new Set(ones.map((one) => keyOf(one).toString('hex'))).size).toBe(1);
    expect(order(-0, 0)).toBe(0);
    expect(order(Decimal128.fromString('NaN'), Number.NaN)).toBe(0);
  });

  it('orders doubles as numbers', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        expect(order(new Double(a), new Double(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('orders texts by their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(order(a, b)).toBe(Math.sign(Buffer.from(a).compare(Buffer.from(b))));
      }),
    );
  });

  it('has no key that begins with another', () => {
    const value = fc.oneof(
      fc.string(),
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.integer()),
    );
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [x, y] = [keyOf(a), keyOf(b)];
        expect(x.equals(y) || !y.subarray(0, x.length).equals(x)).toBe(true);
      }),
    );
  });
});
