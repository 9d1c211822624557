import { randomUUID } from 'node:crypto';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { LegacyApplication } from '../../src/legacy/applications/legacy-application.schema.js';
import { NotificationType } from '../../src/legacy/types/notification-type.schema.js';
import { startTestApp, type TestApp } from '../test-app.js';

const APPLICATIONS = '/v1/legacy/applications';

describe('A12: legacy applications and their notification types', () => {
  let test: TestApp;
  let workflowId: string;

  beforeAll(async () => {
    test = await startTestApp();
    ({ workflowId } = await test.api.workflow());
  });

  afterAll(() => test.close());

  const anApplication = async (): Promise<string> =>
    (await test.api.post(APPLICATIONS, { name: 'Shop' })).body.data.applicationId;
  const typesOf = (applicationId: string) => `${APPLICATIONS}/${applicationId}/types`;
  const aType = (fields: object = {}) => ({ identifier: randomUUID(), workflowId, text: 'Hello', ...fields });

  it('show the secret when it is made, and keep only its hash', async () => {
    const { status, body } = await test.api.post(APPLICATIONS, { name: 'Shop' });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        data: {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          applicationId: expect.stringMatching(/^app_[0-9a-f]{24}$/),
          name: 'Shop',
          secret: expect.stringMatching(/^[\w-]{43}$/),
          _environmentId: (await test.api.get('/v1/environments/me')).body.data._id,
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: body.data.createdAt,
        },
      },
    });
    const { secret, ...shown } = body.data;
    const { applicationId } = shown;
    expect((await test.api.get(`${APPLICATIONS}/${applicationId}`)).body).toEqual({ data: shown });
    const listed = await test.api.get(`${APPLICATIONS}?limit=100`);
    expect(listed.body).toMatchObject({ next: null, previous: null, totalCountCapped: false });
    expect(listed.body.data).toContainEqual(shown);
    const rotated = await test.api.post(`${APPLICATIONS}/${applicationId}/rotate`, { overlapSeconds: 60 });
    expect(rotated.status).toBe(200);
    const stored = await test.app.get<Model<LegacyApplication>>(getModelToken(LegacyApplication.name)).find().lean();
    for (const one of [secret, rotated.body.data.secret]) expect(JSON.stringify(stored)).not.toContain(one);
  });

  it('need no name', async () => {
    const { status, body } = await test.api.post(APPLICATIONS);
    expect(status).toBe(201);
    expect(body.data).not.toHaveProperty('name');
  });

  it('lose no secret when they are rotated by several at once', async () => {
    const applicationId = await anApplication();
    const rotate = () => test.api.post(`${APPLICATIONS}/${applicationId}/rotate`, { overlapSeconds: 60 });
    const answers = await Promise.all(Array.from({ length: 5 }, rotate));
    expect(new Set(answers.map(({ body }) => body.data.secret)).size).toBe(5);
    const stored = await test.app
      .get<Model<LegacyApplication>>(getModelToken(LegacyApplication.name))
      .findOne({ applicationId })
      .lean();
    expect(stored!.formerSecret!.hash).not.toBe(stored!.secretHash);
  });

  it.each<[string, string, object, string]>([
    ['a name that is no text', '', { name: 7 }, 'name'],
    ['an empty name', '', { name: '' }, 'name'],
    ['null as name', '', { name: null }, 'name'],
    ['a name that is too long', '', { name: 'x'.repeat(256) }, 'name'],
    ['an overlap that is no number', '/rotate', { overlapSeconds: '60' }, 'overlapSeconds'],
    ['an overlap below zero', '/rotate', { overlapSeconds: -1 }, 'overlapSeconds'],
    ['part of a second', '/rotate', { overlapSeconds: 0.5 }, 'overlapSeconds'],
    ['more than 30 days', '/rotate', { overlapSeconds: 30 * 86_400 + 1 }, 'overlapSeconds'],
    ['null as overlap', '/rotate', { overlapSeconds: null }, 'overlapSeconds'],
  ])('refuse %s', async (_case, path, request, field) => {
    const url = path === '' ? APPLICATIONS : `${APPLICATIONS}/${await anApplication()}${path}`;
    const { status, body } = await test.api.post(url, request);
    expect({ status, errors: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, errors: [field] });
  });

  it('take types, list them, change them and delete them', async () => {
    const url = typesOf(await anApplication());
    const fields = aType({ text: 'Order {{order}}', link: '/o/{{order}}' });
    const { status, body } = await test.api.post(url, fields);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        data: {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          ...fields,
          bundleSegment: '',
          _environmentId: expect.stringMatching(/^[0-9a-f]{24}$/),
          createdAt: expect.stringMatching(/Z$/),
          updatedAt: expect.stringMatching(/Z$/),
        },
      },
    });
    const own = `${url}/${fields.identifier}`;
    expect((await test.api.get(own)).body).toEqual(body);
    expect((await test.api.get(url)).body).toMatchObject({ data: [body.data], totalCount: 1, next: null });
    const changed = await test.api.patch(own, { link: '', bundleSegment: '{{order}}' });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ text: 'Order {{order}}', link: '', bundleSegment: '{{order}}' });
    expect((await test.api.delete(own)).status).toBe(204);
    expect((await test.api.get(own)).status).toBe(404);
    expect((await test.api.delete(own)).status).toBe(404);
  });

  it('give an identifier that many want at once to one of them, and to each application its own', async () => {
    const [url, elsewhere] = [typesOf(await anApplication()), typesOf(await anApplication())];
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => test.api.post(url, aType({ identifier: 'wanted' }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect((await test.api.post(elsewhere, aType({ identifier: 'wanted' }))).status).toBe(201);
  });

  it.each<[string, object, string]>([
    ['no identifier', { identifier: undefined }, 'identifier'],
    ['an empty identifier', { identifier: '' }, 'identifier'],
    ['a long identifier', { identifier: 'x'.repeat(257) }, 'identifier'],
    ['null as workflow', { workflowId: null }, 'workflowId'],
    ['no text', { text: undefined }, 'text'],
    ['an empty text', { text: '' }, 'text'],
    ['a text that is no template', { text: '{{ broken' }, 'text'],
    ['a long text', { text: 'x'.repeat(10_001) }, 'text'],
    ['null as link', { link: null }, 'link'],
    ['a link that is no template', { link: '{% if %}' }, 'link'],
    ['a number as bundle', { bundleSegment: 7 }, 'bundleSegment'],
  ])('refuse a type with %s', async (_case, fields, field) => {
    const url = typesOf(await anApplication());
    const { status, body } = await test.api.post(url, aType(fields));
    expect({ status, errors: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, errors: [field] });
    if (field === 'identifier' || Object.values(fields)[0] === undefined) return;
    const known = aType();
    await test.api.post(url, known);
    const changed = await test.api.patch(`${url}/${known.identifier}`, fields);
    expect({ status: changed.status, errors: Object.keys(changed.body.errors ?? {}) }).toEqual({
      status: 422,
      errors: [field],
    });
  });

  it('know no workflow that is not there', async () => {
    const url = typesOf(await anApplication());
    const known = aType();
    await test.api.post(url, known);
    const unknown = { workflowId: 'no-such-workflow' };
    expect((await test.api.post(url, aType(unknown))).status).toBe(404);
    expect((await test.api.patch(`${url}/${known.identifier}`, unknown)).status).toBe(404);
  });

  it('go with their types', async () => {
    const applicationId = await anApplication();
    await test.api.post(typesOf(applicationId), aType());
    const { _id } = (await test.api.get(`${APPLICATIONS}/${applicationId}`)).body.data;
    expect((await test.api.delete(`${APPLICATIONS}/${applicationId}`)).status).toBe(204);
    expect((await test.api.get(`${APPLICATIONS}/${applicationId}`)).status).toBe(404);
    expect((await test.api.get(typesOf(applicationId))).status).toBe(404);
    const types = test.app.get<Model<NotificationType>>(getModelToken(NotificationType.name));
    expect(await types.countDocuments({ applicationId: _id })).toBe(0);
  });
});
