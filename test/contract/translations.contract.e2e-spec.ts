import type { Novu } from '@novu/api';
import { NovuError } from '@novu/api/models/errors/index.js';
import { aLayout } from '../builders/layout.js';
import { aWorkflow } from '../builders/workflow.js';
import { type OfficialClients, startWithOfficialClients } from './official-clients.js';

describe('the official client works with translations', () => {
  let test: OfficialClients;
  let novu: Novu;
  let resourceId: string;

  beforeAll(async () => {
    test = await startWithOfficialClients({ settings: { TARGET_LOCALES: 'pt,ja-JP' } });
    novu = test.novu;
  });

  beforeEach(async () => {
    resourceId = (await novu.workflows.create(aWorkflow())).result.workflowId;
  });

  afterAll(() => test.close());

  const content = { greeting: 'Hello', order: { shipped: 'Shipped' } };
  const save = (locale: string, fields: object = {}) =>
    novu.translations.create({ resourceId, resourceType: 'workflow', locale, content, ...fields });
  const named = (locale: string, id = resourceId) => ({ resourceType: 'workflow' as const, resourceId: id, locale });

  it('creates, retrieves and deletes', async () => {
    const saved = await save('en_US');
    expect(saved).toMatchObject({ ...named('en_US'), content });
    expect(await novu.translations.retrieve(named('en_US'))).toEqual(saved);
    await novu.translations.delete(named('en_US'));
    await expect(novu.translations.retrieve(named('en_US'))).rejects.toMatchObject({ statusCode: 404 });
  });

  it('reads and deletes the group of a resource', async () => {
    await save('en_US');
    await save('de_DE', { content: { greeting: 'Hallo' } });
    const group = await novu.translations.groups.retrieve('workflow', resourceId);
    expect(group).toMatchObject({
      resourceId,
      resourceType: 'workflow',
      resourceName: 'Order shipped',
      locales: ['de_DE', 'en_US'],
      outdatedLocales: ['de_DE'],
    });
    await novu.translations.groups.delete('workflow', resourceId);
    expect(await novu.translations.groups.retrieve('workflow', resourceId)).toMatchObject({ locales: [] });
  });

  it('uploads', async () => {
    const result = await novu.translations.upload({
      resourceId,
      resourceType: 'workflow',
      files: [
        { fileName: 'en_US.json', content: Buffer.from(JSON.stringify(content)) },
        { fileName: 'de_DE.json', content: Buffer.from('{') },
      ],
    });
    expect(result).toMatchObject({ totalFiles: 2, successfulUploads: 1, failedUploads: 1 });
    expect(result.errors).toHaveLength(1);
    expect((await novu.translations.retrieve(named('en_US'))).content).toEqual(content);
  });

  it('exports and imports all of a language', async () => {
    const { layoutId } = (await novu.layouts.create(aLayout())).result;
    await save('en_US');
    await novu.translations.create({ resourceId: layoutId, resourceType: 'layout', locale: 'en_US', content });
    const master = await novu.translations.master.retrieve();
    expect(master.workflows[resourceId]).toEqual(content);
    expect(master.layouts[layoutId]).toEqual(content);
    const masterJson = { workflows: { [resourceId]: { greeting: 'Hallo' }, nobody: {} } };
    expect(await novu.translations.master.import({ locale: 'de_DE', masterJson })).toMatchObject({
      success: false,
      message: expect.any(String),
      successful: [resourceId],
      failed: ['nobody'],
    });
    const german = await novu.translations.master.retrieve('de_DE');
    expect(german.workflows).toEqual({ [resourceId]: { greeting: 'Hallo' } });
    const file = { fileName: 'fr_FR.json', content: Buffer.from(JSON.stringify(german)) };
    expect(await novu.translations.master.upload({ file })).toMatchObject({ success: true, successful: [resourceId] });
    expect((await novu.translations.retrieve(named('fr_FR'))).content).toEqual({ greeting: 'Hallo' });
  });

  describe('for the novu command line, which', () => {
    // As it sends them: these headers, and the key in this form, to the address of the API without a version.
    const call = async (path: string, { key = test.api.apiKey, ...init }: RequestInit & { key?: string } = {}) => {
      const headers = { accept: 'application/json, text/plain, */*', authorization: `ApiKey ${key}` };
      const response = await fetch(`${await test.app.getUrl()}${path}`, { ...init, headers });
      return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } };
    };

    it('asks who the key is of, to see whether it is valid', async () => {
      expect(await call('/v1/users/me')).toEqual({
        status: 200,
        body: {
          data: { _id: expect.stringMatching(/^[0-9a-f]{24}$/), firstName: 'admin', lastName: null, externalId: null },
        },
      });
      expect(await call('/v1/users/me', { key: 'none' })).toMatchObject({ status: 401 });
      expect(await call('/v1/environments/me')).toMatchObject({ status: 200, body: { data: { name: 'Development' } } });
    });

    it('pulls every language that is set, or that something is translated into', async () => {
      await save('en_US');
      await save('nl_NL');
      const settings = await call('/v1/organizations/settings');
      expect(settings).toMatchObject({ status: 200, body: { data: { defaultLocale: 'en_US' } } });
      expect(settings.body.data.targetLocales).toEqual(expect.arrayContaining(['ja_JP', 'nl_NL', 'pt']));
      expect(settings.body.data.targetLocales).not.toContain('en_US');
      const dutch = await call('/v2/translations/master-json?locale=nl_NL');
      expect(dutch).toMatchObject({ status: 200, body: { data: { workflows: { [resourceId]: content } } } });
      expect(await call('/v2/translations/master-json?locale=pt')).toMatchObject({ status: 200 });
      const others = await call('/v1/organizations/settings', { key: test.otherApi.apiKey });
      expect(others.body).toEqual({ data: { defaultLocale: 'en_US', targetLocales: ['ja_JP', 'pt'] } });
    });

    it('pushes a file of a language that has no texts yet', async () => {
      const body = new FormData();
      const json = JSON.stringify({ workflows: { [resourceId]: content }, layouts: {} });
      body.append('file', new File([json], 'ja_JP.json', { type: 'application/json' }));
      expect(await call('/v2/translations/master-json/upload', { method: 'POST', body })).toMatchObject({
        status: 200,
        body: { data: { success: true, successful: [resourceId] } },
      });
      expect(await novu.translations.retrieve(named('ja_JP'))).toMatchObject({ content });
    });
  });

  it.each<[string, (client: Novu, id: string) => Promise<unknown>]>([
    ['create', (client, id) => client.translations.create({ ...named('en_US', id), content })],
    ['retrieve', (client, id) => client.translations.retrieve(named('en_US', id))],
    ['delete', (client, id) => client.translations.delete(named('en_US', id))],
    ['group', (client, id) => client.translations.groups.retrieve('workflow', id)],
    ['delete of a group', (client, id) => client.translations.groups.delete('workflow', id)],
    [
      'upload',
      (client, id) =>
        client.translations.upload({
          resourceId: id,
          resourceType: 'workflow',
          files: [{ fileName: 'en.json', content: Buffer.from('{}') }],
        }),
    ],
  ])('%s: what is not there, or elsewhere, is 404', async (_operation, call) => {
    await save('en_US');
    for (const [client, id] of [
      [novu, 'no-such-workflow'],
      [test.otherNovu, resourceId],
    ] as const) {
      const refusal: unknown = await call(client, id).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(NovuError);
      expect(refusal).toMatchObject({ statusCode: 404 });
    }
  });

  it.each<[string, (client: Novu) => Promise<unknown>]>([
    ['no locale', () => save('english')],
    ['no texts', () => save('en_US', { content: { a: [] } })],
    ['no master JSON', (client) => client.translations.master.import({ locale: 'en', masterJson: { topics: {} } })],
    [
      'a file of another name',
      (client) => client.translations.master.upload({ file: { fileName: 'master.json', content: Buffer.from('{}') } }),
    ],
    ['no locale to export', (client) => client.translations.master.retrieve('english')],
  ])('understands the refusal of %s', async (_case, call) => {
    const refusal: unknown = await call(novu).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NovuError);
    expect(refusal).toMatchObject({ statusCode: 422 });
  });
});
