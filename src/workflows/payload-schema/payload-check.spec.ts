import { compilePayloadCheck, PayloadChecks, PayloadSchemaError } from './payload-check.js';

const ORDER = {
  type: 'object',
  properties: {
    orderId: { type: 'string', minLength: 3 },
    amount: { type: 'number', minimum: 0 },
    kind: { enum: ['new', 'used'] },
    items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } },
  },
  required: ['orderId'],
  additionalProperties: false,
};

const fields = (schema: object, payload: Record<string, unknown>): string[] =>
  compilePayloadCheck({ ...schema })(payload).map(({ field }) => field);

const inProperty = (property: object) => ({ type: 'object', properties: { value: property } });

describe('payload check', () => {
  it('finds nothing wrong with a payload that fits', () => {
    expect(fields(ORDER, { orderId: 'abc', amount: 1, kind: 'new', items: [{ price: 2 }] })).toEqual([]);
  });

  it('V1: tells each broken rule with field, message, short value and place in the schema', () => {
    const check = compilePayloadCheck(ORDER);
    expect(check({ amount: -1, kind: 'old', items: [{ price: '3' }], other: 'x'.repeat(201) })).toEqual([
      { field: 'orderId', message: "must have required property 'orderId'", schemaPath: '#/required' },
      { field: 'other', message: 'must NOT have additional properties', schemaPath: '#/additionalProperties' },
      { field: 'amount', message: 'must be >= 0', value: -1, schemaPath: '#/properties/amount/minimum' },
      {
        field: 'kind',
        message: 'must be equal to one of the allowed values',
        value: 'old',
        schemaPath: '#/properties/kind/enum',
      },
      {
        field: 'items.0.price',
        message: 'must be number',
        value: '3',
        schemaPath: '#/properties/items/items/properties/price/type',
      },
    ]);
  });

  it('tells at most 100 violations', () => {
    const schema = inProperty({ type: 'array', items: { type: 'string' } });
    expect(compilePayloadCheck(schema)({ value: Array.from({ length: 500 }, () => 1) })).toHaveLength(100);
  });

  it.each([
    ['a numeric text for a number', { type: 'number' }, '1'],
    ['a number for a text', { type: 'string' }, 1],
    ['a text for a boolean', { type: 'boolean' }, 'true'],
    ['null for a text', { type: 'string' }, null],
    ['a fraction for an integer', { type: 'integer' }, 1.5],
  ])('V3: does not take %s', (_case, property, value) => {
    expect(fields(inProperty(property), { value })).toEqual(['value']);
  });

  it.each([[false], [0], [''], [null]])('V4: a default does not replace %j', (value) => {
    const payload = { value };
    compilePayloadCheck(inProperty({ default: 'standard' }))(payload);
    expect(payload).toEqual({ value });
  });

  it('V4: fills in defaults, nested ones too, each payload with values of its own', () => {
    const check = compilePayloadCheck({
      type: 'object',
      properties: {
        tags: { default: ['a'] },
        address: { type: 'object', default: {}, properties: { country: { type: 'string', default: 'DE' } } },
      },
    });
    const [one, other]: [{ tags?: string[] }, { tags?: string[] }] = [{}, {}];
    expect(check(one)).toEqual([]);
    expect(one).toEqual({ tags: ['a'], address: { country: 'DE' } });
    one.tags?.push('b');
    check(other);
    expect(other.tags).toEqual(['a']);
  });

  it.each([
    ['a schema without defaults', false, ORDER],
    ['a local reference', false, { $ref: '#/$defs/a', $defs: { a: {} } }],
    ['a default', true, inProperty({ default: 1 })],
    // That of JSON Schema itself has defaults.
    ['a reference to another schema', true, { $ref: 'http://json-schema.org/draft-07/schema#' }],
  ])('V4: %s may fill something in: %s', (_case, expected, schema) => {
    expect(compilePayloadCheck({ ...schema }).hasDefaults).toBe(expected);
  });

  it.each([
    ['members in another order', true, { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['one member less', false, { a: 1, b: 2 }, { a: 1 }],
    ['one member more', false, { a: 1 }, { a: 1, b: 2 }],
    ['another name', false, { a: 1 }, { b: 1 }],
    ['the name of an inherited member', false, { toString: 1 }, {}],
  ])('two objects with %s are equal: %s', (_case, equal, one, other) => {
    const isUnique = fields(inProperty({ uniqueItems: true }), { value: [one, other] }).length === 0;
    expect(isUnique).toBe(!equal);
  });

  it.each([
    ['date-time', '2026-02-03T04:05:06Z', '2026-02-03 04:05'],
    ['date', '2026-02-28', '2026-02-30'],
    ['time', '04:05:06Z', '24:05:06Z'],
    ['duration', 'P1DT2H', '1 day'],
    ['email', 'ada@example.com', 'ada@'],
    ['hostname', 'example.com', 'exa_mple..com'],
    ['ipv4', '192.0.2.1', '192.0.2.256'],
    ['ipv6', '2001:db8::1', '2001:db8:::1'],
    ['uuid', '5b8f1f5e-6a3c-4f6a-9d0e-0f3a1c2b4d5e', '5b8f1f5e'],
    ['uri-reference', '/orders?id=1', 'a b'],
    ['uri-template', '/orders/{id}', '/orders/{id'],
    ['json-pointer', '/a/0', 'a/0'],
    ['relative-json-pointer', '1/a', '/a'],
    ['regex', '^a+$', '('],
  ])('V5: format %s takes %s and not %s', (format, right, wrong) => {
    const schema = inProperty({ type: 'string', format });
    expect(fields(schema, { value: right })).toEqual([]);
    expect(fields(schema, { value: wrong })).toEqual(['value']);
  });

  it('V5: checks patterns, choices and limits', () => {
    expect(fields(inProperty({ pattern: '^[A-Z]{2}\\d+$' }), { value: 'DE7' })).toEqual([]);
    expect(fields(inProperty({ pattern: '^[A-Z]{2}\\d+$' }), { value: 'de7' })).toEqual(['value']);
    expect(fields(inProperty({ enum: [1, 2] }), { value: 3 })).toEqual(['value']);
    expect(fields(inProperty({ maximum: 3 }), { value: 4 })).toEqual(['value']);
  });

  it('keeps the patterns of one schema apart', () => {
    const schema = { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } };
    expect(fields(schema, { a: 'a', b: 'b' })).toEqual([]);
    expect(fields(schema, { a: 'b', b: 'a' })).toEqual(['a', 'b']);
  });

  it('follows references inside the schema', () => {
    const tree = {
      type: 'object',
      $defs: { node: { type: 'object', properties: { left: { $ref: '#/$defs/node' }, value: { type: 'number' } } } },
      properties: { root: { $ref: '#/$defs/node' } },
    };
    expect(fields(tree, { root: { left: { left: { value: 'x' } } } })).toEqual(['root.left.left.value']);
  });

  it('reads the newer dialects when the schema names them', () => {
    const schema = { type: 'object', properties: { pair: { prefixItems: [{ type: 'number' }] } } };
    expect(fields({ ...schema, $schema: 'https://json-schema.org/draft/2020-12/schema' }, { pair: ['x'] })).toEqual([
      'pair.0',
    ]);
  });
});

describe('schemas that are refused', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown type', { type: 'text' }, /type/],
    ['a broken keyword', { type: 'object', required: 'orderId' }, /required/],
    ['a remote reference', { $ref: 'https://example.com/schema.json' }, /can't resolve reference/],
    ['a reference to nothing', { $ref: '#/$defs/nothing' }, /can't resolve reference/],
    ['a dialect nobody knows', { $schema: 'https://example.com/dialect' }, /no schema with key or ref/],
    ['a pattern with a lookahead', inProperty({ pattern: '(?=a)b' }), /invalid or unsupported/],
    ['a pattern with a backreference', inProperty({ pattern: '(a)\\1' }), /invalid escape sequence/],
    ['a pattern that grows when written out', inProperty({ pattern: '(a{1000}){1000}' }), /invalid repeat count/],
    ['a pattern among the names', { patternProperties: { '(?!a)': { type: 'string' } } }, /invalid or unsupported/],
    ['a later answer', { $async: true, type: 'object' }, /must not use \$async/],
    ['more than 128 KB', { description: 'x'.repeat(131_072) }, /bytes as JSON, the limit is 131072 bytes/],
    ['V6: a property with a blank', { properties: { 'order id': {} } }, /has the property "order id"/],
    ['V6: a property that begins with a digit', inProperty({ properties: { '1st': {} } }), /has the property "1st"/],
    [
      'V6: a property in a definition',
      { $defs: { a: { allOf: [{ properties: { 'a.b': {} } }] } } },
      /has the property "a.b"/,
    ],
  ])('%s', (_case, schema, message) => {
    expect(() => compilePayloadCheck({ ...schema })).toThrow(PayloadSchemaError);
    expect(() => compilePayloadCheck({ ...schema })).toThrow(message);
  });

  it('V6: does not look for properties where values stand', () => {
    const schema = inProperty({ const: { properties: { 'a b': 1 } }, default: { 'a b': 1 }, enum: [{ 'a b': 1 }] });
    expect(() => compilePayloadCheck(schema)).not.toThrow();
  });
});

describe('hostile schemas and payloads', () => {
  const TOO_MUCH = { field: '', message: 'the payload could not be checked: takes more than 10000000 steps' };
  const doubling = (levels: number): Record<string, unknown> => ({
    $defs: Object.fromEntries(
      Array.from({ length: levels }, (_, level) => [
        `l${level}`,
        level === levels - 1
          ? { type: 'string', not: {} }
          : { anyOf: [{ $ref: `#/$defs/l${level + 1}` }, { $ref: `#/$defs/l${level + 1}` }] },
      ]),
    ),
    properties: { value: { $ref: '#/$defs/l0' } },
  });

  it('a pattern that blocks an ordinary engine is tested', () => {
    const check = compilePayloadCheck(inProperty({ pattern: '^(a+)+$' }));
    expect(check({ value: `${'a'.repeat(5000)}!` })).toMatchObject([
      { field: 'value', message: 'must match pattern "^(a+)+$"' },
    ]);
  });

  it('a schema that doubles its work at each level is stopped, and the payload refused', () => {
    const check = compilePayloadCheck(doubling(40));
    expect(check({ value: 'x' })).toEqual([TOO_MUCH]);
    // The next payload has all the steps again.
    expect(check({})).toEqual([]);
  });

  const list = (count: number, entry: (index: number) => unknown) => Array.from({ length: count }, (_, i) => entry(i));

  it.each<[string, object, unknown]>([
    ['many entries that must differ', { uniqueItems: true }, list(20_000, (index) => ({ index }))],
    ['large entries that must differ', { uniqueItems: true }, list(500, (i) => [...list(500, () => 0), i])],
    [
      'many alternatives for many entries',
      { items: { anyOf: list(400, (i) => ({ const: `c${i}` })) } },
      list(50_000, () => 0),
    ],
    ['many objects to choose from', { items: { enum: list(500, (a) => ({ a })) } }, list(5000, (i) => ({ a: -1 - i }))],
    [
      'long texts that are counted often',
      { items: { allOf: list(500, () => ({ minLength: 1 })) } },
      list(100, () => 'x'.repeat(5000)),
    ],
    ['a long pattern for long texts', { items: { pattern: '(a{500}b?){2}c' } }, list(100, () => 'a'.repeat(5000))],
  ])('%s are stopped by a count, the same on every machine', (_case, property, value) => {
    expect(compilePayloadCheck(inProperty(property))({ value })).toEqual([TOO_MUCH]);
  });

  it.each<[string, object, RegExp]>([
    ['very many values to choose from', { enum: list(10_000, String) }, /takes more than 20000000 steps/],
    ['very many alternatives', { anyOf: list(501, () => ({})) }, /a list of more than 500 schemas/],
    [
      'schemas far inside each other',
      list(101, () => 0).reduce<object>((inner) => ({ items: inner }), {}),
      /100 levels deep/,
    ],
    ['a very long pattern', { pattern: 'a'.repeat(1001) }, /longer than 1000 characters/],
    [
      'many large patterns',
      { allOf: list(300, (i) => ({ pattern: `a{1000}b{1000}${i}` })) },
      /more than 20000000 steps/,
    ],
  ])('%s are refused by a count', (_case, property, message) => {
    expect(() => compilePayloadCheck(inProperty(property))).toThrow(message);
  });

  it('leaves a large payload and its ordinary schema far below the limits', () => {
    const items = list(10_000, (i) => ({ price: i }));
    expect(compilePayloadCheck(ORDER)({ orderId: 'abc', items })).toEqual([]);
    const wrong = compilePayloadCheck(ORDER)({ orderId: 'abc', items: list(10_000, () => ({ price: 'x' })) });
    expect(wrong).toHaveLength(100);
    expect(wrong[0]).toMatchObject({ field: 'items.0.price', message: 'must be number' });
  });

  it('a definition that is nothing but itself is refused', () => {
    const schema = { $defs: { a: { $ref: '#/$defs/a' } }, properties: { value: { $ref: '#/$defs/a' } } };
    expect(() => compilePayloadCheck(schema)).toThrow(PayloadSchemaError);
  });
});

describe('compiled checks', () => {
  it('are shared by schemas of equal content', () => {
    const checks = new PayloadChecks();
    const check = checks.of({ ...ORDER });
    expect(checks.of({ ...ORDER })).toBe(check);
    expect(checks.of({ ...ORDER, required: [] })).not.toBe(check);
  });

  it('are forgotten when 500 others were used since', () => {
    const checks = new PayloadChecks();
    const check = checks.of({ ...ORDER });
    for (let index = 0; index < 500; index++) checks.of({ title: String(index) });
    expect(checks.of({ ...ORDER })).not.toBe(check);
  });
});
