import { HOUR } from '../delivery/engine-scene.js';
import { anInAppStep } from '../builders/workflow.js';
import { type Application, basic, LegacyScene } from './legacy-scene.js';

const NOTIFICATION = '/api/notification';
const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('A12: the legacy API refuses', () => {
  let scene: LegacyScene;
  let application: Application;
  let workflowId: string;
  let type: string;

  beforeAll(async () => {
    scene = await LegacyScene.start();
    application = await scene.application();
    workflowId = await scene.engine.workflow([anInAppStep()]);
    type = await scene.type(application, { workflowId, link: '{{url}}', bundleSegment: '{{bundle}}' });
  });

  afterAll(() => scene.close());

  const error = (statusCode: number, path = NOTIFICATION) => ({
    statusCode,
    path,
    timestamp: expect.stringMatching(/Z$/),
    message: expect.stringMatching(/./),
  });

  describe('credentials', () => {
    it.each<[string, (own: Application) => Record<string, string>, string]>([
      ['none', () => ({}), 'Unauthorized'],
      ['another scheme', ({ secret }) => ({ authorization: `Bearer ${secret}` }), 'Unauthorized'],
      ['a key of the main API', () => ({ authorization: `ApiKey ${scene.api.apiKey}` }), 'Unauthorized'],
      ['malformed base64', () => ({ authorization: 'Basic %%%' }), 'Unauthorized'],
      ['no colon', ({ applicationId }) => ({ authorization: encoded(applicationId) }), 'Unauthorized'],
      ['no secret', ({ applicationId }) => ({ authorization: encoded(`${applicationId}:`) }), 'Unauthorized'],
      [
        'an unknown application',
        ({ secret }) => ({ authorization: encoded(`app_unknown:${secret}`) }),
        'Unknown application or wrong secret',
      ],
      [
        'a wrong secret',
        ({ applicationId, secret }) => ({ authorization: encoded(`${applicationId}:${secret}x`) }),
        'Unknown application or wrong secret',
      ],
    ])('%s', async (_case, headers, message) => {
      for (const [method, path, body] of [
        ['POST', NOTIFICATION, { type, externalId: 'ada' }],
        ['GET', `${NOTIFICATION}/x`, undefined],
      ] as const) {
        const answer = await scene.call(method, path, headers(application), body);
        const hint = message === 'Unauthorized' ? /`Authorization: Basic <base64 of id:secret>`/ : /`POST .*\/rotate`/;
        const told = { message, hint: expect.stringMatching(hint) };
        expect(answer).toMatchObject({ status: 401, body: { ...error(401, path), ...told } });
        expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+"/);
      }
    });

    it('Basic ones on the main port, where the route is unknown, too', async () => {
      const { api } = scene.engine.carillon;
      const headers = { authorization: basic(application) };
      const answer = await api.request({ method: 'GET', url: '/v2/workflows', headers });
      expect(answer).toMatchObject({ status: 401, body: { message: 'Unauthorized' } });
      expect(answer.headers).not.toHaveProperty('www-authenticate');
      const unknown = await api.request({ method: 'POST', url: NOTIFICATION, payload: { type, externalId: 'a' } });
      expect(unknown).toMatchObject({ status: 404 });
    });

    it('the former secret after its overlap, and at once without one', async () => {
      const own = await scene.application();
      const ownType = await scene.type(own, { workflowId });
      const sendAs = async (secret: string) =>
        (await scene.send({ ...own, secret }, { type: ownType, externalId: '1' })).status;
      const rotate = async (body?: object) =>
        (await scene.api.post(`/v1/legacy/applications/${own.applicationId}/rotate`, body)).body.data;
      const second = await rotate({ overlapSeconds: 3600 });
      expect(Date.parse(second.formerSecretUntil)).toBeGreaterThan(scene.engine.clock.now().getTime());
      expect([await sendAs(own.secret), await sendAs(second.secret)]).toEqual([200, 200]);
      scene.engine.clock.forward(HOUR + 1000);
      expect([await sendAs(own.secret), await sendAs(second.secret)]).toEqual([401, 200]);
      const third = await rotate();
      expect(third).not.toHaveProperty('formerSecretUntil');
      expect([await sendAs(second.secret), await sendAs(third.secret)]).toEqual([401, 200]);
    });

    it('those of a deleted application', async () => {
      const own = await scene.application();
      const ownType = await scene.type(own, { workflowId });
      const send = () => scene.send(own, { type: ownType, externalId: '1' });
      expect((await send()).status).toBe(200);
      expect((await scene.api.delete(`/v1/legacy/applications/${own.applicationId}`)).status).toBe(204);
      expect((await send()).status).toBe(401);
    });
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no type', { type: undefined }, 'type'],
    ['null as type', { type: null }, 'type'],
    ['an empty type', { type: '' }, 'type'],
    ['a type that is no text', { type: 7 }, 'type'],
    ['no externalId', { externalId: undefined }, 'externalId'],
    ['null as externalId', { externalId: null }, 'externalId'],
    ['an empty externalId', { externalId: '' }, 'externalId'],
    ['a number as externalId', { externalId: 7 }, 'externalId'],
    ['an externalId that is too long', { externalId: 'x'.repeat(513) }, 'externalId'],
    ['an externalId with control characters', { externalId: 'a\nb' }, 'externalId'],
    ['metadata that is a list', { metadata: [] }, 'metadata'],
    ['metadata that is a text', { metadata: 'x' }, 'metadata'],
    ['null as metadata', { metadata: null }, 'metadata'],
    ['metadata that no store keeps', { metadata: { a: { _bsontype: 'Long' } } }, 'metadata'],
    ['attachments that are none', { metadata: { attachments: [{ file: 7 }] } }, 'metadata.attachments.0.file'],
    ['metadata that leads to a script', { metadata: { url: 'javascript:alert(1)' } }, 'metadata'],
    ['metadata that leads to a long bundle', { metadata: { bundle: 'x'.repeat(257) } }, 'metadata'],
  ])('%s', async (_case, fields, field) => {
    const { status, body } = await scene.send(application, { type, externalId: 'ada', ...fields });
    expect({ status, body }).toEqual({
      status: 422,
      body: { ...error(422), errors: { [field]: expect.objectContaining({ messages: expect.any(Array) }) } },
    });
    expect(JSON.stringify(body)).not.toMatch(/payload/);
  });

  it.each<[string, string, number]>([
    ['a body that is no JSON', '{"type": ', 400],
    ['an empty body', '', 422],
    ['a body that is a list', '[]', 422],
  ])('%s', async (_case, payload, status) => {
    expect(await scene.send(application, payload)).toMatchObject({ status, body: error(status) });
  });

  it('a body of another content type', async () => {
    const headers = { authorization: basic(application), 'content-type': 'application/xml' };
    const answer = await scene.call('POST', NOTIFICATION, headers, '<type/>');
    expect(answer).toMatchObject({ status: 415, body: error(415) });
  });

  it('metadata that is too large, though not for the body', async () => {
    const metadata = { text: 'x'.repeat(600_000) };
    const answer = await scene.send(application, { type, externalId: 'ada', metadata });
    expect(answer).toMatchObject({
      status: 413,
      body: { ...error(413), message: expect.stringMatching(/^metadata has/) },
    });
  });

  it('a type that is unknown, or that of another application', async () => {
    const other = await scene.application();
    for (const [own, name] of [
      [application, 'unknown'],
      [other, type],
    ] as const) {
      const answer = await scene.send(own, { type: name, externalId: 'ada' });
      const message = `Notification type '${name}' was not found`;
      expect(answer).toMatchObject({ status: 404, body: { ...error(404), message } });
    }
  });

  it('a type whose workflow is not active, or gone', async () => {
    const inactive = await scene.engine.workflow([anInAppStep()], { active: false });
    const gone = await scene.engine.workflow([anInAppStep()]);
    const types = [inactive, gone].map((workflow) => scene.type(application, { workflowId: workflow }));
    const [ofInactive, ofGone] = await Promise.all(types);
    await scene.api.delete(`/v2/workflows/${gone}`);
    for (const [name, message] of [
      [ofInactive!, 'trigger_not_active'],
      [ofGone!, 'workflow_not_found'],
    ] as const) {
      const answer = await scene.send(application, { type: name, externalId: 'ada' });
      expect(answer).toMatchObject({ status: 422, body: { ...error(422), message } });
    }
  });

  it('a notification that is unknown, of another application, or of no application', async () => {
    const other = await scene.application();
    const { body } = await scene.send(application, { type, externalId: 'ada' });
    const transactionId = await scene.engine.trigger(workflowId);
    for (const [own, id] of [
      [application, 'unknown'],
      [other, body.id],
      [application, transactionId],
    ] as const) {
      const answer = await scene.get(own, id);
      const message = `Notification '${id}' was not found`;
      expect(answer).toMatchObject({ status: 404, body: { ...error(404, `${NOTIFICATION}/${id}`), message } });
    }
  });

  it('routes of the main API, and other methods', async () => {
    const headers = { authorization: basic(application) };
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/v2/workflows'],
      ['GET', '/health/live'],
      ['POST', '/v1/events/trigger'],
      ['GET', NOTIFICATION],
      ['PUT', NOTIFICATION],
      ['DELETE', `${NOTIFICATION}/x`],
    ] as const) {
      expect(await scene.call(method, path, headers)).toMatchObject({ status: 404, body: error(404, path) });
    }
  });
});
