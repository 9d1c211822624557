import { MASK } from '../../platform/values/mask.js';
import { maskedPayload, maskedValue } from './write-only.js';

const secret = { type: 'string', writeOnly: true };
const object = (properties: object) => ({ type: 'object', properties });

it.each<[string, unknown, Record<string, unknown>, Record<string, unknown>]>([
  ['nothing without a schema', undefined, { token: 't' }, { token: 't' }],
  ['nothing without a mark', object({ token: { type: 'string' } }), { token: 't' }, { token: 't' }],
  ['a marked member', object({ token: secret }), { token: 't', id: 7 }, { token: MASK, id: 7 }],
  [
    'a member within',
    object({ user: object({ token: secret }) }),
    { user: { token: 't', id: 7 } },
    { user: { token: MASK, id: 7 } },
  ],
  ['a marked object', object({ user: { ...object({}), writeOnly: true } }), { user: { token: 't' } }, { user: MASK }],
  [
    'members of a list',
    object({ list: { items: object({ token: secret }) } }),
    { list: [{ token: 't' }, 1] },
    { list: [{ token: MASK }, 1] },
  ],
  [
    'what is not named',
    { additionalProperties: secret, properties: { id: {} } },
    { id: 7, other: 't' },
    { id: 7, other: MASK },
  ],
  [
    'a combination',
    { allOf: [object({ id: {} }), { anyOf: [object({ token: secret })] }] },
    { token: 't' },
    { token: MASK },
  ],
  [
    'what a definition marks',
    {
      ...object({ user: { $ref: '#/$defs/us%65r' } }),
      $defs: { user: object({ token: { $ref: '#/$defs/to~1ken' } }), 'to/ken': secret },
    },
    { user: { token: 't', id: 7 } },
    { user: { token: MASK, id: 7 } },
  ],
  [
    'what an anchor marks',
    { ...object({ token: { $ref: '#secret' } }), $defs: { any: { $anchor: 'secret', ...secret } } },
    { token: 't' },
    { token: MASK },
  ],
  [
    'all levels of a schema that refers to itself',
    object({ token: secret, within: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } }),
    { within: { within: { token: 't', id: 7 } } },
    { within: { within: { token: MASK, id: 7 } } },
  ],
  [
    'what a pattern names',
    { patternProperties: { '^secret': secret }, properties: { id: {} } },
    { secret1: 't', id: 7 },
    { secret1: MASK, id: 7 },
  ],
  [
    'entries by their place',
    object({ list: { prefixItems: [{}, secret] } }),
    { list: ['a', 't'] },
    { list: [MASK, MASK] },
  ],
  [
    'what a member requires',
    { dependentSchemas: { id: object({ token: secret }) } },
    { id: 7, token: 't' },
    { id: 7, token: MASK },
  ],
  [
    'nothing by a reference that leads nowhere',
    object({ a: { $ref: '#/x/y' }, b: { $ref: '#x' }, c: { $ref: '#/%' } }),
    { a: 1, b: 2, c: 3 },
    { a: 1, b: 2, c: 3 },
  ],
  ['nothing by inherited names', object({}), { toString: 't' }, { toString: 't' }],
  ['what is absent', object({ token: secret }), {}, {}],
])('V7: hides %s', (_what, schema, payload, expected) => {
  expect(maskedPayload(payload, { schema })).toEqual(expected);
});

it.each<[string, string[], Record<string, unknown>, Record<string, unknown>]>([
  ['nothing without names', [], { token: 't' }, { token: 't' }],
  ['a member, in any case', ['Token'], { token: 't', TOKEN: 'T', id: 7 }, { token: MASK, TOKEN: MASK, id: 7 }],
  ['a member within, of lists as well', ['token'], { a: [{ b: { token: 't' } }] }, { a: [{ b: { token: MASK } }] }],
  ['an object as a whole', ['user'], { user: { token: 't' } }, { user: MASK }],
  ['no part of a name', ['token'], { tokens: 1, resetToken: 2 }, { tokens: 1, resetToken: 2 }],
  ['nothing by inherited names', ['toString'], { id: 7 }, { id: 7 }],
])('V8: hides %s', (_what, keys, payload, expected) => {
  expect(maskedPayload(payload, { schema: undefined, keys })).toEqual(expected);
});

it('V8: adds to what the schema hides', () => {
  const payload = { token: 't', code: 'c', id: 7 };
  expect(maskedPayload(payload, { schema: object({ token: secret }), keys: ['code'] })).toEqual({
    token: MASK,
    code: MASK,
    id: 7,
  });
});

it.each<[string, unknown]>([
  ['payload.token', MASK],
  ['payload.user.token', MASK],
  ['payload.secret.part', MASK],
  ['payload.list.0.code', MASK],
  ['payload.list.0.id', 7],
  ['payload.id', 7],
  ['payload.user.id', 7],
  ['payload', 7],
  ['subscriber.data.token', 7],
  ['payload.toString', 7],
])('V7, V8: what a condition has read at %s is shown as %j', (path, expected) => {
  const list = { items: object({ code: secret }) };
  const schema = object({ secret: { ...object({}), writeOnly: true }, list });
  expect(maskedValue(path, 7, { schema, keys: ['token'] })).toBe(expected);
});

it.each<[string, unknown]>([
  ['{{payload.user.token}}', MASK],
  ["{% if payload['user']['token'] %}{{ payload.id }}{% endif %}", MASK],
  ['{{ payload.list[0].code }}', MASK],
  ['{{payload.user.id}} token', '7'],
])('V7: what a condition has printed with %s is shown as %j', (name, expected) => {
  const list = { items: object({ code: secret }) };
  expect(maskedValue(name, '7', { schema: object({ user: object({ token: secret }), list }) })).toBe(expected);
});
