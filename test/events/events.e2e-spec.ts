/** @runs-on redis */
import { randomBytes, randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Event } from '../../src/events/store/event.schema.js';
import { Message } from '../../src/notifications/messages/message.schema.js';
import { Run } from '../../src/notifications/activity/run.schema.js';
import { Subscriber } from '../../src/subscribers/subscriber.schema.js';
import type { ApiResponse } from '../api-client.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

const SUBSCRIBER_ID_RULE = 'subscriberId must be a text of 1 to 512 characters without control characters';

describe('trigger an event', () => {
  let carillon: TestApp;
  let events: Model<Event>;
  let messages: Model<Message>;
  let runs: Model<Run>;
  let subscribers: Model<Subscriber>;

  beforeAll(async () => {
    carillon = await startTestApp();
    events = carillon.app.get(getModelToken(Event.name));
    messages = carillon.app.get(getModelToken(Message.name));
    runs = carillon.app.get(getModelToken(Run.name));
    subscribers = carillon.app.get(getModelToken(Subscriber.name));
    await createWorkflow({ workflowId: 'welcome' });
  });

  afterAll(() => carillon.close());

  async function createWorkflow(fields: object): Promise<void> {
    await carillon.api.workflow({
      name: 'Welcome',
      steps: [
        {
          name: 'Inbox',
          type: 'in_app',
          controlValues: { subject: 'Hello {{subscriber.firstName}}', body: 'Text: {{payload.text}}' },
        },
      ],
      ...fields,
    });
  }

  const trigger = (fields: object): Promise<ApiResponse> =>
    carillon.api.post('/v1/events/trigger', { name: 'welcome', to: newId(), ...fields });
  const newId = (): string => `s-${randomBytes(6).toString('hex')}`;
  const inbox = (subscriberId: string): Promise<{ subject: string; body: string; transactionId: string }[]> =>
    carillon.api.inbox(subscriberId);
  const delivered = (transactionId: string): Promise<void> =>
    eventually(async () => {
      const event = await events.findOne({ transactionId }).lean();
      expect(event).not.toBeNull();
      expect(event?.sweepAt).toBeUndefined();
    });

  it('delivers the notification to the inbox of the recipient', async () => {
    const to = newId();
    const answer = await trigger({ to: { subscriberId: to, firstName: 'Ada' }, payload: { text: 'a & b' } });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      data: { acknowledged: true, status: 'processed', transactionId: expect.any(String) },
    });
    await delivered(answer.body.data.transactionId);
    expect(await inbox(to)).toMatchObject([
      { subject: 'Hello Ada', body: 'Text: a & b', transactionId: answer.body.data.transactionId },
    ]);
  });

  it('T1: takes everything a trigger may bring along', async () => {
    const fields = {
      to: newId(),
      payload: { text: 'x' },
      overrides: { severity: 'high' },
      transactionId: randomUUID(),
      actor: newId(),
      context: { app: 'web' },
    };
    const { status, body } = await trigger(fields);
    const { transactionId } = fields;
    expect([status, body]).toEqual([201, { data: { acknowledged: true, status: 'processed', transactionId } }]);
    await delivered(transactionId);
    const event = await events.findOne({ transactionId }).lean();
    expect(event).toMatchObject({
      payload: { text: 'x' },
      overrides: { severity: 'high' },
      actor: { subscriberId: fields.actor },
      recipients: [{ kind: 'subscriber', profile: { subscriberId: fields.to } }],
      context: { app: { id: 'web' } },
    });
  });

  describe('the answer', () => {
    it('T10: makes up a UUID when no transactionId is given', async () => {
      const { body } = await trigger({});
      expect(body.data.transactionId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    });

    it('T10: returns a given transactionId unchanged', async () => {
      const transactionId = `order 4711/ü ${randomUUID()}`;
      expect((await trigger({ transactionId })).body.data.transactionId).toBe(transactionId);
    });

    it('T7: says 422 workflow_not_found for an unknown workflow', async () => {
      const answer = await trigger({ name: 'unknown' });
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual(
        anError(422, 'workflow_not_found', { errors: {}, hint: expect.stringMatching(/^There is no workflow '/) }),
      );
    });

    it("T7: does not find another environment's workflow", async () => {
      const answer = await carillon.otherApi.post('/v1/events/trigger', { name: 'welcome', to: 'x' });
      expect(answer.body).toEqual(
        anError(422, 'workflow_not_found', { errors: {}, hint: expect.stringMatching(/^There is no workflow '/) }),
      );
    });

    it.each([
      ['an inactive workflow', { active: false }, {}, 'trigger_not_active'],
      ['a workflow without steps', { steps: [] }, {}, 'no_workflow_steps_defined'],
      ['an unknown tenant', {}, { tenant: 'acme' }, 'no_tenant_found'],
      ['an unknown tenant given as an object', {}, { tenant: { identifier: 'acme' } }, 'no_tenant_found'],
    ])('T8, T9: tells that %s sends nothing, and stores nothing', async (_case, workflow, fields, status) => {
      const workflowId = newId();
      await createWorkflow({ workflowId, ...workflow });
      const transactionId = randomUUID();
      const answer = await trigger({ name: workflowId, transactionId, ...fields });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({ data: { acknowledged: true, status } });
      expect(await events.exists({ transactionId })).toBeNull();
    });

    it('T12: refuses a payload above the limit with the size and the limit', async () => {
      const answer = await trigger({ payload: { text: 'x'.repeat(524_288) } });
      expect(answer.status).toBe(413);
      expect(answer.body).toEqual(
        anError(413, 'payload has 524299 bytes as JSON, the limit is 524288 bytes', { error: 'Payload Too Large' }),
      );
    });

    it('accepts a payload just within the limit', async () => {
      expect((await trigger({ payload: { text: 'x'.repeat(524_277) } })).status).toBe(201);
    });
  });

  describe('recipients', () => {
    it('T2: takes ids, objects and topics, one or several', async () => {
      const [a, b] = [newId(), newId()];
      const { body } = await trigger({ to: [a, { subscriberId: b }, { type: 'Topic', topicKey: 'nobody' }] });
      await delivered(body.data.transactionId);
      expect(await inbox(a)).toHaveLength(1);
      expect(await inbox(b)).toHaveLength(1);
    });

    it('T3: accepts exactly 100 recipients and refuses 101, a topic counting as one', async () => {
      const hundred = [{ type: 'Topic', topicKey: 'nobody' }, ...Array.from({ length: 99 }, newId)];
      expect((await trigger({ to: hundred })).status).toBe(201);
      const answer = await trigger({ to: [...hundred, newId()] });
      expect(answer.body).toEqual(
        aValidationError({ to: { messages: ['to may name at most 100 recipients, but names 101'] } }),
      );
    });

    it.each<[string, unknown, string, string]>([
      ['an object without subscriberId', {}, 'to.subscriberId', `${SUBSCRIBER_ID_RULE}, but is missing`],
      ['a list as subscriberId', { subscriberId: ['a'] }, 'to.subscriberId', `${SUBSCRIBER_ID_RULE}, not a list`],
      ['an empty id', '', 'to', SUBSCRIBER_ID_RULE],
      ['null in a list', [null], 'to.0', 'to.0 must be a subscriber id or an object with a subscriberId'],
      ['a list in a list', [['a']], 'to.0', 'to.0 must be a subscriber id or an object with a subscriberId'],
      ['an empty list', [], 'to', 'to must name at least one recipient'],
      ['a number', 7, 'to', 'to must be a subscriber id or an object with a subscriberId'],
      ['a field of a wrong type', { subscriberId: 'a', email: 7 }, 'to.email', 'email must be a string'],
      [
        'a text that is no email address',
        [{ subscriberId: 'b', email: 'not-an-address' }],
        'to.0.email',
        'email must be one email address, as in ada@example.com',
      ],
      ['data that is no object', { subscriberId: 'b', data: [] }, 'to.data', 'data must be an object'],
      ['an id with a control character', 'a\0b', 'to', SUBSCRIBER_ID_RULE],
      [
        'an id with half a character',
        { subscriberId: '\ud83d' },
        'to.subscriberId',
        'to.subscriberId has half of a surrogate pair',
      ],
      [
        'data that poses as a type of the store',
        { subscriberId: 'a', data: { a: [{ _bsontype: 'ObjectId' }] } },
        'to.data',
        'data must not have the key "_bsontype"',
      ],
      ['a topic without key', { type: 'Topic' }, 'to.topicKey', 'topicKey must be a non-empty string'],
      [
        'a topic with a wrong exclude',
        { type: 'Topic', topicKey: 'a', exclude: 'b' },
        'to.exclude',
        'exclude must be a list of subscriber ids',
      ],
    ])('T11: refuses %s in the answer', async (_case, to, field, message) => {
      const answer = await trigger({ to });
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual(aValidationError({ [field]: { messages: [message] } }));
    });

    it('T11: a wrong recipient of several is left out, and named; of several wrong ones each is', async () => {
      const [one, other] = [newId(), newId()];
      const to = [one, { subscriberId: 'b', email: 'not-an-address' }, null, { subscriberId: other }];
      const { status, body } = await trigger({ to });
      expect({ status, data: body.data }).toMatchObject({
        status: 201,
        data: {
          status: 'processed',
          error: [
            'to.1.email: email must be one email address, as in ada@example.com',
            'to.2: to.2 must be a subscriber id or an object with a subscriberId',
          ],
        },
      });
      await delivered(body.data.transactionId);
      const progress = await carillon.api.get(`/v1/events/trigger/${body.data.transactionId}`);
      expect(progress.body.data).toMatchObject({
        expanded: 2,
        problems: [{ code: 'invalid_recipient' }, { code: 'invalid_recipient' }],
      });
      const wrong = await trigger({ to: [null, { subscriberId: 'b', email: 'x' }] });
      expect(Object.keys(wrong.body.errors)).toEqual(['to.0', 'to.1.email']);
      const channels = [{ providerId: 'slack', integrationIdentifier: 'gone', credentials: {} }];
      const sealed = await trigger({ to: [{ subscriberId: 'b', channels }, one] });
      expect(sealed.body.data.error).toEqual([expect.stringMatching(/^to\.0\.channels\.0/)]);
    });

    it('V2: a payload that does not fit its schema is named in the result, and in the progress', async () => {
      const payloadSchema = { type: 'object', properties: { orderId: { type: 'string' } }, required: ['orderId'] };
      const { workflowId } = await carillon.api.workflow({ payloadSchema, validatePayload: false });
      const { body } = await carillon.api.post('/v1/events/trigger', { name: workflowId, to: newId(), payload: {} });
      const warning = "payload.orderId does not fit the schema of the workflow: must have required property 'orderId'";
      expect(body.data.warnings).toEqual([warning]);
      const progress = await carillon.api.get(`/v1/events/trigger/${body.data.transactionId}`);
      expect(progress.body.data.problems).toEqual([{ code: 'payload_mismatch', detail: warning }]);
    });

    it('D4: a transactionId of another workflow says that nothing was triggered', async () => {
      const { workflowId } = await carillon.api.workflow();
      const transactionId = newId();
      await trigger({ to: newId(), transactionId });
      expect((await trigger({ to: newId(), transactionId })).body.data).not.toHaveProperty('warnings');
      const again = { name: workflowId, to: newId(), transactionId };
      const { body } = await carillon.api.post('/v1/events/trigger', again);
      expect(body.data.warnings).toEqual([expect.stringMatching(/^Nothing was triggered: .*another workflow$/)]);
    });

    it.each([
      ['/v1/events/trigger', '{"name": "welcome", "to": "a", "payload": {"id": 12345678901234567890}}', 'payload.id'],
      [
        '/v1/events/trigger/bulk',
        '{"events": [{"name": "welcome", "to": "a", "payload": {"id": 1e400}}]}',
        'events.0.payload.id',
      ],
      ['/v2/subscribers', '{"subscriberId": "a", "data": {"n": -9007199254740993}}', 'data.n'],
    ])('WR4: a number at %s that would be changed is refused with its place', async (url, payload, place) => {
      const headers = { 'content-type': 'application/json' };
      const { status, body } = await carillon.api.request({ method: 'POST', url, payload, headers });
      expect({ status, errors: body.errors }).toEqual({
        status: 422,
        errors: { [place]: { messages: [expect.stringMatching(/would be changed: send it as a text/)] } },
      });
    });

    it('T19: a field that no trigger has is named in the result, and the trigger is accepted', async () => {
      const { status, body } = await trigger({
        to: { subscriberId: newId(), mail: 'x' },
        payloads: {},
        agentId: 'y',
      });
      expect({ status, result: body.data.status }).toEqual({ status: 201, result: 'processed' });
      expect(body.data.warnings).toEqual([
        expect.stringMatching(/^to\.mail was ignored: the fields here are .*email.* Did you mean 'email'\?$/),
        expect.stringMatching(/^payloads was ignored: the fields here are to, payload, .* Did you mean 'payload'\?$/),
        'agentId has no effect here',
      ]);
      const bulk = await carillon.api.post('/v1/events/trigger/bulk', {
        events: [
          { name: 'welcome', to: newId() },
          { name: 'welcome', to: newId(), payloads: {} },
        ],
      });
      expect(bulk.body.data[0]).not.toHaveProperty('warnings');
      expect(bulk.body.data[1].warnings).toHaveLength(1);
    });

    it('R1: stores the fields of a recipient object and leaves absent and null ones alone', async () => {
      const subscriberId = newId();
      await delivered(
        (await trigger({ to: { subscriberId, firstName: 'Ada', data: { a: 1, b: 2 } } })).body.data.transactionId,
      );
      const second = await trigger({ to: { subscriberId, lastName: 'Lovelace', firstName: null, data: { c: 3 } } });
      await delivered(second.body.data.transactionId);
      const { body } = await carillon.api.get(`/v2/subscribers/${subscriberId}`);
      expect(body.data).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', data: { c: 3 } });
    });

    it('R2: creates an empty subscriber for an unknown id', async () => {
      const subscriberId = newId();
      await delivered((await trigger({ to: subscriberId })).body.data.transactionId);
      expect((await carillon.api.get(`/v2/subscribers/${subscriberId}`)).status).toBe(200);
    });

    it('R3: writes nothing when nothing changed', async () => {
      const to = { subscriberId: newId(), firstName: 'Ada' };
      await delivered((await trigger({ to })).body.data.transactionId);
      const before = await subscribers.findOne({ subscriberId: to.subscriberId }).lean();
      await delivered((await trigger({ to })).body.data.transactionId);
      expect(await subscribers.findOne({ subscriberId: to.subscriberId }).lean()).toEqual(before);
    });

    it('R4: makes 10 subscribers of 1,000 parallel triggers for 10 new ids', async () => {
      const ids = Array.from({ length: 10 }, newId);
      const answers = await Promise.all(
        Array.from({ length: 1000 }, (_, index) => trigger({ to: ids[index % ids.length]! })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      await eventually(async () => {
        expect(await events.countDocuments({ sweepAt: { $exists: true } })).toBe(0);
      });
      expect(await subscribers.countDocuments({ subscriberId: { $in: ids } })).toBe(10);
      for (const id of ids) {
        const subscriber = await subscribers.findOne({ subscriberId: id }).lean();
        expect(await messages.countDocuments({ subscriberId: subscriber!._id })).toBe(100);
      }
    });

    it('R5: treats the same id twice as one recipient, and the last object wins', async () => {
      const subscriberId = newId();
      const to = [{ subscriberId, firstName: 'First' }, { subscriberId, firstName: 'Last' }, subscriberId];
      await delivered((await trigger({ to })).body.data.transactionId);
      expect(await inbox(subscriberId)).toMatchObject([{ subject: 'Hello Last' }]);
    });

    it('R8: stores an actor given as an object', async () => {
      const actor = { subscriberId: newId(), firstName: 'Grace' };
      const { body } = await trigger({ actor });
      await delivered(body.data.transactionId);
      expect((await carillon.api.get(`/v2/subscribers/${actor.subscriberId}`)).body.data).toMatchObject(actor);
      expect(await inbox(actor.subscriberId)).toEqual([]);
    });
  });

  describe('de-duplication', () => {
    it('D1, D4: ignores a repeated transactionId and answers like the first time', async () => {
      const [to, other, transactionId] = [newId(), newId(), randomUUID()];
      const first = await trigger({ to, transactionId });
      await delivered(transactionId);
      const second = await trigger({ to: other, transactionId, payload: { text: 'other' } });
      expect(second.status).toBe(201);
      expect(second.body).toEqual(first.body);
      expect(first.headers).not.toHaveProperty('transaction-replayed');
      expect(second.headers).toHaveProperty('transaction-replayed', 'true');
      expect(await inbox(to)).toHaveLength(1);
      expect(await subscribers.exists({ subscriberId: other })).toBeNull();
    });

    it('D2: keeps transaction ids of environments apart', async () => {
      const transactionId = randomUUID();
      await carillon.otherApi.workflow({
        workflowId: 'welcome',
        steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: 'Production' } }],
      });
      await trigger({ transactionId });
      const answer = await carillon.otherApi.post('/v1/events/trigger', { name: 'welcome', to: 'ada', transactionId });
      expect(answer.headers).not.toHaveProperty('transaction-replayed');
      expect(await events.countDocuments({ transactionId })).toBe(2);
      await eventually(async () => {
        expect(await carillon.otherApi.inbox('ada')).toMatchObject([{ body: 'Production' }]);
      });
      expect((await carillon.api.get('/v2/subscribers/ada')).status).toBe(404);
    });

    it('D3: 50 parallel triggers with one transactionId deliver one message', async () => {
      const [to, transactionId] = [newId(), randomUUID()];
      const answers = await Promise.all(Array.from({ length: 50 }, () => trigger({ to, transactionId })));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
      expect(answers.filter(({ headers }) => !('transaction-replayed' in headers))).toHaveLength(1);
      await delivered(transactionId);
      expect(await messages.countDocuments({ transactionId })).toBe(1);
    });

    it('D5: remembers a transactionId for 30 days, by an index that removes the event after them', async () => {
      const { body } = await trigger({});
      const event = await events.findOne({ transactionId: body.data.transactionId }).lean();
      expect(event!.expiresAt.getTime() - event!.createdAt.getTime()).toBe(30 * 86_400_000);
      const indexes = await events.collection.indexes();
      expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
    });

    it('D7: a job that runs twice delivers once', async () => {
      const { body } = await trigger({});
      const { transactionId } = body.data;
      await delivered(transactionId);
      // As it stands when a worker dies after writing everything and before saying so.
      const reopened = { sweepAt: new Date(0), 'expansion.chunk': 0, 'expansion.done': false };
      await events.updateOne({ transactionId }, { $set: reopened });
      const { Sweeper } = await import('../../src/delivery/dispatch/sweeper.js');
      await carillon.app.get(Sweeper).sweep();
      await delivered(transactionId);
      expect(await messages.countDocuments({ transactionId })).toBe(1);
      expect(await runs.countDocuments({ transactionId })).toBe(1);
    });
  });

  describe('broken requests', () => {
    const url = '/v1/events/trigger';
    const json = { 'content-type': 'application/json' };

    it.each<[string, object, object]>([
      ['no name', { to: 'a' }, { name: { messages: ['name must be a string, but is missing'] } }],
      ['a name of a wrong type', { name: 7, to: 'a' }, { name: { messages: expect.anything(), value: 7 } }],
      [
        'no recipients',
        { name: 'welcome' },
        { to: { messages: ['to must name at least one recipient, but is missing'] } },
      ],
      ['recipients null', { name: 'welcome', to: null }, { to: { messages: ['to must name at least one recipient'] } }],
      [
        'a payload that is no object',
        { name: 'welcome', to: 'a', payload: 'x' },
        { payload: { messages: ['payload must be an object, not a string'], value: 'x' } },
      ],
      [
        'a payload that poses as a type of the store',
        { name: 'welcome', to: 'a', payload: { _bsontype: 'ObjectId' } },
        { payload: { messages: ['payload must not have the key "_bsontype"'] } },
      ],
      [
        'an unknown severity',
        { name: 'welcome', to: 'a', overrides: { severity: 'huge' } },
        {
          'overrides.severity': {
            messages: ['severity must be one of the following values: high, medium, low, none'],
            value: 'huge',
          },
        },
      ],
      [
        'an empty transactionId',
        { name: 'welcome', to: 'a', transactionId: '' },
        { transactionId: { messages: expect.anything(), value: '' } },
      ],
      [
        'six contexts',
        { name: 'welcome', to: 'a', context: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } },
        { context: { messages: ['context may have at most 5 entries'] } },
      ],
    ])('%s is 422 and names the field', async (_case, body, errors) => {
      const answer = await carillon.api.post(url, body);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual(aValidationError(errors));
    });

    it('unknown fields are ignored', async () => {
      expect((await trigger({ agentId: 'helper', nonsense: { deep: true } })).status).toBe(201);
    });

    it('malformed JSON is 400 in the shape of every error', async () => {
      const answer = await carillon.api.request({ method: 'POST', url, headers: json, payload: '{"name": ' });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual(anError(400, expect.stringMatching(/^Malformed JSON: /), { error: 'Bad Request' }));
    });

    it('an empty body with a JSON content type is 422 like a missing body', async () => {
      const answer = await carillon.api.request({ method: 'POST', url, headers: json, payload: '' });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors).toSorted()).toEqual(['name', 'to']);
    });

    it.each([64, 5000, 1_000_000])('JSON nested %d levels deep is 400', async (levels) => {
      const payload = `{"name": "welcome", "to": "a", "payload": ${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
      const answer = await carillon.api.request({ method: 'POST', url, headers: json, payload });
      expect(answer.body).toEqual(
        anError(400, 'The JSON is nested more than 64 levels deep', { error: 'Bad Request' }),
      );
    });

    it('keys that could change a prototype are 422, and named', async () => {
      const payload = '{"name": "welcome", "to": "a", "payload": {"__proto__": {"admin": true}}}';
      const { status, body } = await carillon.api.request({ method: 'POST', url, headers: json, payload });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['payload.__proto__']]);
    });

    it('a member called constructor is a member like any other', async () => {
      const to = newId();
      await createWorkflow({
        workflowId: to,
        steps: [{ name: 'Inbox', type: 'in_app', controlValues: { body: '{{payload.constructor}}' } }],
      });
      const { body } = await trigger({ name: to, to, payload: { constructor: 'Brunel' } });
      await delivered(body.data.transactionId);
      expect(await inbox(to)).toMatchObject([{ body: 'Brunel' }]);
    });

    it('a body that is no object is 422', async () => {
      const answer = await carillon.api.request({ method: 'POST', url, headers: json, payload: '[]' });
      expect(answer.status).toBe(422);
    });

    it('a body that is too large is 413', async () => {
      const payload = JSON.stringify({ name: 'welcome', to: 'a', payload: { text: 'x'.repeat(29_360_128) } });
      const answer = await carillon.api.request({ method: 'POST', url, headers: json, payload });
      expect(answer.status).toBe(413);
      expect(answer.body).toEqual(anError(413, 'Request body is too large'));
    });

    it('a body of another content type is 415', async () => {
      const headers = { 'content-type': 'text/xml' };
      const answer = await carillon.api.request({ method: 'POST', url, headers, payload: '<a/>' });
      expect(answer.status).toBe(415);
      expect(answer.body).toEqual(
        anError(415, 'Unsupported Media Type', { hint: expect.stringMatching(/Content-Type: application\/json/) }),
      );
    });

    it('an unknown path is 404 in the shape of every error', async () => {
      const answer = await carillon.api.get('/v1/nothing?x=1');
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({
        ...anError(404, 'Cannot GET /v1/nothing. GET / lists what is served', { error: 'Not Found' }),
        path: '/v1/nothing',
      });
    });

    it.each([
      ['no key', undefined, 'Unauthorized'],
      ['another scheme', 'Bearer abc', 'Unauthorized'],
      ['an unknown key', 'ApiKey 00000000000000000000000000000000', 'API Key not found'],
    ])('%s is 401', async (_case, authorization, message) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const answer = await carillon.anonymous.request({ method: 'POST', url, headers, payload: {} });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ statusCode: 401, message, path: url, timestamp: expect.any(String) });
    });
  });

  function anError(statusCode: number, message: unknown, more: object = {}): object {
    return { statusCode, message, path: expect.any(String), timestamp: expect.any(String), ...more };
  }

  function aValidationError(errors: object): object {
    return anError(422, 'Validation failed', { errors });
  }
});
