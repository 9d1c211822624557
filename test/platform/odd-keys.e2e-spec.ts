import { randomBytes } from 'node:crypto';
import { aForm } from '../builders/form.js';
import { aLayout } from '../builders/layout.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';
import type { ApiRequest } from '../api-client.js';

const name = (): string => `x-${randomBytes(6).toString('hex')}`;

/** Names that objects have of themselves; a library that copies objects may leave them out. */
const ODD = {
  constructor: 'Brunel',
  prototype: 'Mark I',
  toString: 'twine',
  hasOwnProperty: { constructor: { prototype: { isAdmin: 'yes' } } },
};
const FLAT = { constructor: 'Brunel', prototype: 'Mark I', toString: 'twine' };

/** Where a caller's own keys go in, and where they come out again. */
interface Way {
  /** Sends them; returns the request by which they are read. */
  into: (test: TestApp, keys: object) => Promise<ApiRequest[]>;
  /** Where in the answer they are. */
  read: (body: Body) => unknown;
  keys?: object;
}
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

async function sent(test: TestApp, method: ApiRequest['method'], url: string, payload: object): Promise<Body> {
  const { status, body } = await test.api.request({ method, url, payload });
  expect({ url, status, body: status < 300 ? {} : body }).toEqual({ url, status, body: {} });
  return body?.data;
}
const get = (url: string): ApiRequest[] => [{ method: 'GET', url }];

async function triggered(test: TestApp, fields: object): Promise<ApiRequest[]> {
  const { workflowId } = await sent(test, 'POST', '/v2/workflows', aWorkflow());
  const trigger = { name: workflowId, to: name(), transactionId: name(), ...fields };
  await sent(test, 'POST', '/v1/events/trigger', trigger);
  return get(`/v1/notifications?transactionId=${trigger.transactionId}`);
}

async function translated(test: TestApp): Promise<{ workflowId: string; url: string }> {
  const { workflowId } = await sent(test, 'POST', '/v2/workflows', aWorkflow());
  return { workflowId, url: `/v2/translations/workflow/${workflowId}/en_US` };
}

const subscriber = (subscriberId: string) => get(`/v2/subscribers/${subscriberId}`);
const data = ({ data: { data } }: Body) => data as unknown;

const WAYS: Record<string, Way> = {
  'the payload of a trigger': {
    into: (test, payload) => triggered(test, { payload }),
    read: (body) => body.data[0]?.payload,
  },
  'the payload of a trigger in bulk': {
    async into(test, payload) {
      const { workflowId } = await sent(test, 'POST', '/v2/workflows', aWorkflow());
      const event = { name: workflowId, to: name(), transactionId: name(), payload };
      await sent(test, 'POST', '/v1/events/trigger/bulk', { events: [event] });
      return get(`/v1/notifications?transactionId=${event.transactionId}`);
    },
    read: (body) => body.data[0]?.payload,
  },
  'a recipient of a trigger': {
    async into(test, keys) {
      const subscriberId = name();
      await triggered(test, { to: [{ subscriberId, data: keys }] });
      return subscriber(subscriberId);
    },
    read: data,
  },
  'the context of a trigger': {
    async into(test, keys) {
      const id = name();
      await triggered(test, { context: { tenant: { id, data: keys } } });
      return get(`/v2/contexts/tenant/${id}`);
    },
    read: data,
  },
  'a subscriber': {
    async into(test, keys) {
      const subscriberId = name();
      await sent(test, 'POST', '/v2/subscribers', { subscriberId, data: keys });
      return subscriber(subscriberId);
    },
    read: data,
  },
  'the change of a subscriber': {
    async into(test, keys) {
      const subscriberId = name();
      await sent(test, 'POST', '/v2/subscribers', { subscriberId });
      await sent(test, 'PATCH', `/v2/subscribers/${subscriberId}`, { data: keys });
      return subscriber(subscriberId);
    },
    read: data,
  },
  'subscribers in bulk': {
    async into(test, keys) {
      const subscriberId = name();
      await sent(test, 'POST', '/v1/subscribers/bulk', { subscribers: [{ subscriberId, data: keys }] });
      return subscriber(subscriberId);
    },
    read: data,
  },
  'a topic': {
    async into(test, keys) {
      const key = name();
      await sent(test, 'POST', '/v2/topics', { key, data: keys });
      return get(`/v2/topics/${key}`);
    },
    read: data,
    keys: FLAT,
  },
  'a context': {
    async into(test, keys) {
      const id = name();
      await sent(test, 'POST', '/v2/contexts', { type: 'tenant', id, data: keys });
      return get(`/v2/contexts/tenant/${id}`);
    },
    read: data,
  },
  'the change of a context': {
    async into(test, keys) {
      const id = name();
      await sent(test, 'POST', '/v2/contexts', { type: 'tenant', id });
      await sent(test, 'PATCH', `/v2/contexts/tenant/${id}`, { data: keys });
      return get(`/v2/contexts/tenant/${id}`);
    },
    read: data,
  },
  'a tenant': {
    async into(test, keys) {
      const identifier = name();
      await sent(test, 'POST', '/v1/tenants', { identifier, name: 'Acme', data: keys });
      return get(`/v1/tenants/${identifier}`);
    },
    read: data,
  },
  'control values of a step': {
    async into(test, keys) {
      const controlValues = { body: 'x', ...keys, data: keys };
      const { workflowId } = await sent(
        test,
        'POST',
        '/v2/workflows',
        aWorkflow({ steps: [anInAppStep({ controlValues })] }),
      );
      return get(`/v2/workflows/${workflowId}`);
    },
    read: (body) => {
      const { body: _body, data: inner, ...own } = body.data.steps[0].controls.values;
      expect(own).toEqual(inner);
      return inner;
    },
  },
  'control values of a workflow that is changed': {
    async into(test, keys) {
      const workflow = aWorkflow({ steps: [anInAppStep({ controlValues: { body: 'x', data: keys } })] });
      await sent(test, 'POST', '/v2/workflows', { ...workflow, steps: [anInAppStep()] });
      await sent(test, 'PUT', `/v2/workflows/${workflow.workflowId}`, { ...workflow, preferences: {} });
      return get(`/v2/workflows/${workflow.workflowId}`);
    },
    read: (body) => body.data.steps[0].controls.values.data,
  },
  'what a provider is told in a step': {
    async into(test, keys) {
      const step = { name: 'Chat', type: 'chat', controlValues: { body: 'x' }, providerOverrides: { slack: keys } };
      const { workflowId } = await sent(test, 'POST', '/v2/workflows', aWorkflow({ steps: [step] }));
      return get(`/v2/workflows/${workflowId}`);
    },
    read: (body) => body.data.steps[0].providerOverrides.slack,
  },
  'the schema of payloads': {
    async into(test, keys) {
      const properties = Object.fromEntries(Object.keys(keys).map((key) => [key, { type: 'string', default: key }]));
      const payloadSchema = { type: 'object', properties };
      const { workflowId } = await sent(test, 'POST', '/v2/workflows', aWorkflow({ payloadSchema }));
      return get(`/v2/workflows/${workflowId}`);
    },
    read: (body) =>
      Object.fromEntries(
        Object.keys(body.data.payloadSchema.properties).map((key) => [key, FLAT[key as keyof typeof FLAT]]),
      ),
    keys: FLAT,
  },
  'the schema of payloads that is changed': {
    async into(test, keys) {
      const { workflowId } = await sent(test, 'POST', '/v2/workflows', aWorkflow());
      const properties = Object.fromEntries(Object.keys(keys).map((key) => [key, { type: 'string' }]));
      await sent(test, 'PATCH', `/v2/workflows/${workflowId}`, { payloadSchema: { type: 'object', properties } });
      return get(`/v2/workflows/${workflowId}`);
    },
    read: (body) =>
      Object.fromEntries(
        Object.keys(body.data.payloadSchema.properties).map((key) => [key, FLAT[key as keyof typeof FLAT]]),
      ),
    keys: FLAT,
  },
  'the text of a layout': {
    async into(test, keys) {
      const layout = aLayout();
      await sent(test, 'POST', '/v2/layouts', layout);
      const body = `{{content}} ${Object.keys(keys)
        .map((key) => `{{payload.${key}}}`)
        .join(' ')}`;
      const controlValues = { email: { body, editorType: 'html' } };
      await sent(test, 'PUT', `/v2/layouts/${layout.layoutId}`, { name: 'x', controlValues });
      const previewPayload = { payload: keys };
      return [{ method: 'POST', url: `/v2/layouts/${layout.layoutId}/preview`, payload: { previewPayload } }];
    },
    read: (body) => {
      const shown: string = JSON.stringify(body);
      return Object.fromEntries(Object.entries(FLAT).filter(([, value]) => shown.includes(value)));
    },
    keys: FLAT,
  },
  'a translation': {
    async into(test, content) {
      const { workflowId, url } = await translated(test);
      const request = { resourceId: workflowId, resourceType: 'workflow', locale: 'en_US', content };
      await sent(test, 'POST', '/v2/translations', request);
      return get(url);
    },
    read: ({ data: { content } }) => content,
    keys: FLAT,
  },
  'an uploaded translation': {
    async into(test, content) {
      const { workflowId, url } = await translated(test);
      const form = aForm([['files', 'en_US.json', JSON.stringify(content)]], {
        resourceId: workflowId,
        resourceType: 'workflow',
      });
      const { body } = await test.api.request({ method: 'POST', url: '/v2/translations/upload', ...form });
      expect(body.data).toMatchObject({ successfulUploads: 1 });
      return get(url);
    },
    read: ({ data: { content } }) => content,
    keys: FLAT,
  },
  'all texts of a language': {
    async into(test, content) {
      const { workflowId, url } = await translated(test);
      const masterJson = { workflows: { [workflowId]: content } };
      await sent(test, 'POST', '/v2/translations/master-json', { locale: 'en_US', masterJson });
      return get(url);
    },
    read: ({ data: { content } }) => content,
    keys: FLAT,
  },
  'definitions that are taken to another environment': {
    async into(test, keys) {
      const { workflowId } = await translated(test);
      const controlValues = { body: 'x', data: keys };
      const put = { ...aWorkflow(), workflowId, steps: [anInAppStep({ controlValues })], preferences: {} };
      await sent(test, 'PUT', `/v2/workflows/${workflowId}`, put);
      const texts = { resourceId: workflowId, resourceType: 'workflow', locale: 'en_US', content: FLAT };
      await sent(test, 'POST', '/v2/translations', texts);
      const { _id } = await sent(test, 'POST', '/v1/environments', { name: name() });
      const own = (await test.api.get('/v1/environments/me')).body.data;
      const definitions = (await test.api.get(`/v2/environments/${own._id}/definitions`)).body.data;
      const workflows = definitions.workflows.filter((one: Body) => one.workflowId === workflowId);
      const { summary } = await sent(test, 'PUT', `/v2/environments/${_id}/definitions`, { layouts: [], workflows });
      expect(summary).toMatchObject({ failed: 0 });
      return get(`/v2/environments/${_id}/definitions`);
    },
    read: (body) => {
      const [workflow] = body.data.workflows;
      expect(workflow.translations).toEqual({ en_US: FLAT });
      return workflow.steps[0].controlValues.data;
    },
  },
};

describe("a caller's own keys, whatever objects have of themselves,", () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  it.each(Object.entries(WAYS))('are kept in %s', async (_where, { into, read, keys = ODD }) => {
    const withoutConstructor = Object.fromEntries(Object.entries(keys).filter(([key]) => key !== 'constructor'));
    for (const own of [keys, withoutConstructor]) {
      const [request] = await into(test, own);
      await eventually(async () => {
        const { body } = await test.api.request(request!);
        // Compared as text: an assertion might not look at them either.
        expect(JSON.stringify(sorted(read(body)))).toBe(JSON.stringify(sorted(own)));
      });
    }
    expect(Object.keys({})).toEqual([]);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });

  it('are printed by templates', async () => {
    const to = name();
    const body = '{{payload.constructor}}, {{payload.prototype}}, {{subscriber.data.constructor}}, {{t.prototype}}';
    const fields = { isTranslationEnabled: true, steps: [anInAppStep({ controlValues: { body } })] };
    const { workflowId } = await sent(test, 'POST', '/v2/workflows', aWorkflow(fields));
    const texts = { resourceId: workflowId, resourceType: 'workflow', locale: 'en_US', content: FLAT };
    await sent(test, 'POST', '/v2/translations', texts);
    const recipient = { subscriberId: to, data: { constructor: 'Sommer' } };
    await sent(test, 'POST', '/v1/events/trigger', { name: workflowId, to: recipient, payload: FLAT });
    await eventually(async () => {
      expect(await test.api.inbox(to)).toMatchObject([{ body: 'Brunel, Mark I, Sommer, Mark I' }]);
    });
  });

  it.each([
    ['POST', '/v1/events/trigger', 'payload'],
    ['POST', '/v2/subscribers', 'data'],
    ['POST', '/v2/contexts', 'data'],
    ['POST', '/v2/topics', 'data'],
    ['POST', '/v2/translations', 'content'],
    ['POST', '/v2/workflows', 'payloadSchema'],
    ['PATCH', '/v1/environment-variables/KEY', 'values'],
  ] as const)('are refused by name where they are __proto__: %s %s', async (method, url, field) => {
    const payload = `{"${field}": {"a": [{"__proto__": {"isAdmin": true}}]}}`;
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await test.api.request({ method, url, headers, payload });
    const path = `${field}.a.0.__proto__`;
    expect([status, body.errors]).toEqual([422, { [path]: { messages: [`${path} is not a key that can be used`] } }]);
  });

  it('do no harm where none can be', async () => {
    const bad = { firstName: { constructor: 'x' }, extra: { constructor: { prototype: {} } } };
    const refused = await test.api.post('/v2/subscribers', { subscriberId: 'a', ...bad });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['firstName']]);
    const subscribers = [{ subscriberId: name() }, { subscriberId: name(), ...bad }];
    const bulk = await test.api.post('/v1/subscribers/bulk', { subscribers });
    expect(bulk.body.data).toMatchObject({ created: [expect.anything()], failed: [expect.anything()] });
  });

  it('are refused by name in queries, too', async () => {
    const { body } = await test.api.get('/v1/notifications?__proto__[]=a');
    expect(Object.keys(body.errors)).toEqual(['__proto__']);
  });
});

/** The value with the keys of its objects in order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
