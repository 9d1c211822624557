import { Types } from 'mongoose';
import {
  aCondition,
  anEmailIntegration,
  keepFromEarlierRelease,
  SENDGRID_CREDENTIALS,
} from '../builders/integration.js';
import { startTestApp, type TestApp } from '../test-app.js';

const ID = /^[0-9a-f]{24}$/;
const UNKNOWN_ID = '6925a1f0c0ffee0123456789';

let test: TestApp;
let development: string;
let production: string;
/** An environment that nobody protects. */
let staging: string;

beforeAll(async () => {
  test = await startTestApp();
  const { body } = await test.api.get('/v1/environments');
  [development, production] = body.data.map(({ _id }: { _id: string }) => _id);
  staging = (await test.api.post('/v1/environments', { name: 'Staging' })).body.data._id;
});

afterAll(() => test.close());

const create = async (fields: object = {}) =>
  (await test.api.post('/v1/integrations', anEmailIntegration(fields))).body;
const update = (id: string, changes: object) => test.api.put(`/v1/integrations/${id}`, changes);
const idsOf = (integrations: { _id: string }[]) => integrations.map(({ _id }) => _id);

describe('list integrations', () => {
  it('G11: shows the in-app integration of every environment of the organization, bare and newest first', async () => {
    const { status, body } = await test.api.get('/v1/integrations');
    expect(status).toBe(200);
    const inApp = (environmentId: string) => ({
      _id: expect.stringMatching(ID),
      _environmentId: environmentId,
      _organizationId: expect.stringMatching(ID),
      name: 'In-app',
      identifier: expect.stringMatching(/^in-app-[0-9a-f]{8}$/),
      providerId: 'novu',
      channel: 'in_app',
      kind: 'delivery',
      credentials: {},
      maskedCredentials: {},
      active: true,
      deleted: false,
      primary: false,
      conditions: [],
    });
    expect(body).toEqual([inApp(staging), inApp(production), inApp(development)]);
    expect((await test.otherApi.get('/v1/integrations')).body).toEqual(body);
  });

  it('shows the active ones alone', async () => {
    const active = (await create()).data;
    const inactive = (await create({ active: false })).data;
    const all = idsOf((await test.api.get('/v1/integrations')).body);
    const { status, body } = await test.api.get('/v1/integrations/active');
    expect(status).toBe(200);
    expect(all.slice(0, 2)).toEqual([inactive._id, active._id]);
    expect(idsOf(body)).toEqual(all.slice(1));
  });
});

describe('create an integration', () => {
  it('answers with the new integration in an envelope', async () => {
    const request = anEmailIntegration({ name: 'Mail', conditions: [aCondition()] });
    const { status, body } = await test.api.post('/v1/integrations', request);
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        _id: expect.stringMatching(ID),
        _environmentId: development,
        _organizationId: expect.stringMatching(ID),
        name: 'Mail',
        identifier: request.identifier,
        providerId: 'sendgrid',
        channel: 'email',
        kind: 'delivery',
        credentials: {},
        maskedCredentials: { ...SENDGRID_CREDENTIALS, apiKey: 'set' },
        active: true,
        deleted: false,
        primary: false,
        conditions: [aCondition()],
      },
    });
  });

  it('needs no more than a provider: named after it, inactive, an identifier of its name', async () => {
    const { status, body } = await test.api.post('/v1/integrations', { providerId: 'twilio' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'Twilio', channel: 'sms', active: false, primary: false });
    expect(body.data.identifier).toMatch(/^twilio-[0-9a-f]{8}$/);
  });

  it('makes an identifier even of a name that cannot be spelled', async () => {
    expect((await create({ name: '邮件', identifier: undefined })).data.identifier).toMatch(
      /^integration-[0-9a-f]{8}$/,
    );
  });

  it('creates in another environment of the organization', async () => {
    const { data } = await create({ _environmentId: staging });
    expect(data._environmentId).toBe(staging);
    expect((await test.otherApi.put(`/v1/integrations/${data._id}`, { name: 'Seen' })).status).toBe(200);
  });

  it('integrates agents without a channel', async () => {
    const { status, body } = await test.api.post('/v1/integrations', { providerId: 'anthropic', kind: 'agent' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ kind: 'agent', providerId: 'anthropic', name: 'Anthropic' });
    expect(body.data).not.toHaveProperty('channel');
  });

  it('shows the configurations it is given', async () => {
    const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'whsec_hidden' };
    const { data } = await create({ configurations });
    expect(data.configurations).toEqual(configurations);
    expect((await test.api.get('/v1/integrations')).body[0].configurations).toEqual(configurations);
    const stored = await test.connection.collection('integrations').find().toArray();
    expect(JSON.stringify(stored)).not.toContain('whsec_hidden');
  });
});

describe('update an integration', () => {
  it('changes what is sent and leaves the rest', async () => {
    const before = (await create({ name: 'Before', active: false, conditions: [aCondition()] })).data;
    const { status, body } = await update(before._id, { name: 'After', conditions: [] });
    expect(status).toBe(200);
    expect(body).toEqual({ data: { ...before, name: 'After', conditions: [] } });
  });

  it('G2: has no priority until one is set', async () => {
    const { data } = await create({ conditions: [aCondition()] });
    expect(data).not.toHaveProperty('priority');
    expect((await update(data._id, { priority: 10 })).body.data).toEqual({ ...data, priority: 10 });
    expect((await create({ priority: 3 })).data.priority).toBe(3);
  });

  it('moves an integration to another environment of the organization', async () => {
    const { _id } = (await create({ active: false })).data;
    expect((await update(_id, { _environmentId: staging })).body.data._environmentId).toBe(staging);
    expect((await update(_id, { name: 'x' })).body.data).toMatchObject({ name: 'x', _environmentId: staging });
    expect((await test.otherApi.delete(`/v1/integrations/${_id}`)).status).toBe(200);
  });

  it('is one update after the other: no change of parallel ones is lost', async () => {
    const { _id } = (await create({ active: false, credentials: {} })).data;
    const changes = ['apiKey', 'from', 'senderName', 'ipPoolName', 'projectName', 'user', 'password', 'token'];
    const answers = await Promise.all(changes.map((key) => update(_id, { credentials: { [key]: 'x' } })));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
    const [stored] = await test.connection
      .collection('integrations')
      .find({ identifier: answers[0]!.body.data.identifier })
      .toArray();
    expect(Object.keys(stored!.credentials).sort()).toEqual(changes.sort());
  });
});

describe('G10: credentials', () => {
  it('are encrypted in the store, and secrets are never shown', async () => {
    const { data } = await create();
    const updated = await update(data._id, { credentials: { apiKey: 'SG.another-secret' } });
    const answers = [data, updated.body, (await test.api.get('/v1/integrations')).body];
    const stored = await test.connection.collection('integrations').find().toArray();
    expect(JSON.stringify(answers)).not.toMatch(/secret/);
    expect(JSON.stringify(stored)).not.toMatch(/secret|hello@example/);
    expect(updated.body.data).toMatchObject({
      credentials: {},
      maskedCredentials: { apiKey: 'set', from: 'hello@example.com', senderName: 'Example' },
    });
  });

  const smtp = { host: 'smtp.example.com', port: '587', user: 'shop', password: 'first-secret' };
  const anSmtpIntegration = async () =>
    (await create({ providerId: 'nodemailer', active: false, credentials: smtp })).data;
  const storedCredentials = async (identifier: string) =>
    (await test.connection.collection('integrations').findOne({ identifier }))!.credentials as Record<string, string>;

  it('shown with secrets as "set" can be sent back, which leaves the secrets', async () => {
    const { _id, identifier, maskedCredentials } = await anSmtpIntegration();
    expect(maskedCredentials).toEqual({ ...smtp, password: 'set' });
    const before = await storedCredentials(identifier);
    const { status, body } = await update(_id, { credentials: { ...maskedCredentials, user: 'other' } });
    expect(status).toBe(200);
    expect(body.data.maskedCredentials).toEqual({ ...smtp, user: 'other', password: 'set' });
    expect((await storedCredentials(identifier)).password).toBe(before.password);
  });

  it('cannot be created with "set" for a secret', async () => {
    const { status, body } = await test.api.post(
      '/v1/integrations',
      anEmailIntegration({ credentials: { ...SENDGRID_CREDENTIALS, apiKey: 'set' } }),
    );
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['credentials.apiKey']);
  });

  it('G13: secrets must be entered again when host, base address or port change', async () => {
    const { _id, identifier } = await anSmtpIntegration();
    const before = await storedCredentials(identifier);
    for (const credentials of [
      { host: 'evil.example.com', port: '25' },
      { host: 'evil.example.com', password: 'set' },
      { port: '2525' },
      { baseUrl: 'https://evil.example.com' },
    ]) {
      const { status, body } = await update(_id, { credentials });
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
        status: 422,
        fields: ['credentials.password'],
      });
      expect(body.errors['credentials.password'].messages[0]).toMatch(/^password must be entered again: /);
    }
    expect(await storedCredentials(identifier)).toEqual(before);
    const moved = { host: 'smtp.other.example', password: 'second-secret' };
    expect((await update(_id, { credentials: moved })).body.data.maskedCredentials).toEqual({
      ...smtp,
      host: 'smtp.other.example',
      password: 'set',
    });
  });

  it.each<[string, object, object, number]>([
    ['is refused without the keys its provider needs', { credentials: { apiKey: 'x' } }, {}, 400],
    ['may lack them while it is inactive', { credentials: {}, active: false }, { name: 'x' }, 200],
    ['may lack them when the check is waived', { credentials: {}, check: false }, { name: 'x' }, 200],
    ['cannot be switched on without them', { credentials: {}, active: false }, { active: true }, 400],
    ['is switched on with them', { credentials: {}, active: false }, { active: true, ...credentials() }, 200],
    ['is switched on with those that were given before', { active: false }, { active: true }, 200],
    ['keeps those that are not sent', {}, { credentials: { apiKey: 'new' } }, 200],
    ['cannot lose one it needs', {}, { credentials: { from: '' } }, 400],
    ['may lose one it does not need', { credentials: pool() }, { credentials: { ipPoolName: '' } }, 200],
    ['may lose one when the check is waived', {}, { credentials: { from: '' }, check: false }, 200],
  ])('an active integration %s', async (_case, fields, changes, status) => {
    const created = await test.api.post('/v1/integrations', anEmailIntegration(fields));
    const last = created.status === 201 ? await update(created.body.data._id, changes) : created;
    expect(last.status).toBe(status);
    if (status === 400) expect(last.body.message).toMatch(/^The credentials of SendGrid are incomplete; missing: /);
  });

  function credentials() {
    return { credentials: SENDGRID_CREDENTIALS };
  }

  function pool() {
    return { ...SENDGRID_CREDENTIALS, ipPoolName: 'pool' };
  }
});

describe('delete an integration', () => {
  it('answers with those that are left, in an envelope', async () => {
    const { _id } = (await create()).data;
    const { status, body } = await test.api.delete(`/v1/integrations/${_id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: (await test.api.get('/v1/integrations')).body });
    expect(idsOf(body.data)).not.toContain(_id);
    expect((await test.api.delete(`/v1/integrations/${_id}`)).status).toBe(404);
  });

  it('frees the identifier', async () => {
    const { _id, identifier } = (await create()).data;
    await test.api.delete(`/v1/integrations/${_id}`);
    expect((await create({ identifier })).data.identifier).toBe(identifier);
  });
});

describe('G14: integrations of other environments', () => {
  const protect = (environmentId: string) =>
    test.connection
      .collection('environments')
      .updateOne({ _id: new Types.ObjectId(environmentId) }, { $set: { protected: true } });

  it('are listed, created, changed, made primary and deleted with the key of any', async () => {
    const { _id } = (await create({ _environmentId: staging })).data;
    const { _id: second } = (await create({ _environmentId: staging })).data;
    for (const api of [test.api, test.otherApi]) {
      expect(idsOf((await api.get('/v1/integrations')).body)).toEqual(expect.arrayContaining([_id, second]));
      const changed = await api.put(`/v1/integrations/${_id}`, { active: true, name: 'Changed' });
      expect(changed.body.data).toMatchObject({ name: 'Changed', _environmentId: staging, active: true });
      for (const id of [second, _id]) {
        const { body } = await api.post(`/v1/integrations/${id}/set-primary`);
        expect(body.data).toMatchObject({ _id: id, _environmentId: staging, primary: true });
      }
      const primaries = (await api.get('/v1/integrations')).body.filter(
        (one: Record<string, unknown>) => one._environmentId === staging && one.primary === true,
      );
      expect(idsOf(primaries)).toEqual([_id]);
    }
    expect((await test.api.delete(`/v1/integrations/${_id}`)).status).toBe(200);
    const { status, body } = await test.otherApi.delete(`/v1/integrations/${second}`);
    expect(status).toBe(200);
    expect(idsOf(body.data)).not.toContain(second);
  });

  it('of a protected one are listed, and changed with a key of its own alone', async () => {
    await protect(production);
    const fields = anEmailIntegration({ active: false });
    const { _id } = (await test.otherApi.post('/v1/integrations', fields)).body.data;
    const own = (await create({ active: false })).data._id;
    const stored = () => test.connection.collection('integrations').find().toArray();
    const before = await stored();
    for (const refused of [
      await update(_id, { name: 'Stolen' }),
      await update(own, { _environmentId: production }),
      await test.api.delete(`/v1/integrations/${_id}`),
      await test.api.post(`/v1/integrations/${_id}/set-primary`),
      await test.api.post(`/v1/integrations/${_id}/auto-configure`),
      await test.api.post(`/v1/integrations/${_id}/test`, { to: 'ada@example.com' }),
      await test.api.post('/v1/integrations', anEmailIntegration({ _environmentId: production })),
    ]) {
      expect({ status: refused.status, message: refused.body.message }).toEqual({
        status: 403,
        message:
          "Environment 'Production' is protected: its integrations are changed, tested and created with an API key of its own",
      });
    }
    expect(await stored()).toEqual(before);
    expect(idsOf((await test.api.get('/v1/integrations')).body)).toContain(_id);
    expect((await test.otherApi.put(`/v1/integrations/${_id}`, { name: 'Changed' })).status).toBe(200);
    expect((await test.otherApi.delete(`/v1/integrations/${_id}`)).status).toBe(200);
  });
});

describe('the state of the inbox', () => {
  it('G11: follows the in-app integration at once', async () => {
    const state = async () => (await test.api.get('/v1/integrations/in-app/status')).body;
    const inApp = (await test.api.get('/v1/integrations')).body.find(
      (one: Record<string, unknown>) => one.channel === 'in_app' && one._environmentId === development,
    );
    expect(await state()).toEqual({ data: { active: true } });
    await update(inApp._id, { active: false });
    expect(await state()).toEqual({ data: { active: false } });
    await update(inApp._id, { active: true });
    expect(await state()).toEqual({ data: { active: true } });
  });
});

describe('whether reports of a provider are taken', () => {
  const status = (of: string) => test.api.get(`/v1/integrations/webhook/provider/${of}/status`);

  it('is told of an integration, and of a provider with any integration that takes them', async () => {
    const { _id } = (await create({ providerId: 'resend' })).data;
    for (const name of ['resend', _id]) expect((await status(name)).body).toEqual({ data: false });
    await update(_id, { configurations: { inboundWebhookEnabled: true } });
    for (const name of ['resend', _id]) expect((await status(name)).body).toEqual({ data: true });
  });

  it.each([['mailgun'], [UNKNOWN_ID]])('is 404 for %s, which the environment has not integrated', async (of) => {
    expect(await status(of)).toMatchObject({ status: 404, body: { message: `Integration '${of}' was not found` } });
  });
});

describe('G12: providers that nothing can be sent with', () => {
  const providers = async () => (await test.api.get('/v1/integrations/providers')).body.data;

  it('are refused with 422 that says so, and with it every provider that is not sendable', async () => {
    const refused = (await providers()).filter(
      ({ sendable, kind }: Record<string, unknown>) => sendable === false && kind === 'delivery',
    );
    expect(refused.map(({ channel }: { channel: string }) => channel)).toEqual(
      expect.arrayContaining(['email', 'sms', 'chat']),
    );
    for (const { providerId, channel, name, reason } of refused) {
      const { status, body } = await test.api.post('/v1/integrations', { providerId, channel });
      expect({ status, errors: body.errors }).toEqual({
        status: 422,
        errors: {
          providerId: {
            messages: [
              `Carillon cannot send with ${name} (${providerId}): ${reason}. GET /v1/integrations/providers lists those it can send with, as sendable`,
            ],
            value: providerId,
          },
        },
      });
    }
  });

  it('are neither switched on nor made primary where they are from an earlier release, but can be changed', async () => {
    const id = await keepFromEarlierRelease(test.connection, { channel: 'email', providerId: 'clickatell' });
    expect(await update(id, { active: true })).toMatchObject({ status: 422, body: { errors: { providerId: {} } } });
    const primary = await test.api.post(`/v1/integrations/${id}/set-primary`);
    expect(primary).toMatchObject({ status: 422, body: { errors: { providerId: {} } } });
    expect((await update(id, { name: 'Renamed', active: false })).status).toBe(200);
    expect((await test.api.delete(`/v1/integrations/${id}`)).status).toBe(200);
  });

  it('lists providers with their fields, which of them are required or secret, and where their API is described', async () => {
    const all = await providers();
    const of = (id: string) => all.find(({ providerId }: { providerId: string }) => providerId === id);
    expect(of('nodemailer')).toMatchObject({
      name: 'SMTP',
      channel: 'email',
      kind: 'delivery',
      sendable: true,
      receivesTexts: false,
      documentation: expect.stringMatching(/^https:/),
    });
    const receiving = all.filter(({ receivesTexts }: { receivesTexts: boolean }) => receivesTexts);
    expect(receiving.map(({ providerId }: { providerId: string }) => providerId).toSorted()).toEqual([
      'infobip-sms',
      'nexmo',
      'plivo',
      'sinch',
      'telnyx',
      'twilio',
    ]);
    expect(of('nodemailer').fields).toEqual(
      expect.arrayContaining([
        {
          key: 'host',
          label: 'Host',
          description: 'Host name of the server.',
          type: 'string',
          required: true,
          secret: false,
        },
        {
          key: 'password',
          label: 'Password',
          description: 'Password.',
          type: 'string',
          required: false,
          secret: true,
          when: { key: 'authType', values: ['', 'password'] },
        },
        expect.objectContaining({ key: 'secure', type: 'boolean' }),
        expect.objectContaining({ key: 'tlsOptions', type: 'object', secret: true }),
      ]),
    );
    expect(of('email-webhook').fields).toContainEqual(
      expect.objectContaining({ key: 'hmacSecretKeyEncoding', values: ['text', 'base64', 'hex'], secret: false }),
    );
    expect(of('novu-email')).toMatchObject({ sendable: true, fields: [] });
    expect(of('novu')).toMatchObject({ channel: 'in_app', sendable: true });
    expect(of('anthropic')).toMatchObject({ kind: 'agent', sendable: false });
    expect(of('anthropic')).not.toHaveProperty('channel');
    // Every one that can be sent with can be read about.
    const undescribed = all.filter(
      ({ sendable, fields, documentation }: Record<string, unknown>) =>
        sendable === true && (fields as unknown[]).length > 1 && documentation === undefined,
    );
    expect(undescribed).toEqual([]);
  });
});
