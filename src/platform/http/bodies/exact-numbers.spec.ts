import fc from 'fast-check';
import { changedNumber } from './exact-numbers.js';

describe('WR4: a number in a body', () => {
  it.each([
    '{"a": 9007199254740991, "b": -9007199254740991, "c": 9007199254740992, "d": 9007199254740994}',
    '{"a": 1e22, "b": 1E+300, "c": 10000000000000000000000, "d": 1.50e20, "e": 1.7976931348623157e308}',
    '{"a": 0.1, "b": 0.12345678901234567890, "c": 52.520006599999998765, "d": 0.000, "e": 0e400, "f": -0.0e-99}',
    '{"a": "12345678901234567890", "b": "x,1e400", "c": "[12345678901234567890]", "12345678901234567890": 1}',
    '[1e5, 2.5e-10, 1e-300]',
  ])('is kept: %s', (json) => {
    expect(changedNumber(json)).toBeUndefined();
  });

  it.each([
    ['{"payload": {"id": 12345678901234567890}}', ['payload', 'id'], '12345678901234567890'],
    ['{"a": [1, {"b":-9007199254740993}]}', ['a', '1', 'b'], '-9007199254740993'],
    ['{"a": 9007199254740993.0}', ['a'], '9007199254740993.0'],
    ['{"a":1e400}', ['a'], '1e400'],
    ['{"a": -1E+400}', ['a'], '-1E+400'],
    ['{"a": 1e-400}', ['a'], '1e-400'],
    ['{"a": 1.2345678901234567890e25}', ['a'], '1.2345678901234567890e25'],
    [`{"a": 1${'0'.repeat(500)}}`, ['a'], '1000'],
    [`{"a": 0.${'0'.repeat(400)}1}`, ['a'], '0.000'],
    ['[\n  1,\n  12345678901234567891\n]', ['1'], '12345678901234567891'],
    ['{"text": "x:1e400", "a": 1e999}', ['a'], '1e999'],
  ])('is refused with its place when it would be changed: %s', (json, path, literal) => {
    expect(changedNumber(json)).toEqual({ path, problem: expect.stringContaining(`is ${literal}`) });
  });

  it('is kept exactly when the number is written with the same digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (integer) => {
        const [mantissa = '', exponent = '0'] = String(Number(integer)).split('e+');
        const [whole = '', fraction = ''] = mantissa.split('.');
        const written = whole + fraction.padEnd(Number(exponent), '0');
        expect(changedNumber(`[${integer}]`) === undefined).toBe(written === String(integer));
      }),
    );
  });
});
