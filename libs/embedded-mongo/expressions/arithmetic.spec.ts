import { Decimal128 } from 'bson';
import { calculate } from './arithmetic.js';
import { fromJs } from '../bson/convert.js';

const decimal = (text: string) => fromJs(Decimal128.fromString(text));

describe('a sum of decimals', () => {
  it.each([
    ['0E+6000', '1E-2000', '1E-2000'],
    ['-1.5E-2000', '0E+6000', '-1.5E-2000'],
    ['1E+6000', '0E-2000', '1E+6000'],
    ['1E+6000', '1E-2000', '1E+6000'],
    ['0E+6000', '0E-2000', '0E-2000'],
    ['0E+3', '2', '2'],
    ['0.1', '0.2', '0.3'],
  ])('%s and %s', (left, right, sum) => {
    expect(calculate('add', decimal(left), decimal(right)).decimalText()).toBe(sum);
  });
});
