import { allowsPath } from './variable-references.js';

const TEXT = { type: 'string' };
const ORDER = {
  type: 'object',
  properties: {
    id: TEXT,
    lines: { type: 'array', items: { type: 'object', properties: { sku: TEXT } } },
    rest: { type: 'array' },
    meta: { type: 'object' },
    free: { type: 'object', properties: { a: TEXT }, additionalProperties: true },
    closed: { type: 'object', additionalProperties: false },
    byKey: { type: 'object', additionalProperties: { type: 'object', properties: { id: TEXT } } },
    either: { oneOf: [{ properties: { a: TEXT } }, { properties: { b: TEXT } }] },
    shared: { $ref: '#/$defs/shared' },
    maybe: { type: ['object', 'null'], properties: { a: TEXT } },
    pattern: { type: 'object', patternProperties: { '^x': TEXT } },
    anything: {},
  },
};

describe('a path that data of a schema can have', () => {
  it.each([
    'id',
    'id.size',
    'lines',
    'lines.0.sku',
    'lines.*.sku',
    'lines.first.sku',
    'lines.last',
    'lines.size',
    'rest.3.any.thing',
    'meta.any.thing',
    'free.a',
    'free.b.c',
    'byKey.x.id',
    'either.a',
    'either.b',
    'shared.any.thing',
    'maybe.a',
    'pattern.x1',
    'anything.at.all',
    '*.sku',
  ])('%s', (path) => {
    expect(allowsPath(ORDER, path.split('.'))).toBe(true);
  });

  it.each([
    'other',
    'id.name',
    'lines.sku',
    'lines.0.price',
    'lines.first.price',
    'closed.a',
    'byKey.x.name',
    'either.c',
    'maybe.b',
    'constructor',
  ])('not %s', (path) => {
    expect(allowsPath(ORDER, path.split('.'))).toBe(false);
  });
});
