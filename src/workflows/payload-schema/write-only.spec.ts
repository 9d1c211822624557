import { MASK } from '../../platform/values/mask.js';
import { withoutWriteOnly } from './write-only.js';

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
  expect(withoutWriteOnly(payload, schema)).toEqual(expected);
});
