import { checkCredentials, type Field, fieldGroups } from './credential-values';

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

describe('the fields of an account', () => {
  const fields = [
    aField('host', { required: true, label: 'Host' }),
    aField('password', { required: true, secret: true, label: 'Password' }),
    aField('tls', { type: 'object', label: 'TLS options' }),
    aField('clientId', { required: true, label: 'Client ID', when: { key: 'authType', values: ['oauth'] } }),
  ];
  const host = { 'credentials.host': 'Host is required' };

  it.each([
    ['that is new must be filled', {}, undefined, { ...host, 'credentials.password': 'Password is required' }],
    ['that is stored may not be emptied, and keeps its secrets', {}, { host: 'a', password: 'set' }, host],
    ['that is stored may stay incomplete', {}, {}, {}],
    ['must be valid JSON', { tls: '{' }, {}, { 'credentials.tls': expect.stringContaining('JSON') }],
  ])('%s', (_rule, values, stored, expected) => {
    expect(checkCredentials({ fields }, values, stored)).toEqual(expected);
  });
});
