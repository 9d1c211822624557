import { aLayout, layoutValues } from '../builders/layout.js';
import { anInAppStep } from '../builders/workflow.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('translations', () => {
  let test: TestApp;
  let workflow: { _id: string; slug: string; workflowId: string };
  let layout: { _id: string; slug: string; layoutId: string };

  beforeAll(async () => {
    test = await startTestApp();
  });

  beforeEach(async () => {
    workflow = await test.api.workflow({ isTranslationEnabled: true });
    layout = (await test.api.post('/v2/layouts', aLayout())).body.data;
  });

  afterAll(() => test.close());

  const texts = (fields: object = {}) => ({
    resourceType: 'workflow',
    resourceId: workflow.workflowId,
    locale: 'en_US',
    content: { hello: 'Hello' },
    ...fields,
  });
  const save = (fields: object = {}) => test.api.post('/v2/translations', texts(fields));

  it('have each field of the contract', async () => {
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { status, body } = await save();
    expect(status).toBe(200);
    expect(body).toEqual({ data: { ...texts(), createdAt: instant, updatedAt: instant } });
    expect((await test.api.get(`/v2/translations/workflow/${workflow.workflowId}/en_US`)).body).toEqual(body);
  });

  it('replace what was there', async () => {
    const { createdAt } = (await save()).body.data;
    const content = { bye: 'Bye', 'a.dotted': { key: 1, on: true } };
    const { data } = (await save({ content })).body;
    expect(data).toMatchObject({ content, createdAt });
    expect(data.updatedAt >= createdAt).toBe(true);
    expect(await test.connection.collection('translations').countDocuments({ resourceId: workflow.workflowId })).toBe(
      1,
    );
  });

  it('keep keys that mean something elsewhere', async () => {
    const content = { toBSON: 'x', isMongooseBuffer: true, constructor: 'y', toString: { length: 1 }, '': 'z' };
    await save({ content });
    const { data } = (await test.api.get(`/v2/translations/workflow/${workflow.workflowId}/en_US`)).body;
    expect(data.content).toEqual(content);
  });

  it.each(['en-us', 'EN_US', 'en_us', 'en-US'])('of %s are those of en_US', async (locale) => {
    expect((await save({ locale })).body.data.locale).toBe('en_US');
    const { status } = await test.api.get(`/v2/translations/workflow/${workflow.workflowId}/${locale}`);
    expect(status).toBe(200);
  });

  it('of one language written at once are one document', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save({ content: { hello: `Hello ${index}` } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await test.connection.collection('translations').countDocuments({ resourceId: workflow.workflowId })).toBe(
      1,
    );
  });

  it('find their resource by identifier, internal id and slug', async () => {
    for (const resourceId of [workflow._id, workflow.slug, workflow.workflowId]) {
      expect((await save({ resourceId })).body.data.resourceId).toBe(workflow.workflowId);
    }
    for (const resourceId of [layout._id, layout.slug, layout.layoutId]) {
      const { body } = await save({ resourceType: 'layout', resourceId });
      expect(body.data).toMatchObject({ resourceId: layout.layoutId, resourceType: 'layout' });
    }
  });

  it('are deleted one by one, and all of a resource', async () => {
    const path = `/v2/translations/workflow/${workflow.workflowId}`;
    await save();
    await save({ locale: 'de' });
    await save({ locale: 'fr' });
    expect((await test.api.delete(`${path}/de`)).status).toBe(204);
    expect((await test.api.get(`${path}/de`)).status).toBe(404);
    expect((await test.api.delete(`${path}/de`)).status).toBe(404);
    expect((await test.api.get(`${path}/fr`)).status).toBe(200);
    expect((await test.api.delete(path)).status).toBe(204);
    expect((await test.api.get(`${path}/fr`)).status).toBe(404);
    expect((await test.api.delete(path)).status).toBe(404);
  });

  it('go with their workflow or layout', async () => {
    const other = aLayout();
    await test.api.post('/v2/layouts', other);
    await save();
    await save({ resourceType: 'layout', resourceId: other.layoutId });
    await test.api.delete(`/v2/workflows/${workflow.workflowId}`);
    expect((await test.api.delete(`/v2/layouts/${other.layoutId}`)).status).toBe(204);
    const left = { resourceId: { $in: [workflow.workflowId, other.layoutId] } };
    expect(await test.connection.collection('translations').countDocuments(left)).toBe(0);
  });

  describe('of one resource', () => {
    const group = async (type = 'workflow', id = workflow.workflowId) =>
      (await test.api.get(`/v2/translations/group/${type}/${id}`)).body.data;

    it('L10: languages, and the keys they lack', async () => {
      const steps = [
        anInAppStep({ controlValues: { body: '{{t.hello}}', primaryAction: { label: '{{t.button.yes}}' } } }),
      ];
      workflow = await test.api.workflow({ steps });
      await save({ content: { hello: 'Hello', unused: 'x' } });
      await save({ locale: 'de', content: { hello: 'Hallo', unused: 'y', button: { yes: 'Ja' } } });
      await save({ locale: 'fr', content: { hello: '', button: { yes: 'Oui' } } });
      const answer = await group();
      expect(answer).toEqual({
        resourceId: workflow.workflowId,
        resourceType: 'workflow',
        resourceName: 'Order shipped',
        locales: ['de', 'en_US', 'fr'],
        outdatedLocales: ['fr'],
        missingKeys: { en_US: ['button.yes'], fr: ['hello'] },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      expect(answer.createdAt <= answer.updatedAt).toBe(true);
    });

    it('nothing is lacking: says nothing of it', async () => {
      await save();
      expect(Object.keys(await group())).toEqual([
        'resourceId',
        'resourceType',
        'resourceName',
        'locales',
        'createdAt',
        'updatedAt',
      ]);
    });

    it('none yet: the default language lacks what a layout looks up', async () => {
      const controlValues = layoutValues('{{content}}{{t.bye}}');
      const { data } = (await test.api.put(`/v2/layouts/${layout.layoutId}`, { name: 'Frame', controlValues })).body;
      expect(await group('layout', layout._id)).toEqual({
        resourceId: layout.layoutId,
        resourceType: 'layout',
        resourceName: 'Frame',
        locales: [],
        missingKeys: { en_US: ['bye'] },
        createdAt: data.createdAt,
        updatedAt: data.updatedAt,
      });
    });
  });

  describe('refuse', () => {
    it.each<[string, object, string, string | RegExp]>([
      ['no resource', { resourceId: undefined }, 'resourceId', 'must be a string'],
      ['null as resource', { resourceId: null }, 'resourceId', 'must be a string'],
      ['an empty resource', { resourceId: '' }, 'resourceId', 'should not be empty'],
      ['an object as resource', { resourceId: { $gt: '' } }, 'resourceId', 'must be a string'],
      ['no type', { resourceType: undefined }, 'resourceType', 'must be one of'],
      ['another type', { resourceType: 'topic' }, 'resourceType', 'must be one of'],
      ['no locale', { locale: undefined }, 'locale', 'must be a locale'],
      ['null as locale', { locale: null }, 'locale', 'must be a locale'],
      ['a word as locale', { locale: 'english' }, 'locale', 'must be a locale'],
      ['no content', { content: undefined }, 'content', 'must be an object'],
      ['null as content', { content: null }, 'content', 'must be an object'],
      ['a list as content', { content: [] }, 'content', 'must be an object'],
      ['a text as content', { content: 'x' }, 'content', 'must be an object'],
      ['a list in the content', { content: { a: ['x'] } }, 'content', /must hold texts, but "a" is none$/],
      ['an operator in the content', { content: { $set: 'x' } }, 'content', /must not have the key "\$set"$/],
      ['too much content', { content: { a: 'x'.repeat(524_288) } }, 'content', /not be larger than 524288 bytes/],
    ])('%s', async (_case, fields, field, message) => {
      const { status, body } = await save(fields);
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
      expect(body.errors[field].messages.join('\n')).toMatch(message);
      expect(await test.connection.collection('translations').countDocuments({ resourceId: workflow.workflowId })).toBe(
        0,
      );
    });

    it('what is not there, and what another environment has', async () => {
      await save();
      const { workflowId, _id, slug } = workflow;
      for (const resourceId of ['nobody', '6925a1f0c0ffee0123456789']) {
        const { status, body } = await save({ resourceId });
        expect({ status, message: body.message }).toEqual({
          status: 404,
          message: `Workflow '${resourceId}' was not found`,
        });
      }
      for (const resourceId of [workflowId, _id, slug]) {
        expect((await test.otherApi.post('/v2/translations', texts({ resourceId }))).status).toBe(404);
        for (const path of [`group/workflow/${resourceId}`, `workflow/${resourceId}/en_US`]) {
          expect((await test.otherApi.get(`/v2/translations/${path}`)).status).toBe(404);
        }
      }
      expect((await save({ resourceType: 'layout' })).body.message).toBe(`Layout '${workflowId}' was not found`);
    });

    it('another type in a path', async () => {
      for (const path of ['group/topic/x', 'topic/x/en']) {
        const { status, body } = await test.api.get(`/v2/translations/${path}`);
        expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['resourceType'] });
      }
      expect((await test.api.get(`/v2/translations/workflow/${workflow.workflowId}/english`)).status).toBe(404);
    });
  });
});
