import { Types } from 'mongoose';
import { LayoutsService } from '../../src/layouts/layouts.service.js';
import { aLayout, layoutValues } from '../builders/layout.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('layouts', () => {
  let test: TestApp;
  /** The first layout of the environment, which the others therefore are not. */
  let standard: { _id: string; layoutId: string };

  beforeAll(async () => {
    test = await startTestApp();
    standard = await created({ name: 'Standard' });
  });

  afterAll(() => test.close());

  async function created(fields: object = {}) {
    const { status, body } = await test.api.post('/v2/layouts', aLayout(fields));
    expect(status).toBe(201);
    return body.data;
  }

  const put = (layoutId: string, changes: object = {}) =>
    test.api.put(`/v2/layouts/${layoutId}`, { name: 'Shop frame', ...changes });

  const emailStep = (controlValues: object = {}) => ({
    name: 'Mail',
    type: 'email',
    controlValues: { subject: 'S', ...controlValues },
  });

  it('have each field of the contract', async () => {
    const request = aLayout({ name: 'Größe & Co', isTranslationEnabled: true });
    const { status, body } = await test.api.post('/v2/layouts', request);
    expect(status).toBe(201);
    const { layoutId } = request;
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body).toEqual({
      data: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        layoutId,
        slug: expect.stringMatching(/^grosse-and-co_lyt_[0-9A-Za-z]{16}$/),
        name: 'Größe & Co',
        isDefault: false,
        isTranslationEnabled: true,
        updatedAt: instant,
        updatedBy: { _id: expect.any(String), firstName: 'admin', lastName: null, externalId: null },
        createdAt: instant,
        origin: 'service-cloud',
        type: 'REGULAR',
        variables: expect.objectContaining({ type: 'object' }),
        controls: {
          dataSchema: expect.objectContaining({ type: 'object' }),
          uiSchema: expect.objectContaining({ group: 'LAYOUT' }),
          values: {},
        },
      },
    });
    const { data } = (await put(layoutId, { controlValues: layoutValues('{{content}}') })).body;
    expect(data.controls.values).toEqual({ email: { body: '{{content}}', editorType: 'html' } });
    expect((await test.api.get(`/v2/layouts/${layoutId}`)).body.data).toEqual(data);
  });

  it('are named by identifier, internal id and slug', async () => {
    const { _id, slug, layoutId } = await created();
    for (const reference of [_id, slug, layoutId]) {
      expect((await test.api.get(`/v2/layouts/${reference}`)).body.data._id).toBe(_id);
      expect((await test.otherApi.get(`/v2/layouts/${reference}`)).status).toBe(404);
    }
  });

  describe('L11: one is the default', () => {
    it('the first, which stays', async () => {
      expect((await test.api.get(`/v2/layouts/${standard.layoutId}`)).body.data.isDefault).toBe(true);
      const { status, body } = await test.api.delete(`/v2/layouts/${standard.layoutId}`);
      expect({ status, message: body.message }).toEqual({
        status: 409,
        message: `Layout '${standard.layoutId}' is the default of its environment and cannot be deleted`,
      });
    });

    it('of many that are created at once', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => test.otherApi.post('/v2/layouts', aLayout())));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(answers.filter(({ body }) => body.data.isDefault)).toHaveLength(1);
    });
  });

  it('of many with one identifier, one is created', async () => {
    const request = aLayout();
    const answers = await Promise.all(Array.from({ length: 10 }, () => test.api.post('/v2/layouts', request)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
      `Layout with identifier '${request.layoutId}' already exists`,
    );
  });

  describe('an update', () => {
    it('leaves what it does not name', async () => {
      const { layoutId } = await created({ isTranslationEnabled: true });
      await put(layoutId, { controlValues: layoutValues() });
      const { body } = await put(layoutId, { name: 'New' });
      expect(body.data).toMatchObject({
        name: 'New',
        isTranslationEnabled: true,
        controls: { values: layoutValues() },
      });
      expect((await put(layoutId, { controlValues: {} })).body.data.controls.values).toEqual(layoutValues());
      expect((await put(layoutId, { isTranslationEnabled: false })).body.data.isTranslationEnabled).toBe(false);
    });

    it('clears what it sets to null', async () => {
      const { layoutId } = await created();
      await put(layoutId, { controlValues: layoutValues() });
      expect((await put(layoutId, { controlValues: null })).body.data.controls.values).toEqual({});
    });

    it('is a version, each of many at once', async () => {
      const { _id, layoutId } = await created();
      await Promise.all(Array.from({ length: 10 }, (_, index) => put(layoutId, { name: `Name ${index}` })));
      const row = await test.connection.collection('layouts').findOne({ _id: new Types.ObjectId(_id as string) });
      expect(row).toMatchObject({ version: 11, name: expect.stringMatching(/^Name \d$/) });
      expect(row?.['nameKey']).toBe(String(row?.['name']).toLowerCase());
    });

    it('is seen by deliveries of this process at once', async () => {
      const { _id, layoutId } = await created();
      const row = await test.connection.collection('layouts').findOne({ _id: new Types.ObjectId(_id as string) });
      const environment = { id: row!['environmentId'], organizationId: row!['organizationId'] };
      const service = test.app.get(LayoutsService);
      const names = async (...references: string[]) =>
        [...(await service.find(environment, references)).named.values()].map(({ name }) => name);
      expect(await names(layoutId, _id)).toEqual(['Shop frame', 'Shop frame']);
      await put(layoutId, { name: 'New' });
      expect(await names(layoutId, _id)).toEqual(['New', 'New']);
      await test.api.delete(`/v2/layouts/${layoutId}`);
      expect(await names(layoutId, _id)).toEqual([]);
      await test.api.post('/v2/layouts', { layoutId, name: 'Again' });
      expect(await names(layoutId)).toEqual(['Again']);
    });
  });

  describe('usage', () => {
    it('names the workflows that name it, whatever they call it', async () => {
      const { layoutId, _id, slug } = await created();
      const { _id: other } = await created();
      const named = async (reference: unknown) =>
        (await test.api.workflow({ steps: [emailStep({ layoutId: reference }), emailStep()] })).workflowId as string;
      const using = [await named(layoutId), await named(_id), await named(slug)];
      await named(other);
      await named(null);
      const { status, body } = await test.api.get(`/v2/layouts/${layoutId}/usage`);
      expect(status).toBe(200);
      expect(body).toEqual({
        data: { workflows: using.toSorted().map((workflowId) => ({ name: 'Order shipped', workflowId })) },
      });
      const refused = await test.api.delete(`/v2/layouts/${layoutId}`);
      expect(refused.status).toBe(409);
      for (const workflowId of using) {
        expect(refused.body.message).toContain(`'${workflowId}'`);
        await test.api.delete(`/v2/workflows/${workflowId}`);
      }
      expect((await test.api.delete(`/v2/layouts/${layoutId}`)).status).toBe(204);
      expect((await test.api.get(`/v2/layouts/${layoutId}`)).status).toBe(404);
      expect((await test.api.delete(`/v2/layouts/${layoutId}`)).status).toBe(404);
    });

    it('of the default: also those that name none', async () => {
      const { workflowId } = await test.api.workflow({ steps: [emailStep()] });
      const wantsNone = (await test.api.workflow({ steps: [emailStep({ layoutId: null })] })).workflowId;
      const { workflows } = (await test.api.get(`/v2/layouts/${standard.layoutId}/usage`)).body.data;
      const ids = workflows.map((one: { workflowId: string }) => one.workflowId);
      expect(ids).toContain(workflowId);
      expect(ids).not.toContain(wantsNone);
    });
  });

  describe('a copy', () => {
    it('shows the same under another name, and goes its own way', async () => {
      const { layoutId } = await created({ isTranslationEnabled: true });
      await put(layoutId, { controlValues: layoutValues() });
      const { status, body } = await test.api.post(`/v2/layouts/${layoutId}/duplicate`, { name: 'Winter frame' });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        layoutId: 'winter-frame',
        name: 'Winter frame',
        isDefault: false,
        isTranslationEnabled: true,
        controls: { values: layoutValues() },
      });
      await put('winter-frame', { controlValues: layoutValues('new {{content}}') });
      expect((await test.api.get(`/v2/layouts/${layoutId}`)).body.data.controls.values).toEqual(layoutValues());
    });

    it('gets a free identifier of its own, or the one it asks for', async () => {
      const { layoutId } = await created();
      const copied = async (request: object) =>
        (await test.api.post(`/v2/layouts/${layoutId}/duplicate`, request)).body.data?.layoutId;
      expect(await copied({ name: 'Spring' })).toBe('spring');
      expect(await copied({ name: 'Spring' })).toMatch(/^spring-[0-9a-f]{6}$/);
      expect(await copied({ name: '春' })).toBe('layout');
      expect(await copied({ name: 'Spring', layoutId: 'my-own' })).toBe('my-own');
      expect((await test.api.post(`/v2/layouts/${layoutId}/duplicate`, { name: 'x', layoutId: 'my-own' })).status).toBe(
        409,
      );
    });

    it('has the translations of the layout, when they are looked up', async () => {
      const { layoutId } = await created({ isTranslationEnabled: true });
      const texts = { resourceType: 'layout', resourceId: layoutId, locale: 'de', content: { bye: 'Tschüss' } };
      await test.api.post('/v2/translations', texts);
      const copy = async (fields: object) => {
        const { body } = await test.api.post(`/v2/layouts/${layoutId}/duplicate`, { name: 'Copy', ...fields });
        return test.api.get(`/v2/translations/layout/${body.data.layoutId}/de`);
      };
      expect((await copy({})).body.data).toMatchObject({ content: { bye: 'Tschüss' } });
      expect((await copy({ isTranslationEnabled: false })).status).toBe(404);
    });
  });
});
