import fc from 'fast-check';
import { readValue } from '../../values/unread-json.js';
import { isDeeperThan } from './json-body.js';
import { readLargeJson } from './large-json.js';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('depth of a JSON text', () => {
  it('is that of the value, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(6), (value, levels) => {
        expect(isDeeperThan(levels, JSON.stringify(value))).toBe(depthOf(value) > levels);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['[[[]]]', 3],
    ['["[[[", "\\"[[[", "\\\\"]', 1],
    ['{"{": {"]": []}}', 3],
    ['"[[[[', 0],
  ])('%s has %d levels', (json, depth) => {
    expect(isDeeperThan(depth - 1, json)).toBe(depth > 0);
    expect(isDeeperThan(depth, json)).toBe(false);
  });

  it('finds a million levels at the first too many', () => {
    expect(isDeeperThan(64, '['.repeat(1_000_000))).toBe(true);
  });
});

describe.each([false, true])('JSON that is read in pieces, its entries kept as text: %s', (keepsEntries) => {
  const read = async (text: string, ...cuts: number[]) => {
    const body = Buffer.from(text);
    const ends = [0, ...cuts.map((cut) => cut % (body.length + 1)).toSorted((one, other) => one - other), body.length];
    const value = await readLargeJson(
      ends.slice(1).map((end, index) => body.subarray(ends[index], end)),
      { deepest: 64, keepsEntries },
    );
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
    const readOut = (member: unknown): unknown => (Array.isArray(member) ? member.map(readValue) : member);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, readOut(member)]));
  };

  it('has the value that it has when it is read at once, wherever the connection cut it', async () => {
    const values = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.array(fc.jsonValue())));
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom(undefined, 2), fc.array(fc.nat()), async (value, space, cuts) => {
        const text = JSON.stringify(value, null, space);
        fc.pre(!/__proto__|\\u/.test(text));
        expect(await read(text, ...cuts)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['\ufeff{"a":["€𝄞\\"]"]}', '{"a":[ ], "b":[[ ]], "c":"x\\\\"}', '{"a":["\\\\","]"]}'])(
    'reads %s byte by byte',
    async (text) => {
      expect(await read(text, ...Array.from({ length: 40 }, (_, at) => at))).toEqual(
        JSON.parse(text.replace('\ufeff', '')),
      );
    },
  );

  it.each([
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1,,2]}',
    '{"a":[1 2]}',
    '{"a":[{]}]}',
    '{"a":[1]',
    '{"a":[1]]}',
    '{"a":["x]}',
    '',
  ])('is refused when it is none: %s', async (text) => {
    await expect(read(text)).rejects.toThrow('Malformed JSON');
  });

  it('is refused for a place that cannot be kept, by name', async () => {
    const problem = { errors: { 'events.1.a': expect.anything() } };
    await expect(read('{"events": [1, {"a": "\\ud800"}]}')).rejects.toMatchObject(problem);
  });

  it('is refused when it is too deep, or a piece of it has too many values', async () => {
    await expect(read(`{"a":${'['.repeat(64)}`)).rejects.toThrow('more than 64 levels');
    const many = `[${'1,'.repeat(300_001)}1]`;
    await expect(read(`{"a":[${many}]}`)).rejects.toThrow('more than 300000 values');
    await expect(read(many)).rejects.toThrow('more than 300000 values');
    const large = `[${'1,'.repeat(200_000)}1]`;
    expect(await read(`{"a":[${large},${large}]}`)).toMatchObject({ a: [{ length: 200_001 }, { length: 200_001 }] });
  });
});
