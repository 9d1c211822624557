import fc from 'fast-check';
import { payloadExample } from './payload-example.js';

describe('payload example', () => {
  it('has a plain value for every type', () => {
    const properties = {
      text: { type: 'string' },
      number: { type: 'number' },
      whole: { type: 'integer', minimum: 18 },
      flag: { type: 'boolean' },
      list: { type: 'array', items: { type: 'string', format: 'email' } },
      empty: { type: 'array' },
      nothing: { type: 'null' },
      maybe: { type: ['null', 'string'] },
      nested: { properties: { when: { type: 'string', format: 'date' } } },
    };
    expect(payloadExample({ type: 'object', properties })).toEqual({
      text: 'text',
      number: 1,
      whole: 18,
      flag: true,
      list: ['person@example.com'],
      empty: [],
      nothing: null,
      maybe: 'text',
      nested: { when: '2026-02-03' },
    });
  });

  it('prefers what the schema says itself', () => {
    const properties = {
      example: { type: 'string', examples: ['Ada'], default: 'no' },
      byDefault: { type: 'boolean', default: false },
      constant: { const: 0 },
      choice: { enum: ['a', 'b'] },
      either: { oneOf: [{ type: 'integer' }, { type: 'string' }] },
      both: { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'number' } } }] },
    };
    expect(payloadExample({ properties })).toEqual({
      example: 'Ada',
      byDefault: false,
      constant: 0,
      choice: 'a',
      either: 1,
      both: { a: 'text', b: 1 },
    });
  });

  it('is missing where the schema describes no object', () => {
    expect(payloadExample({ type: 'string' })).toBeUndefined();
    expect(payloadExample({})).toBeUndefined();
  });

  it('comes to an end on any schema', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => {
        payloadExample(schema);
        payloadExample({ type: 'object', properties: schema });
      }),
    );
    let deep: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 60; level++) deep = { type: 'object', properties: { a: deep } };
    expect(payloadExample(deep)).toHaveProperty('a');
  });
});
