import { Decimal128, Double, type Document } from 'bson';
import { documentFrom } from '../bson/convert.js';
import { CommandInput } from './command-input.js';

const input = (value: unknown): CommandInput => new CommandInput(documentFrom({ find: 'c', $db: 'd', option: value }));

describe('a count in a command', () => {
  it.each<[unknown, number | undefined]>([
    [undefined, undefined],
    [null, undefined],
    [new Double(2.9), 2],
    [Decimal128.fromString('2.0'), 2],
    [new Double(Number.NaN), 0],
    [Decimal128.fromString('NaN'), 0],
  ])('%s', (value, count) => {
    expect(input(value).count('option')).toBe(count);
  });

  it.each<[unknown, Document]>([
    [-1, { code: 51024 }],
    [Decimal128.fromString('-1'), { code: 51024 }],
    ['1', { code: 14 }],
  ])('%s is refused', (value, error) => {
    expect(() => input(value).count('option')).toThrow(expect.objectContaining(error));
  });
});

describe('a boolean in a command', () => {
  it.each<[unknown, boolean]>([
    [Decimal128.fromString('0'), false],
    [Decimal128.fromString('0.5'), true],
  ])('%s', (value, expected) => {
    expect(input(value).boolean('option')).toBe(expected);
  });
});
