import { type Field, fieldGroups } from './credential-values';

const aField = (key: string, more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  description: '',
  type: 'string',
  required: false,
  secret: false,
  ...more,
});
const FIELDS = [
  aField('host'),
  aField('password', { when: { key: 'authType', values: ['', 'password'] } }),
  aField('selector', { group: 'DKIM' }),
  aField('clientId', { when: { key: 'authType', values: ['client_credentials'] } }),
];

it.each([
  [
    {},
    [
      ['', ['host', 'password']],
      ['DKIM', ['selector']],
    ],
  ],
  [
    { authType: 'password' },
    [
      ['', ['host', 'password']],
      ['DKIM', ['selector']],
    ],
  ],
  [
    { authType: 'client_credentials' },
    [
      ['', ['host', 'clientId']],
      ['DKIM', ['selector']],
    ],
  ],
])('with %j the form has the fields that belong to it, under their headings', (values, expected) => {
  const groups = fieldGroups({ fields: FIELDS }, values);
  expect(groups.map(([group, fields]) => [group, fields.map(({ key }) => key)])).toEqual(expected);
});
