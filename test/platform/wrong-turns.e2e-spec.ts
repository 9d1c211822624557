import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiRequest } from '../api-client.js';
import { anInAppStep, aWorkflow } from '../builders/workflow.js';
import { startTestApp, type TestApp } from '../test-app.js';

const TRIGGER = '/v1/events/trigger';
const JSON_TYPE = { 'content-type': 'application/json' };

type Request = Partial<ApiRequest> & { payload?: string | object };

describe("a newcomer's wrong turn", () => {
  let carillon: TestApp;

  beforeAll(async () => {
    carillon = await startTestApp();
    const workflow = aWorkflow({ workflowId: 'welcome', name: 'Say hello', steps: [anInAppStep()] });
    await carillon.api.workflow(workflow);
  });

  afterAll(() => carillon.close());

  /** Everything that a response tells people. */
  function toldBy(body: { message: string; hint?: string; errors?: Record<string, { messages: string[] }> }): string[] {
    const fields = Object.entries(body.errors ?? {}).flatMap(([field, { messages }]) =>
      messages.map((message) => `${field}: ${message}`),
    );
    return [body.message, ...fields, ...(body.hint === undefined ? [] : [body.hint])];
  }

  async function toldAbout(request: Request, api = carillon.api): Promise<unknown[]> {
    const { status, body } = await api.request({ method: 'POST', url: TRIGGER, ...request });
    return [status, ...toldBy(body)];
  }

  describe('with the Authorization header', () => {
    it.each([
      ['none', {}, 'Unauthorized', /^Send an API key in the header `Authorization: ApiKey <key>`\./],
      [
        'an empty variable',
        { authorization: 'ApiKey ' },
        'Unauthorized',
        /^The header has no key behind ApiKey; perhaps/,
      ],
      [
        'another scheme',
        { authorization: 'Bearer abc' },
        'Unauthorized',
        /^The header says Bearer, but .* `Authorization: ApiKey <key>`/,
      ],
      [
        'a key alone',
        { authorization: 'a'.repeat(32) },
        'Unauthorized',
        /^The header does not begin with ApiKey\. Its form is/,
      ],
      ['single quotes', { authorization: 'ApiKey $KEY' }, 'API Key not found', /placeholder.*double quotes/],
      [
        'an unknown key',
        { authorization: `ApiKey ${'a'.repeat(32)}` },
        'API Key not found',
        /^No environment of this installation has this key\./,
      ],
    ])('tells its form: %s', async (_case, headers: Record<string, string>, message, hint) => {
      const told = await toldAbout({ headers }, carillon.anonymous);
      expect(told).toEqual([401, message, expect.stringMatching(hint)]);
      expect(String(told)).not.toContain('a'.repeat(32));
    });

    it('is answered like an unknown key when the environment was deleted', async () => {
      const { body } = await carillon.api.post('/v1/environments', { name: 'Short-lived', color: '#ff0000' });
      const { _id, apiKeys } = body.data;
      expect((await carillon.api.delete(`/v1/environments/${_id}`)).status).toBe(200);
      const headers = { authorization: `ApiKey ${apiKeys[0].key}` };
      expect(await toldAbout({ headers }, carillon.anonymous)).toEqual([
        401,
        'API Key not found',
        expect.stringContaining('or its environment deleted'),
      ]);
    });

    it('is refused when there are two of them', async () => {
      await carillon.app.listen(0, '127.0.0.1');
      const headers = ['host', 'localhost', 'authorization', 'ApiKey a', 'Authorization', 'ApiKey b'];
      const call = httpRequest(`${await carillon.app.getUrl()}/v2/workflows`, { headers }).end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      const { message } = JSON.parse(await text(response)) as { message: string };
      expect([response.statusCode, message]).toEqual([400, 'There are several Authorization headers. Send one.']);
    });

    it('of an inbox widget names the session', async () => {
      expect(await toldAbout({ method: 'GET', url: '/v1/inbox/notifications' })).toEqual([
        401,
        'Unauthorized',
        expect.stringMatching(/`Authorization: Bearer <token>`; `POST \/v1\/inbox\/session` begins one/),
      ]);
    });
  });

  describe('with the workflow of a trigger', () => {
    const notFound = (hint: string) => [422, 'workflow_not_found', hint];

    it.each([
      ['a slip', 'welcom', "There is no workflow 'welcom' in this environment. Did you mean 'welcome'?"],
      [
        'its name',
        'Say hello',
        "There is no workflow 'Say hello' in this environment. `name` is the `workflowId` of a workflow, here 'welcome'.",
      ],
      [
        'something else',
        'invoice',
        "There is no workflow 'invoice' in this environment. `GET /v2/workflows` lists those it has; `name` is the `workflowId` of one.",
      ],
    ])('%s: is named, with the nearest, and the code stays', async (_case, name, hint) => {
      expect(await toldAbout({ payload: { name, to: 'ada' } })).toEqual(notFound(hint));
      expect(await toldAbout({ url: '/v1/events/simulate', payload: { name, to: 'ada' } })).toEqual(notFound(hint));
      const { body } = await carillon.api.post(`${TRIGGER}/bulk`, { events: [{ name, to: 'ada' }] });
      expect(body.data).toEqual([{ acknowledged: true, status: 'error', error: ['workflow_not_found'], hint }]);
    });

    it('its internal id: names the identifier', async () => {
      const { body } = await carillon.api.get('/v2/workflows/welcome');
      expect(await toldAbout({ payload: { name: body.data._id, to: 'ada' } })).toEqual(
        notFound(
          `There is no workflow '${body.data._id}' in this environment. \`name\` is the \`workflowId\` of a workflow, here 'welcome'.`,
        ),
      );
    });

    it('where there are none: says how one is made', async () => {
      expect(await toldAbout({ payload: { name: 'welcome', to: 'ada' } }, carillon.otherApi)).toEqual(
        notFound(
          "There is no workflow 'welcome' in this environment. It has none at all: create one with `POST /v2/workflows`, or publish from the environment that has it.",
        ),
      );
    });

    it('one that was made a moment ago is suggested at once', async () => {
      expect(await toldAbout({ payload: { name: 'fresh-workflo', to: 'ada' } })).not.toContain('fresh-workflow');
      await carillon.api.workflow({ workflowId: 'fresh-workflow' });
      expect(await toldAbout({ payload: { name: 'fresh-workflo', to: 'ada' } })).toEqual(
        notFound("There is no workflow 'fresh-workflo' in this environment. Did you mean 'fresh-workflow'?"),
      );
    });

    it('in a path is suggested, too', async () => {
      expect(await toldAbout({ method: 'GET', url: '/v2/workflows/welcom' })).toEqual([
        404,
        "Workflow 'welcom' was not found",
        "Did you mean 'welcome'?",
      ]);
    });
  });

  describe('with the fields of a body', () => {
    const failed = (...told: (string | RegExp)[]) => [
      422,
      'Validation failed',
      ...told.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
    ];
    const noName = 'name: name must be a string, but is missing';
    const noTo = 'to: to must name at least one recipient, but is missing';

    it.each<[string, Request, unknown[]]>([
      [
        'workflowId for name',
        { payload: { workflowId: 'welcome', to: 'a' } },
        failed(`${noName}: it was sent as 'workflowId'`),
      ],
      [
        'template for name',
        { payload: { template: 'welcome', to: 'a' } },
        failed(`${noName}: it was sent as 'template'`),
      ],
      ['a slip in a name', { payload: { nmae: 'welcome', to: 'a' } }, failed(`${noName}: it was sent as 'nmae'`)],
      [
        'subscriberId for to',
        { payload: { name: 'welcome', subscriberId: 'a' } },
        failed(`${noTo}: it was sent as 'subscriberId'`),
      ],
      ['several that are missing', { payload: {} }, failed(noTo, noName)],
      ['no body', {}, failed(noTo, noName, /^The request has no body\. Send these fields as a JSON object/)],
      [
        'a number as name',
        { payload: { name: 5, to: 'a' } },
        failed('name: name must be a string, not a number: put it in double quotes'),
      ],
      [
        'a list as payload',
        { payload: { name: 'welcome', to: 'a', payload: [1] } },
        failed('payload: payload must be an object, not a list'),
      ],
      [
        'null as payload of all',
        { url: `${TRIGGER}/broadcast`, payload: { name: 'welcome', payload: null } },
        failed('payload: payload must be an object, not null'),
      ],
      [
        'a recipient without id',
        { payload: { name: 'welcome', to: { email: 'a@example.com' } } },
        failed(/^to\.subscriberId: subscriberId must be a text .*, but is missing$/),
      ],
      [
        'id for subscriberId',
        { payload: { name: 'welcome', to: [{ id: 'a' }] } },
        failed(/^to\.0\.subscriberId: .*, but is missing: it was sent as 'id'$/),
      ],
      [
        'a number as subscriberId',
        { payload: { name: 'welcome', to: { subscriberId: 7 } } },
        failed(/^to\.subscriberId: .*, not a number$/),
      ],
      [
        'a topic without its type',
        { payload: { name: 'welcome', to: { topicKey: 'news' } } },
        failed("to.type: type must be 'Topic' where a topicKey is given"),
      ],
      [
        'a topic of a wrong type',
        { payload: { name: 'welcome', to: { type: 'topic', topicKey: 'news' } } },
        failed("to.type: type must be 'Topic' where a topicKey is given"),
      ],
      [
        'id of a subscriber',
        { url: '/v2/subscribers', payload: { id: 'ada' } },
        failed(/^subscriberId: .*, but is missing: it was sent as 'id'$/),
      ],
      [
        'a phone number as number',
        { url: '/v2/subscribers', payload: { subscriberId: 'ada', phone: 49151 } },
        failed('phone: phone must be a string, not a number: put it in double quotes'),
      ],
      [
        'a flag as text',
        { url: '/v2/workflows', payload: { ...aWorkflow(), active: 'true' } },
        failed('active: active must be a boolean value, not a string: write it without quotes'),
      ],
      [
        'a step alone',
        { url: '/v2/workflows', payload: { ...aWorkflow(), steps: { name: 'I', type: 'in_app' } } },
        failed('steps: steps must be an array, not an object'),
      ],
      [
        'an unknown step type',
        { url: '/v2/workflows', payload: { ...aWorkflow(), steps: [{ name: 'I', type: 'inapp' }] } },
        failed(
          /^steps\.0\.type: type must be one of the following values: in_app, email, .*\. Did you mean 'in_app'\?$/,
        ),
      ],
      [
        'an unknown provider',
        { url: '/v1/integrations', payload: { channel: 'email', providerId: 'sendgird' } },
        failed("providerId: providerId must be that of a known provider (email). Did you mean 'sendgrid'?"),
      ],
      [
        'a provider by what it speaks',
        { url: '/v1/integrations', payload: { channel: 'email', providerId: 'smtp' } },
        failed("providerId: providerId must be that of a known provider (email). Did you mean 'nodemailer'?"),
      ],
      [
        'a topic by another name',
        { payload: { name: 'welcome', to: { topic: 'orders' } } },
        failed('to.topicKey: topicKey must be given: a topic is named as {"type": "Topic", "topicKey": "orders"}'),
      ],
      [
        'a provider of another channel',
        { url: '/v1/integrations', payload: { channel: 'sms', providerId: 'sendgrid' } },
        failed(
          "providerId: providerId must be that of a known provider (sms). 'sendgrid' is one of the channel email.",
        ),
      ],
      [
        'an unknown channel',
        { url: '/v1/integrations', payload: { channel: 'mail', providerId: 'sendgrid' } },
        failed(/^channel: channel must be one of .*\. Did you mean 'email'\?$/),
      ],
      [
        'an unknown push provider',
        { method: 'PUT', url: '/v1/subscribers/ada/credentials', payload: { providerId: 'fmc', credentials: {} } },
        failed(/Did you mean 'fcm'\?$/),
      ],
      [
        'a number as host',
        {
          url: '/v1/integrations',
          payload: { channel: 'email', providerId: 'nodemailer', credentials: { host: 1, secure: 'x' } },
        },
        failed(
          'credentials.host: host must be a string, not a number',
          'credentials.secure: secure must be a boolean value, not a string',
        ),
      ],
      [
        'a slip in the name of a filter',
        { method: 'GET', url: '/v1/notifications?transactionID=t-1' },
        failed(
          /^transactionID: 'transactionID' is not a query parameter here\. Did you mean 'transactionId'\? This operation takes after, /,
        ),
      ],
      [
        'a query where there is none',
        { method: 'GET', url: '/v1/environments/me?name=x' },
        failed("name: 'name' is not a query parameter here. This operation takes no query parameters."),
      ],
      [
        'an order in small letters',
        { method: 'GET', url: '/v2/workflows?orderDirection=asc' },
        failed("orderDirection: orderDirection must be one of the following values: ASC, DESC. Did you mean 'ASC'?"),
      ],
    ])('%s', async (_case, request, told) => {
      expect(await toldAbout(request)).toEqual(told);
    });

    it('a template that is not closed is stored, and told with line and column', async () => {
      const steps = [anInAppStep({ controlValues: { body: 'Hello\n{{ payload.text ' } })];
      const created = await carillon.api.workflow({ steps });
      const [{ issues }] = created.steps;
      expect(issues.controls.body).toMatchObject([
        { message: expect.stringMatching(/not closed \(line 2, column 1\)$/) },
      ]);
    });

    it('a port as a number is accepted', async () => {
      const credentials = { host: 'smtp.example.com', port: 587, secure: 'false' };
      const payload = { channel: 'email', providerId: 'nodemailer', credentials };
      expect((await carillon.api.post('/v1/integrations', payload)).status).toBe(201);
    });
  });

  describe('with the body as a whole', () => {
    it.each([
      ['a list', '[{"name": "welcome", "to": "ada"}]', 'a list'],
      ['a text', '"welcome"', 'a string'],
      ['a number', '5', 'a number'],
    ])('%s', async (_case, payload, kind) => {
      expect(await toldAbout({ payload, headers: JSON_TYPE })).toEqual([
        422,
        `The body must be an object, not ${kind}`,
      ]);
    });

    it.each([
      ['no content type', {}, 'has no Content-Type'],
      [
        'what curl sends by itself',
        { 'content-type': 'application/x-www-form-urlencoded' },
        'came as application/x-www-form-urlencoded',
      ],
      ['plain text', { 'content-type': 'text/plain' }, 'came as text/plain'],
      [
        'a form with files',
        { 'content-type': 'multipart/form-data; boundary=x' },
        'came as multipart/form-data; boundary=x',
      ],
    ])('%s', async (_case, headers: Record<string, string>, came) => {
      expect(await toldAbout({ payload: '{"name": "welcome", "to": "ada"}', headers })).toEqual([
        415,
        'Unsupported Media Type',
        `The body ${came}. Send JSON with the header \`Content-Type: application/json\`.`,
      ]);
    });

    it.each([
      ['a comma too many', '{\n  "name": "welcome",\n}', 'line 3, column 1: the comma before } is one too many'],
      ['single quotes', "{'name': 'welcome'}", "line 1, column 2: names and texts stand in double quotes, not in '"],
      ['a comma too few', '{"name": "welcome"\n "to": "ada"}', 'line 2, column 2: a comma is expected here, not "'],
      ['an end too early', '{"name": "welcome"', 'line 1, column 19: the body ends where a } is expected'],
    ])('malformed JSON, %s: says line and column', async (_case, payload, problem) => {
      expect(await toldAbout({ payload, headers: JSON_TYPE })).toEqual([400, `Malformed JSON: ${problem}`]);
    });

    it('a key that cannot be kept is named with its place', async () => {
      const payload = '{"name": "welcome", "to": "ada", "payload": {"order": {"__proto__": {"paid": true}}}}';
      expect(await toldAbout({ payload, headers: JSON_TYPE })).toEqual([
        422,
        'Validation failed',
        'payload.order.__proto__: payload.order.__proto__ is not a key that can be used',
      ]);
    });
  });
});
