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
  ['payload.id', 7],
  ['payload.user.id', 7],
  ['payload', 7],
  ['subscriber.data.token', 7],
  ['payload.toString', 7],
])('V7, V8: what a condition has read at %s is shown as %j', (path, expected) => {
  const schema = object({ secret: { ...object({}), writeOnly: true } });
  expect(maskedValue(path, 7, { schema, keys: ['token'] })).toBe(expected);
});
