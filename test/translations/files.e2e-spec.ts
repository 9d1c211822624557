import { aForm, type FormFile } from '../builders/form.js';
import { aLayout } from '../builders/layout.js';
import { startTestApp, type TestApp } from '../test-app.js';

const MAX_FILES = 5;
const MAX_BYTES = 2048;
const MAX_TOGETHER = 6000;

describe('translations in files', () => {
  let test: TestApp;
  let workflowId: string;
  let layoutId: string;

  beforeAll(async () => {
    test = await startTestApp({
      settings: {
        MAX_TRANSLATION_FILES: String(MAX_FILES),
        MAX_TRANSLATION_BYTES: String(MAX_BYTES),
        LARGE_BODY_LIMIT_BYTES: String(MAX_TOGETHER),
      },
    });
  });

  beforeEach(async () => {
    workflowId = (await test.api.workflow()).workflowId;
    layoutId = (await test.api.post('/v2/layouts', aLayout())).body.data.layoutId;
  });

  afterAll(() => test.close());

  const stored = async (locale: string, id = workflowId, type = 'workflow') => {
    const { status, body } = await test.api.get(`/v2/translations/${type}/${id}/${locale}`);
    return status === 200 ? body.data.content : status;
  };

  describe('upload', () => {
    const upload = (files: readonly FormFile[], fields: Record<string, string> = {}, api = test.api) =>
      api.request({
        method: 'POST',
        url: '/v2/translations/upload',
        ...aForm(files, { resourceId: workflowId, resourceType: 'workflow', ...fields }),
      });

    it('saves a language for each file, whatever its field is called', async () => {
      const { status, body } = await upload([
        ['files[]', 'en_US.json', '{"hello": "Hello"}'],
        ['files', 'de-AT.json', '\uFEFF{"hello": "Grüß Gott"}'],
      ]);
      expect(status).toBe(200);
      expect(body).toEqual({ data: { totalFiles: 2, successfulUploads: 2, failedUploads: 0, errors: [] } });
      expect(await stored('en_US')).toEqual({ hello: 'Hello' });
      expect(await stored('de_AT')).toEqual({ hello: 'Grüß Gott' });
    });

    it('saves texts of layouts', async () => {
      const { body } = await upload([['files', 'en.json', '{"bye": "Bye"}']], {
        resourceId: layoutId,
        resourceType: 'layout',
      });
      expect(body.data.successfulUploads).toBe(1);
      expect(await stored('en', layoutId, 'layout')).toEqual({ bye: 'Bye' });
    });

    it.each<[string, string, string, RegExp]>([
      ['a name that is no locale', 'english.json', '{}', /^english\.json: the file name must be a locale/],
      ['no JSON', 'de.json', '{"a": ', /^de\.json: the file must be JSON/],
      ['an empty file', 'de.json', '', /^de\.json: the file must be JSON/],
      ['a list', 'de.json', '[]', /^de\.json: the file must be an object of texts$/],
      ['what is not a text', 'de.json', '{"a": {"b": null}}', /must hold texts, but "a\.b" is none$/],
      [
        'a number that would change',
        'de.json',
        '{"a": {"b": 12345678901234567890}}',
        /number at a\.b that is 12345678901234567890/,
      ],
      ['depth without end', 'de.json', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, /more than 64 levels deep$/],
      ['a prototype', 'de.json', '{"__proto__": {"a": "b"}}', /must not have the key "__proto__"$/],
      ['the language of another file', 'EN-us.json', '{}', /: the language en_US has a file already$/],
    ])('leaves out a file with %s, and saves the others', async (_case, name, content, error) => {
      const { status, body } = await upload([
        ['files[]', 'en_US.json', '{"hello": "Hello"}'],
        ['files[]', name, content],
      ]);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        totalFiles: 2,
        successfulUploads: 1,
        failedUploads: 1,
        errors: [expect.stringMatching(error)],
      });
      expect(await stored('en_US')).toEqual({ hello: 'Hello' });
      expect(await stored('de')).toBe(404);
    });

    it.each<[string, Record<string, string>, FormFile[], string]>([
      ['no resource', { resourceId: '' }, [['files', 'en.json', '{}']], 'resourceId'],
      ['another type', { resourceType: 'topic' }, [['files', 'en.json', '{}']], 'resourceType'],
      ['no type', { resourceType: '' }, [['files', 'en.json', '{}']], 'resourceType'],
      ['no files', {}, [], 'files'],
    ])('refuses %s', async (_case, fields, files, field) => {
      const { status, body } = await upload(files, fields);
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    });

    it('refuses what is too large, and stores nothing of it', async () => {
      const many = Array.from({ length: MAX_FILES + 1 }, (_, index): FormFile => [
        'files',
        `a${'bcdefgh'[index]}.json`,
        '{}',
      ]);
      const large = JSON.stringify({ a: 'x'.repeat(MAX_BYTES) });
      const medium = JSON.stringify({ a: 'x'.repeat(MAX_BYTES - 100) });
      const together = Array.from({ length: 4 }, (_, index): FormFile => [
        'files',
        `a${'bcdefgh'[index]}.json`,
        medium,
      ]);
      const bodies: FormFile[][] = [many, [['files', 'en.json', large]], together];
      for (const files of bodies) expect((await upload(files)).status).toBe(413);
      expect(await test.connection.collection('translations').countDocuments({ resourceId: workflowId })).toBe(0);
    });

    it('knows nothing of another environment', async () => {
      const { status, body } = await upload([['files', 'en.json', '{}']], {}, test.otherApi);
      expect({ status, message: body.message }).toEqual({
        status: 404,
        message: `Workflow '${workflowId}' was not found`,
      });
    });
  });

  it.each([
    ['POST', '/v2/translations/upload', 'application/json', '{}', 415],
    ['POST', '/v2/translations/master-json/upload', 'application/json', '{}', 415],
    ['POST', '/v2/translations/upload', 'multipart/form-data', 'x', 400],
    ['POST', '/v2/translations/upload', 'multipart/form-data; boundary=x', '--x\r\nContent-Dis', 400],
    ['POST', '/v2/translations', 'multipart/form-data; boundary=x', '--x--\r\n', 415],
    ['POST', '/v2/workflows', 'multipart/form-data; boundary=x', '--x--\r\n', 415],
    ['POST', '/v1/events/trigger', 'Multipart/Form-Data; boundary=x', '--x--\r\n', 415],
  ] as const)('%s %s as %s with %j: %d', async (method, url, type, payload, expected) => {
    const { status, body } = await test.api.request({ method, url, payload, headers: { 'content-type': type } });
    expect({ status, body }).toMatchObject({ status: expected, body: { statusCode: expected, path: url } });
  });

  describe('master JSON', () => {
    const save = (resourceType: string, resourceId: string, locale: string, content: object) =>
      test.api.post('/v2/translations', { resourceType, resourceId, locale, content });
    const importJson = (masterJson: unknown, locale: unknown = 'de') =>
      test.api.post('/v2/translations/master-json', { locale, masterJson });

    it('exports all of one language, by default the default one', async () => {
      await save('workflow', workflowId, 'en_US', { hello: 'Hello' });
      await save('workflow', workflowId, 'de', { hello: 'Hallo' });
      await save('layout', layoutId, 'en_US', { bye: 'Bye' });
      const { status, body } = await test.api.get('/v2/translations/master-json');
      expect(status).toBe(200);
      expect(Object.keys(body.data)).toEqual(['workflows', 'layouts']);
      expect(body.data.workflows[workflowId]).toEqual({ hello: 'Hello' });
      expect(body.data.layouts[layoutId]).toEqual({ bye: 'Bye' });
      const german = (await test.api.get('/v2/translations/master-json?locale=DE')).body.data;
      expect(german.workflows[workflowId]).toEqual({ hello: 'Hallo' });
      expect(german.layouts).not.toHaveProperty(layoutId);
      expect((await test.otherApi.get('/v2/translations/master-json')).body).toEqual({
        data: { workflows: {}, layouts: {} },
      });
      expect((await test.api.get('/v2/translations/master-json?locale=english')).status).toBe(422);
    });

    it('imports what it exports', async () => {
      const masterJson = {
        workflows: { [workflowId]: { hello: 'Hallo' } },
        layouts: { [layoutId]: { bye: 'Tschüss' } },
      };
      const { status, body } = await importJson(masterJson);
      expect(status).toBe(200);
      expect(body).toEqual({
        data: { success: true, message: '2 imported', successful: [workflowId, layoutId], failed: [] },
      });
      expect(await stored('de')).toEqual({ hello: 'Hallo' });
      expect(await stored('de', layoutId, 'layout')).toEqual({ bye: 'Tschüss' });
    });

    it('imports what it can, and tells the rest', async () => {
      const workflows = { [workflowId]: { hello: 'Hallo' }, nobody: {}, __proto: {} };
      const { data } = (await importJson({ workflows, layouts: { [layoutId]: ['x'] } })).body;
      expect(data).toMatchObject({ success: false, successful: [workflowId], failed: ['nobody', '__proto', layoutId] });
      expect(data.message).toContain('1 imported, 3 failed: nobody was not found');
      expect(data.message).toContain(`${layoutId} must be an object of texts`);
      expect(await stored('de')).toEqual({ hello: 'Hallo' });
    });

    it.each<[string, unknown, unknown, string]>([
      ['no texts', undefined, 'de', 'masterJson'],
      ['null', null, 'de', 'masterJson'],
      ['a list', [], 'de', 'masterJson'],
      ['another member', { topics: {} }, 'de', 'masterJson'],
      ['a list of workflows', { workflows: [] }, 'de', 'masterJson'],
      ['no language', {}, null, 'locale'],
      ['a word as language', {}, 'german', 'locale'],
    ])('refuses %s', async (_case, masterJson, locale, field) => {
      const { status, body } = await importJson(masterJson, locale);
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    });

    describe('from a file', () => {
      const upload = (...files: FormFile[]) =>
        test.api.request({ method: 'POST', url: '/v2/translations/master-json/upload', ...aForm(files) });

      it('imports it in the language it is named after', async () => {
        const { status, body } = await upload(['file', 'de_DE.json', `{"workflows": {"${workflowId}": {"a": "A"}}}`]);
        expect({ status, data: body.data }).toMatchObject({ status: 200, data: { success: true } });
        expect(await stored('de_DE')).toEqual({ a: 'A' });
      });

      it.each<[string, FormFile[], number, string | undefined]>([
        ['no file', [], 422, 'file'],
        ['another name', [['file', 'master.json', '{}']], 422, 'file'],
        ['no JSON', [['file', 'de.json', '{']], 422, 'file'],
        ['no master JSON', [['file', 'de.json', '{"a": "b"}']], 422, 'masterJson'],
        ['a large one', [['file', 'de.json', `"${'x'.repeat(MAX_TOGETHER)}"`]], 413, undefined],
        [
          'two files',
          [
            ['file', 'de.json', '{}'],
            ['file', 'en.json', '{}'],
          ],
          413,
          undefined,
        ],
      ])('refuses %s', async (_case, files, expected, field) => {
        const { status, body } = await upload(...files);
        expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
          status: expected,
          fields: field === undefined ? [] : [field],
        });
      });
    });
  });
});
