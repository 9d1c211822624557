import { Decimal128, Double, Int32, Long } from 'bson';
import { fromJs } from './convert.js';

describe('the number of a value', () => {
  it.each<[string, unknown, number]>([
    ['an int', new Int32(-7), -7],
    ['a double', new Double(1.5), 1.5],
    ['a long', Long.fromNumber(2 ** 40), 2 ** 40],
    ['a decimal', Decimal128.fromString('-2.50'), -2.5],
    ['a decimal zero', Decimal128.fromString('0E+3'), 0],
    ['a decimal with an exponent', Decimal128.fromString('1E+3'), 1000],
    ['a decimal larger than any double', Decimal128.fromString('1E+400'), Infinity],
    ['an infinite decimal', Decimal128.fromString('-Infinity'), -Infinity],
    ['a decimal that is not a number', Decimal128.fromString('NaN'), Number.NaN],
    ['a text', '5', Number.NaN],
  ])('of %s', (_, value, number) => {
    expect(fromJs(value).number()).toBe(number);
  });
});
