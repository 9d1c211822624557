import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { Context } from '../../src/contexts/context.schema.js';
import { AttachmentsService } from '../../src/events/attachments/attachments.service.js';
import { attachmentFiles } from '../erasure/traces/attachment-files.js';
import { ExpansionScene } from '../delivery/dispatch/expansion/expansion-scene.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('what a trigger brings along', () => {
  let carillon: TestApp;
  let scene: ExpansionScene;
  let name: string;

  beforeAll(async () => {
    carillon = await startTestApp();
    scene = await ExpansionScene.on(carillon);
    name = await scene.workflow();
  });

  afterAll(() => carillon.close());

  /** Triggers for somebody new, waits, and returns the text that was delivered. */
  async function textOf(fields: object): Promise<string> {
    const { status, body } = await scene.trigger({ name, to: scene.newId(), ...fields });
    expect(status).toBe(201);
    await scene.expanded(body.data.transactionId);
    const [message] = await scene.messages.find({ transactionId: body.data.transactionId }).lean();
    return message!.body;
  }

  describe('payload schema', () => {
    const payloadSchema = {
      type: 'object',
      properties: {
        text: { type: 'string', default: 'none given' },
        count: { type: 'number' },
        email: { type: 'string', format: 'email' },
      },
      required: ['count'],
    };

    it('V1: a payload that breaks it is 400, with every violation, and nothing is stored', async () => {
      const strict = await scene.workflow({ payloadSchema, validatePayload: true });
      const transactionId = randomUUID();
      const payload = { text: 7, email: 'nobody' };
      const answer = await scene.trigger({ name: strict, to: 'a', transactionId, payload });
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        statusCode: 400,
        timestamp: expect.any(String),
        path: '/v1/events/trigger',
        message: 'The payload does not fit the schema of the workflow',
        type: 'PAYLOAD_VALIDATION_ERROR',
        errors: [
          { field: 'count', message: "must have required property 'count'", schemaPath: '#/required' },
          { field: 'text', message: 'must be string', value: 7, schemaPath: '#/properties/text/type' },
          {
            field: 'email',
            message: 'must match format "email"',
            value: 'nobody',
            schemaPath: '#/properties/email/format',
          },
        ],
      });
      expect(await scene.events.exists({ transactionId })).toBeNull();
    });

    it('V1: holds for broadcasts, too', async () => {
      const strict = await scene.workflow({ payloadSchema, validatePayload: true });
      const answer = await carillon.api.post('/v1/events/trigger/broadcast', { name: strict, payload: { count: '1' } });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        type: 'PAYLOAD_VALIDATION_ERROR',
        errors: [{ field: 'count', message: 'must be number', value: '1' }],
      });
    });

    it('V2: is not checked when the workflow does not validate', async () => {
      const loose = await scene.workflow({ payloadSchema, validatePayload: false });
      expect(await textOf({ name: loose, payload: { text: 7 } })).toBe('Text: 7');
    });

    it('V4: its defaults are filled in before rendering', async () => {
      const strict = await scene.workflow({ payloadSchema, validatePayload: true });
      expect(await textOf({ name: strict, payload: { count: 1 } })).toBe('Text: none given');
      expect(await textOf({ name: strict, payload: { count: 1, text: '' } })).toBe('Text: ');
    });

    it.each<[string, object, string | RegExp]>([
      [
        'a keyword of a wrong form',
        { type: 'object', required: 'count' },
        'payloadSchema cannot be used: schema is invalid: data/required must be array',
      ],
      ['a remote reference', { $ref: 'https://example.com/a.json' }, /can't resolve reference/],
      ['a pattern that may take for ever', { properties: { a: { pattern: '(a)\\1' } } }, /invalid escape sequence/],
      ['V6: a property name with a blank', { properties: { 'a b': {} } }, /has the property "a b"/],
    ])('%s is 422 when the workflow is saved', async (_case, schema, message) => {
      const workflow = { name: 'Strict', steps: [], payloadSchema: schema };
      const answer = await carillon.api.post('/v2/workflows', workflow);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({
        payloadSchema: { messages: [typeof message === 'string' ? message : expect.stringMatching(message)] },
      });
    });
  });

  describe('attachments', () => {
    const file = Buffer.from('attached').toString('base64');

    it('T12, E4: do not count towards the payload, and are stored apart from it', async () => {
      const large = Buffer.alloc(600_000, 'x').toString('base64');
      const attachments = [
        { file, name: 'a.txt', mime: 'text/plain' },
        { file: large, name: 'b.bin' },
      ];
      // They go when the last step has ended, so this one waits.
      const wait = { name: 'Wait', type: 'delay', controlValues: { amount: 1, unit: 'days' } };
      const waiting = await scene.workflow({ steps: [wait] });
      const payload = { text: 'x', attachments };
      const { status, body } = await scene.trigger({ name: waiting, to: scene.newId(), payload });
      expect(status).toBe(201);
      const event = await scene.expanded(body.data.transactionId);
      expect(event.payload).toEqual({ text: 'x' });
      expect(event.attachments).toEqual([
        { id: expect.anything(), name: 'a.txt', mime: 'text/plain', size: 8 },
        { id: expect.anything(), name: 'b.bin', size: 600_000 },
      ]);
      const service = carillon.app.get(AttachmentsService);
      const owner = { environmentId: event.environmentId, eventId: event._id };
      const contents = await Promise.all(event.attachments!.map((one) => service.read(owner, one)));
      expect(contents.map(({ length }) => length)).toEqual([8, 600_000]);
      expect(contents[0]!.toString()).toBe('attached');
      expect(await carillon.connection.collection('attachments').countDocuments()).toBe(0);
      await service.deleteOf(owner);
      await expect(service.read(owner, event.attachments![0]!)).rejects.toThrow('"a.txt" is not there any more');
    });

    it('are not kept for a trigger that is ignored', async () => {
      const transactionId = randomUUID();
      const fields = { name, to: scene.newId(), transactionId, payload: { attachments: [{ file, name: 'a' }] } };
      await scene.trigger(fields);
      const before = await attachmentFiles(carillon);
      expect((await scene.trigger(fields)).headers).toHaveProperty('transaction-replayed', 'true');
      const added = [...(await attachmentFiles(carillon)).keys()].filter((path) => !before.has(path));
      expect(added).toEqual([]);
    });

    it.each<[string, object, string, string]>([
      [
        'a data URL',
        { file: `data:text/plain;base64,${file}` },
        'file',
        'file must be base64, without a data URL in front',
      ],
      ['a file that is no text', { file: 7 }, 'file', 'file must be base64, without a data URL in front'],
      ['an empty name', { file, name: '' }, 'name', 'name must be a text of 1 to 512 characters'],
      ['a type that is no text', { file, mime: 7 }, 'mime', 'mime must be a text of at most 512 characters'],
    ])('%s is 422 and names the field', async (_case, attachment, field, message) => {
      const answer = await scene.trigger({ name, to: 'a', payload: { attachments: [attachment] } });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toEqual({ [`payload.attachments.0.${field}`]: { messages: [message] } });
    });

    it('T12: more than a hundred are 422, and more than the limit in all 413', async () => {
      const attachments = Array.from({ length: 101 }, () => ({ file }));
      const many = await scene.trigger({ name, to: 'a', payload: { attachments } });
      expect(many.status).toBe(422);
      expect(many.body.errors).toEqual({
        'payload.attachments': { messages: ['attachments must have at most 100 entries'] },
      });
      const tooLarge = Buffer.alloc(20_971_521).toString('base64');
      const refused = await scene.trigger({ name, to: 'a', payload: { attachments: [{ file: tooLarge }] } });
      expect(refused.status).toBe(413);
      expect(refused.body.message).toBe('payload.attachments have 20971521 bytes, the limit is 20971520 bytes');
    });

    it('a list of something else under that name is ordinary data', async () => {
      const attachments = ['a', { name: 'b' }];
      const { body } = await scene.trigger({ name, to: scene.newId(), payload: { attachments } });
      expect((await scene.expanded(body.data.transactionId)).payload).toEqual({ attachments });
    });
  });

  describe('overrides', () => {
    it('keeps every form, and severity replaces that of the workflow', async () => {
      const overrides = {
        severity: 'high',
        steps: { inbox: { providers: { sendgrid: { templateId: 'x' } }, layoutId: null } },
        channels: { email: { layoutId: 'newsletter' } },
        providers: { sendgrid: { categories: ['a'] } },
        email: { to: ['a@example.com'] },
        layoutIdentifier: 'old',
        fcm: { ttl: 7 },
        delay: { amount: 2, unit: 'days' },
      };
      const { status, body } = await scene.trigger({ name, to: scene.newId(), overrides });
      expect(status).toBe(201);
      expect((await scene.expanded(body.data.transactionId)).overrides).toEqual(overrides);
      expect(await scene.runs.findOne({ transactionId: body.data.transactionId }).lean()).toMatchObject({
        severity: 'high',
      });
    });

    it.each<[string, object, string]>([
      ['a provider that is no object', { fcm: 'x' }, 'overrides.fcm'],
      ['a channel that is null', { email: null }, 'overrides.email'],
      ['steps in a list', { steps: [] }, 'overrides.steps'],
      ['a step that is no object', { steps: { a: 1 } }, 'overrides.steps.a'],
      ['a provider of a step', { steps: { a: { providers: { b: 1 } } } }, 'overrides.steps.a.providers.b'],
      ['a layout that is no text', { steps: { a: { layoutId: 1 } } }, 'overrides.steps.a.layoutId'],
      ['a layout of the channel', { channels: { email: { layoutId: '' } } }, 'overrides.channels.email.layoutId'],
      ['an old layout that is null', { layoutIdentifier: null }, 'overrides.layoutIdentifier'],
    ])('%s is 422 and names the field', async (_case, overrides, field) => {
      const answer = await scene.trigger({ name, to: 'a', overrides });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    });
  });

  describe('what cannot be stored', () => {
    const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });

    it.each<[string, object, string]>([
      ['a payload with a key of the store', { payload: { a: { _bsontype: 'ObjectId' } } }, 'payload'],
      ['a payload that is too deep', { payload: deep(60) }, 'payload'],
      ['overrides with a key of the store', { overrides: { fcm: { _bsontype: 'Long' } } }, 'overrides'],
      ['data of a subscriber', { to: { subscriberId: 'a', data: { _bsontype: 'Long' } } }, 'to.data'],
      ['data of a context', { context: { a: { id: 'b', data: { _bsontype: 'Long' } } } }, 'context.a.data'],
    ])('%s is 422 and names the field', async (_case, fields, field) => {
      const answer = await scene.trigger({ name, to: 'a', ...fields });
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    });

    it('an event that is larger than a document of the store is 413', async () => {
      const data = { text: 'x'.repeat(60_000) };
      const to = Array.from({ length: 100 }, () => ({ subscriberId: scene.newId(), data }));
      const context = { a: { id: 'b', data } };
      expect((await scene.trigger({ name, to, context })).status).toBe(201);
      const overrides = { fcm: { text: 'x'.repeat(11_000_000) } };
      const answer = await scene.trigger({ name, to, overrides });
      expect(answer.status).toBe(413);
      expect(answer.body.message).toMatch(/^the event has \d+ bytes, the limit is 15728640 bytes$/);
    });

    it.each([
      ['a number', 7],
      ['an object without identifier', {}],
      ['an empty text', ''],
    ])('a tenant that is %s is 422', async (_case, tenant) => {
      const answer = await scene.trigger({ name, to: 'a', tenant });
      expect(answer.body.errors).toEqual({
        tenant: { messages: ['tenant must be an identifier or an object with an identifier'] },
      });
    });
  });

  describe('contexts', () => {
    let contexts: Model<Context>;
    let about: string;

    beforeAll(async () => {
      contexts = carillon.app.get(getModelToken(Context.name));
      const controlValues = { body: '{{context.tenant.id}}: {{context.tenant.data.plan}}' };
      about = await scene.workflow({ steps: [{ name: 'Inbox', type: 'in_app', controlValues }] });
    });

    const told = (context: object) => textOf({ name: about, context });
    const stored = (key: string) => contexts.findOne({ key }).lean();

    it('C2, C3: an unknown context is created, and messages carry its key', async () => {
      const id = scene.newId();
      const { body } = await scene.trigger({ name, to: scene.newId(), context: { tenant: id, app: { id: 'shop' } } });
      await scene.expanded(body.data.transactionId);
      expect(await stored(`tenant:${id}`)).toMatchObject({ type: 'tenant', contextId: id, data: {} });
      const message = await scene.messages.findOne({ transactionId: body.data.transactionId }).lean();
      expect(message!.contextKeys).toEqual(['app:shop', `tenant:${id}`]);
    });

    it('C4, C7: data of a trigger replaces what is stored, and a bare id leaves it and reads it', async () => {
      const id = scene.newId();
      expect(await told({ tenant: { id, data: { plan: 'pro', seats: 3 } } })).toBe(`${id}: pro`);
      expect(await told({ tenant: id })).toBe(`${id}: pro`);
      expect((await stored(`tenant:${id}`))!.data).toEqual({ plan: 'pro', seats: 3 });
      expect(await told({ tenant: { id, data: { plan: 'free' } } })).toBe(`${id}: free`);
      expect((await stored(`tenant:${id}`))!.data).toEqual({ plan: 'free' });
    });

    it('C4: an older trigger that is delivered late does not replace newer data', async () => {
      const id = scene.newId();
      await told({ tenant: { id, data: { plan: 'new' } } });
      await contexts.updateOne({ key: `tenant:${id}` }, { updatedAt: new Date(Date.now() + 60_000) });
      expect(await told({ tenant: { id, data: { plan: 'old' } } })).toBe(`${id}: old`);
      expect((await stored(`tenant:${id}`))!.data).toEqual({ plan: 'new' });
    });

    it('C3: parallel first triggers create one context', async () => {
      const id = scene.newId();
      await Promise.all(Array.from({ length: 20 }, () => told({ tenant: { id, data: { plan: 'pro' } } })));
      expect(await contexts.countDocuments({ key: `tenant:${id}` })).toBe(1);
    });

    it("does not see another environment's context", async () => {
      const id = scene.newId();
      await told({ tenant: { id, data: { plan: 'pro' } } });
      const steps = [{ name: 'Inbox', type: 'in_app', controlValues: { body: 'Plan: {{context.tenant.data.plan}}' } }];
      await carillon.otherApi.workflow({ workflowId: about, steps });
      const answer = await carillon.otherApi.post('/v1/events/trigger', {
        name: about,
        to: 'x',
        context: { tenant: id },
      });
      await scene.expanded(answer.body.data.transactionId);
      const message = await scene.messages.findOne({ transactionId: answer.body.data.transactionId }).lean();
      expect(message!.body).toBe('Plan: ');
      expect(await contexts.countDocuments({ key: `tenant:${id}` })).toBe(2);
    });

    it('C1: data above 64 KB is 422', async () => {
      const context = { tenant: { id: 'a', data: { text: 'x'.repeat(65_536) } } };
      const answer = await scene.trigger({ name, to: 'a', context });
      expect(answer.body.errors).toEqual({
        'context.tenant.data': { messages: ['context.tenant.data must not be larger than 65536 bytes as JSON'] },
      });
    });
  });
});
