import type { ApiResponse } from '../api-client.js';
import { brokenRule } from '../broken-rule.js';
import { aCondition, anEmailIntegration } from '../builders/integration.js';
import { startTestApp, type TestApp } from '../test-app.js';

const UNKNOWN_ID = '6925a1f0c0ffee0123456789';

let test: TestApp;
let own: string;

beforeAll(async () => {
  test = await startTestApp();
  own = (await create({ active: false })).body.data._id;
});

afterAll(() => test.close());

const create = (fields: object = {}): Promise<ApiResponse> =>
  test.api.post('/v1/integrations', anEmailIntegration(fields));
const update = (changes: object): Promise<ApiResponse> => test.api.put(`/v1/integrations/${own}`, changes);
const count = () => test.connection.collection('integrations').countDocuments();

const statusesOf = (answers: ApiResponse[]) => answers.map(({ status }) => status).sort((a, b) => a - b);

function nested(levels: number): object {
  return levels === 1 ? {} : { a: nested(levels - 1) };
}

function aChild(fields: object): object {
  const [{ children, ...group }] = [aCondition()];
  return { conditions: [{ ...group, children: [{ ...children[0], ...fields }] }] };
}

/** What both requests refuse: the case, the fields, the field that is named and one of its messages. */
const SETTINGS: [string, object, string, string | RegExp][] = [
  ['null as name', { name: null }, 'name', 'name must be a string'],
  ['a number as name', { name: 7 }, 'name', 'name must be a string'],
  ['a blank name', { name: ' ' }, 'name', 'name must not be blank'],
  ['a name of 257 characters', { name: 'x'.repeat(257) }, 'name', /shorter than or equal to 256/],
  ['null as identifier', { identifier: null }, 'identifier', 'identifier must be a string'],
  ['an empty identifier', { identifier: '' }, 'identifier', /must consist of letters/],
  ['an identifier with a space', { identifier: 'a b' }, 'identifier', /must consist of letters/],
  ['an identifier of 257 characters', { identifier: 'x'.repeat(257) }, 'identifier', /shorter than or equal to 256/],
  ['an environment that is no id', { _environmentId: 'prod' }, '_environmentId', /must be the id of an environment/],
  ['null as environment', { _environmentId: null }, '_environmentId', /must be the id of an environment/],
  ['an unknown environment', { _environmentId: UNKNOWN_ID }, '_environmentId', /Not an environment of the organ/],
  ['a text as active', { active: 'true' }, 'active', 'active must be a boolean value'],
  ['null as active', { active: null }, 'active', 'active must be a boolean value'],
  ['a number as check', { check: 1 }, 'check', 'check must be a boolean value'],
  ['null as check', { check: null }, 'check', 'check must be a boolean value'],
  ['null as credentials', { credentials: null }, 'credentials', 'credentials must be an object'],
  ['a list as credentials', { credentials: ['a'] }, 'credentials', 'credentials must be an object'],
  ['a number as key', { credentials: { apiKey: 5 } }, 'credentials.apiKey', 'apiKey must be a string'],
  ['null as password', { credentials: { password: null } }, 'credentials.password', 'password must be a string'],
  ['a text as flag', { credentials: { secure: 'x' } }, 'credentials.secure', 'secure must be a boolean value'],
  ['null as conditions', { conditions: null }, 'conditions', 'conditions must be an array'],
  ['an object as conditions', { conditions: {} }, 'conditions', 'conditions must be an array'],
  ['51 conditions', { conditions: Array.from({ length: 51 }, () => aCondition()) }, 'conditions', /no more than 50/],
  ['a text as condition', { conditions: ['x'] }, 'conditions', /each value in conditions must be an object/],
  ['an unknown type', { conditions: [{ ...aCondition(), type: 'X' }] }, 'conditions.0.type', /one of the following/],
  ['no type', { conditions: [{ ...aCondition(), type: undefined }] }, 'conditions.0.type', /one of the following/],
  [
    'an unknown join',
    { conditions: [{ ...aCondition(), value: 'XOR' }] },
    'conditions.0.value',
    /one of the following/,
  ],
  ['null as join', { conditions: [{ ...aCondition(), value: null }] }, 'conditions.0.value', /one of the following/],
  ['null as negation', { conditions: [{ ...aCondition(), isNegated: null }] }, 'conditions.0.isNegated', /boolean/],
  ['no children', { conditions: [{ ...aCondition(), children: undefined }] }, 'conditions.0.children', /an array/],
  ['an unknown operator', aChild({ operator: 'IS' }), 'conditions.0.children.0.operator', /one of the following/],
  ['an unknown source', aChild({ on: 'tenant' }), 'conditions.0.children.0.on', /one of the following/],
  ['no source', aChild({ on: undefined }), 'conditions.0.children.0.on', /one of the following/],
  ['a number as value', aChild({ value: 5 }), 'conditions.0.children.0.value', 'value must be a string'],
  ['null as value', aChild({ value: null }), 'conditions.0.children.0.value', 'value must be a string'],
  ['a value of 4,097', aChild({ value: 'x'.repeat(4097) }), 'conditions.0.children.0.value', /or equal to 4096/],
  ['no field', aChild({ field: undefined }), 'conditions.0.children.0.field', 'field must be a string'],
  ['an empty field', aChild({ field: '' }), 'conditions.0.children.0.field', 'field should not be empty'],
  ['a field of 257', aChild({ field: 'x'.repeat(257) }), 'conditions.0.children.0.field', /or equal to 256/],
  ['null as priority', { priority: null }, 'priority', /integer/],
  ['a text as priority', { priority: '1' }, 'priority', /integer/],
  ['a fraction as priority', { priority: 0.5 }, 'priority', /integer/],
  ['a negative priority', { priority: -1 }, 'priority', /not be less than 0/],
  ['a priority of 1001', { priority: 1001 }, 'priority', /not be greater than 1000/],
  ['null as configurations', { configurations: null }, 'configurations', 'configurations must be an object'],
  ['a text as configurations', { configurations: 'x' }, 'configurations', 'configurations must be an object'],
  ['deep configurations', { configurations: nested(51) }, 'configurations', /more than 50 levels deep/],
  ['large configurations', { configurations: { a: 'x'.repeat(16_384) } }, 'configurations', /larger than 16384 bytes/],
  [
    'a text as switch of reports',
    { configurations: { inboundWebhookEnabled: 'yes' } },
    'configurations',
    'configurations.inboundWebhookEnabled must be a boolean',
  ],
  [
    'a number as key that signs',
    { configurations: { inboundWebhookSigningKey: 5 } },
    'configurations',
    'configurations.inboundWebhookSigningKey must be a string',
  ],
];

function expectViolation({ status, body }: ApiResponse, field: string, message: string | RegExp): void {
  expect(status).toBe(422);
  // What stands below a wrong value may be wrong, too.
  expect(Object.keys(body.errors).filter((name) => !name.startsWith(`${field}.`))).toEqual([field]);
  const expected = typeof message === 'string' ? brokenRule(message) : expect.stringMatching(message);
  expect(body.errors[field].messages).toContainEqual(expected);
}

describe.each([
  ['creating', create],
  ['updating', update],
])('%s an integration refuses', (_what, send) => {
  it.each(SETTINGS)('%s', async (_case, fields, field, message) => {
    const before = await count();
    expectViolation(await send(fields), field, message);
    expect(await count()).toBe(before);
  });

  it.each([['payload.plan'], ['plan'], ['context'], ['workflow.'], ['contextual.x']])(
    'G7: a condition on %p of the payload',
    async (field) => {
      const answer = await send(aChild({ on: 'payload', field }));
      expectViolation(answer, 'conditions.0.children.0.field', /cannot read the payload$/);
    },
  );

  it.each([['context.tenant.data.plan'], ['workflow.workflowId']])('G7: but not one on %p', async (field) => {
    expect((await send(aChild({ on: 'payload', field }))).status).toBeLessThan(300);
  });

  it('a secret in the wrong place without repeating it', async () => {
    const { body } = await send({ credentials: { apiKey: 'fine', secure: 'misplaced-secret', port: 918273 } });
    expect(JSON.stringify(body)).not.toMatch(/misplaced-secret|918273/);
  });
});

describe('creating an integration refuses', () => {
  it.each<[string, object, string, RegExp]>([
    ['no provider', { providerId: undefined }, 'providerId', /must be a string/],
    ['null as provider', { providerId: null }, 'providerId', /must be a string/],
    ['an empty provider', { providerId: '' }, 'providerId', /should not be empty/],
    ['an unknown provider', { providerId: 'pigeon' }, 'providerId', /known provider \(email\)/],
    [
      'an unknown provider without channel',
      { providerId: 'pigeon', channel: undefined },
      'providerId',
      /known provider/,
    ],
    ['a provider of another channel', { providerId: 'twilio' }, 'providerId', /known provider \(email\)/],
    ['a word that all objects know', { providerId: 'constructor' }, 'providerId', /known provider/],
    ['a provider of two channels alone', { providerId: 'clickatell', channel: undefined }, 'channel', /email, sms/],
    ['an agent as delivery', { providerId: 'anthropic', channel: undefined }, 'providerId', /known provider/],
    ['a delivery provider as agent', { kind: 'agent' }, 'providerId', /known provider \(agent\)/],
    ['an unknown channel', { channel: 'fax' }, 'channel', /one of the following/],
    ['null as channel', { channel: null }, 'channel', /one of the following/],
    ['an unknown kind', { kind: 'other' }, 'kind', /one of the following/],
    ['null as kind', { kind: null }, 'kind', /one of the following/],
  ])('%s', async (_case, fields, field, message) => {
    expectViolation(await create(fields), field, message);
  });

  it('an identifier that is taken, in any environment of the organization', async () => {
    const { identifier } = (await create()).body.data;
    for (const api of [test.api, test.otherApi]) {
      const { status, body } = await api.post('/v1/integrations', anEmailIntegration({ identifier }));
      expect({ status, message: body.message }).toEqual({
        status: 409,
        message: `Integration with identifier '${identifier}' already exists`,
      });
    }
  });

  it('all but one of 20 parallel ones with the same identifier', async () => {
    const identifier = 'contested';
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ identifier })));
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('a second inbox in an environment, and all but one of 20 parallel first ones', async () => {
    const inbox = { providerId: 'novu', channel: 'in_app', active: true };
    const { status, body } = await test.api.post('/v1/integrations', inbox);
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'The environment has an in-app integration already',
    });
    const { body: all } = await test.otherApi.get('/v1/integrations');
    const [inApp] = all.filter(({ channel }: { channel: string }) => channel === 'in_app');
    expect((await test.otherApi.delete(`/v1/integrations/${inApp._id}`)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.otherApi.post('/v1/integrations', inbox)));
    expect(statusesOf(answers)).toEqual([201, ...Array.from({ length: 19 }, () => 400)]);
  });
});

describe('updating an integration refuses', () => {
  it.each([
    ['no body', undefined],
    ['nothing', {}],
    ['empty credentials', { credentials: {} }],
    ['only keys that no provider has', { credentials: { unknown: 'x' } }],
    ['only what cannot be changed', { providerId: 'mailgun', channel: 'sms', kind: 'agent', primary: true }],
    ['only a check', { check: true }],
  ])('%s, because it changes nothing', async (_case, changes) => {
    const { status, body } = await test.api.put(`/v1/integrations/${own}`, changes);
    expect({ status, message: body.message }).toEqual({ status: 400, message: 'The request changes nothing' });
  });

  it('an identifier that is taken', async () => {
    const { identifier } = (await create()).body.data;
    expect((await update({ identifier })).status).toBe(409);
  });
});

describe('what belongs to nobody is not there', () => {
  const OPERATIONS = [
    ['PUT', '', { name: 'Stolen' }],
    ['DELETE', '', undefined],
    ['POST', '/set-primary', undefined],
    ['POST', '/auto-configure', undefined],
    ['POST', '/test', { to: 'ada@example.com' }],
  ] as const;

  it.each(OPERATIONS)('%s %s', async (method, suffix, payload) => {
    const stored = await test.connection.collection('integrations').find().toArray();
    for (const id of [UNKNOWN_ID, 'no-id']) {
      const { status, body } = await test.otherApi.request({ method, url: `/v1/integrations/${id}${suffix}`, payload });
      expect({ status, message: body.message }).toEqual({ status: 404, message: `Integration '${id}' was not found` });
    }
    expect(await test.connection.collection('integrations').find().toArray()).toEqual(stored);
  });

  it('GET webhook/provider/{id}/status, which is about the environment of the key', async () => {
    expect((await test.otherApi.get(`/v1/integrations/webhook/provider/${own}/status`)).status).toBe(404);
  });
});
