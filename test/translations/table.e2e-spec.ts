import { aForm } from '../builders/form.js';
import { anInAppStep } from '../builders/workflow.js';
import { eventually } from '../eventually.js';
import { startTestApp, type TestApp } from '../test-app.js';

describe('texts in all languages', () => {
  let test: TestApp;
  let path: string;

  beforeAll(async () => {
    test = await startTestApp();
  });

  beforeEach(async () => {
    const steps = [anInAppStep({ controlValues: { body: '{{t.hello}} {{t.order.title}}' } })];
    const { workflowId } = await test.api.workflow({ steps, isTranslationEnabled: true });
    path = `/v2/translations/workflow/${workflowId}`;
  });

  afterAll(() => test.close());

  const table = async () => (await test.api.get(path)).body.data;
  const language = async (locale: string) =>
    (await table()).languages.find((one: { locale: string }) => one.locale === locale);
  const save = (...languages: object[]) => test.api.put(path, { languages });

  it('TX1, TX2: are read together, with what is missing', async () => {
    await save(
      { locale: 'fr', content: { hello: 'Bonjour' } },
      { locale: 'de', content: { order: { title: 'Titel' } } },
    );
    await save({ locale: 'en_US', content: { hello: 'Hello', extra: 'More' } });
    expect(await table()).toMatchObject({
      resourceType: 'workflow',
      resourceName: 'Order shipped',
      defaultLocale: 'en_US',
      printedKeys: ['hello', 'order.title'],
      languages: [
        { locale: 'en_US', missingKeys: ['order.title'], outdatedKeys: [] },
        { locale: 'de', missingKeys: ['extra', 'hello'], content: { order: { title: 'Titel' } } },
        { locale: 'fr', missingKeys: ['extra', 'order.title'] },
      ],
    });
  });

  it('TX3: are outdated once the default text changes, until they change or are confirmed', async () => {
    await save({ locale: 'en_US', content: { hello: 'Hello', bye: 'Bye' } });
    await save({ locale: 'de', content: { hello: 'Hallo', bye: 'Ciao' } });
    await save({ locale: 'en_US', content: { hello: 'Welcome', bye: 'Good bye' } });
    expect(await language('de')).toMatchObject({ outdatedKeys: ['bye', 'hello'] });
    expect((await test.api.get(path.replace('workflow', 'group/workflow'))).body.data.outdatedKeys).toEqual({
      de: ['bye', 'hello'],
    });
    await save({ locale: 'de', content: { hello: 'Willkommen', bye: 'Ciao' } });
    expect(await language('de')).toMatchObject({ outdatedKeys: ['bye'] });
    const { body } = await save({
      locale: 'de',
      content: { hello: 'Willkommen', bye: 'Ciao' },
      confirmedKeys: ['bye'],
    });
    expect(body.data.languages[1]).toMatchObject({ locale: 'de', outdatedKeys: [] });
  });

  it('TX3: are outdated by the other ways of saving, too', async () => {
    const [resourceType, resourceId] = path.split('/').slice(-2);
    const old = (locale: string, hello: string) =>
      test.api.post('/v2/translations', { resourceType, resourceId, locale, content: { hello } });
    await old('de', 'Hallo');
    await old('en_US', 'Hello');
    await old('en_US', 'Welcome');
    expect(await language('de')).toMatchObject({ outdatedKeys: ['hello'] });
    await old('de', 'Hallo');
    expect(await language('de')).toMatchObject({ outdatedKeys: ['hello'] });
  });

  it('TX4: of others are not overwritten: nothing is saved', async () => {
    const first = (await save({ locale: 'en_US', content: { a: 'A' } }, { locale: 'de', content: { a: 'A' } })).body
      .data;
    const [english, german] = first.languages;
    await save({ locale: 'de', content: { a: 'theirs' } });
    const mine = (locale: string, updatedAt: string | null) => ({ locale, content: { a: 'mine' }, updatedAt });
    const refused = await save(mine('en_US', english.updatedAt), mine('de', german.updatedAt));
    expect({ status: refused.status, message: refused.body.message }).toEqual({
      status: 409,
      message: 'Another request has changed the texts in de: read them again, then save yours',
    });
    expect(await language('en_US')).toMatchObject({ content: { a: 'A' } });
    expect((await save(mine('de', null))).status).toBe(409);
    expect((await save(mine('fr', german.updatedAt))).status).toBe(409);
    const { updatedAt } = await language('de');
    expect((await save(mine('de', updatedAt), mine('fr', null))).status).toBe(200);
  });

  it('TX4: of writers at once: one of them saves', async () => {
    const { updatedAt } = (await save({ locale: 'de', content: { a: 'A' } })).body.data.languages[0];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save({ locale: 'de', content: { a: `A${index}` }, updatedAt })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(409)]);
  });

  it.each<[string, object, number, string | undefined]>([
    ['no language', { languages: [] }, 422, 'languages'],
    ['a language twice', { languages: [text('de'), text('DE')] }, 422, 'languages.1.locale'],
    ['a word as language', { languages: [text('german')] }, 422, 'languages.0.locale'],
    ['what is not a text', { languages: [{ locale: 'de', content: { a: null } }] }, 422, 'languages.0.content'],
    ['no time', { languages: [{ ...text('de'), updatedAt: 'yesterday' }] }, 422, 'languages.0.updatedAt'],
  ])('TX4: %s is refused', async (_case, body, status, field) => {
    const answer = await test.api.put(path, body);
    expect({ status: answer.status, fields: Object.keys(answer.body.errors ?? {}) }).toEqual({
      status,
      fields: [field],
    });
  });

  describe('as a file', () => {
    const put = (file: string | Buffer, query = '', name = 'texts.csv') =>
      test.api.request({ method: 'POST', url: `${path}/import${query}`, ...aForm([['file', name, file]]) });

    beforeEach(async () => {
      await save(
        { locale: 'en_US', content: { hello: '=Hello', order: { lost: 'Lost, "gone"' } } },
        { locale: 'de', content: { hello: 'Hallo' } },
      );
    });

    it('TX5: are exported as CSV and JSON, and change nothing when they are imported', async () => {
      const { body, headers } = await test.api.get(`${path}/export`);
      expect(String(body)).toBe(
        '\ufeffkey,en_US,de\r\nhello,\'=Hello,Hallo\r\norder.lost,"Lost, ""gone""",\r\norder.title,,\r\n',
      );
      expect(headers['content-disposition']).toBe('attachment; filename="texts.csv"');
      const json = (await test.api.get(`${path}/export?format=json`)).body;
      expect(json).toEqual({
        en_US: { hello: '=Hello', order: { lost: 'Lost, "gone"' } },
        de: { hello: 'Hallo' },
      });
      for (const file of [String(body), Buffer.from(String(body), 'utf16le'), JSON.stringify(json)]) {
        const { data } = (await put(file)).body;
        expect(data).toMatchObject({ applied: true, changes: [], problems: [], unknownLanguages: [] });
      }
    });

    it('TX6: say what they would change, then change it', async () => {
      const file = 'key;de;Comment;fr\nhello;Guten Tag;x;Bonjour\norder.title;Titel;;\n;x;;\norder..a;x;;\n';
      const expected = {
        languages: [
          { locale: 'de', isNew: false, added: 1, changed: 1, removed: 0, unchanged: 0 },
          { locale: 'fr', isNew: true, added: 1, changed: 0, removed: 0, unchanged: 0 },
        ],
        changes: [
          { locale: 'de', key: 'hello', kind: 'changed', before: 'Hallo', after: 'Guten Tag' },
          { locale: 'de', key: 'order.title', kind: 'added', after: 'Titel' },
          { locale: 'fr', key: 'hello', kind: 'added', after: 'Bonjour' },
        ],
        unknownLanguages: ['Comment'],
        problems: [
          { line: 4, message: 'The key is missing' },
          { message: expect.stringMatching(/^order\.\.a must be names with dots/) },
        ],
      };
      const dry = await put(file, '?dryRun=true');
      expect({ status: dry.status, data: dry.body.data }).toEqual({
        status: 200,
        data: { applied: false, ...expected },
      });
      expect(await language('fr')).toBeUndefined();
      expect((await put(file)).body.data).toEqual({ applied: true, ...expected });
      expect(await language('de')).toMatchObject({ content: { hello: 'Guten Tag', order: { title: 'Titel' } } });
      expect(await language('en_US')).toMatchObject({ content: { order: { lost: 'Lost, "gone"' } } });
    });

    it('TX6: remove texts that are empty, and with removeMissing those that are not there', async () => {
      expect((await put('key,de\nhello,\n')).body.data.languages).toMatchObject([{ locale: 'de', removed: 1 }]);
      expect(await language('de')).toMatchObject({ content: {} });
      await put('key,en_US\nhello,Hi\n', '?removeMissing=true');
      expect(await language('en_US')).toMatchObject({ content: { hello: 'Hi' } });
    });

    it('TX6: may be the body itself', async () => {
      const { status } = await test.api.request({
        method: 'POST',
        url: `${path}/import`,
        headers: { 'content-type': 'text/csv' },
        payload: 'key,de\nhello,Servus\n',
      });
      expect(status).toBe(200);
      expect(await language('de')).toMatchObject({ content: { hello: 'Servus' } });
    });

    it('TX6: have 10,000 rows', async () => {
      const rows = Array.from({ length: 10_000 }, (_, index) => `group${index % 50}.key${index},Text ${index},Wort`);
      const { status, body } = await put(`key,en_US,de\n${rows.join('\n')}`);
      expect(status).toBe(200);
      expect(body.data.languages).toMatchObject([{ added: 10_000 }, { added: 10_000 }]);
      expect(body.data.changes).toHaveLength(1000);
    });

    it.each<[string, string | Buffer]>([
      ['no header', 'hello,Hallo'],
      ['another encoding', Buffer.from('key,de\nhello,Gr\xfc\xdfe', 'latin1')],
      ['broken JSON', '{"de": '],
    ])('TX6: with %s is refused', async (_case, file) => {
      const { status, body } = await put(file);
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: ['file'] });
    });
  });
});

describe('the texts of steps', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await startTestApp();
  });

  afterAll(() => test.close());

  it('TX7: are taken out, and delivered as before once both are saved', async () => {
    const controlValues = { subject: 'Order {{payload.id}}', body: 'Shipped to {{subscriber.firstName}}' };
    const steps = [anInAppStep({ stepId: 'note', controlValues })];
    const { workflowId, name } = await test.api.workflow({ steps });
    const taken = { note: { body: 'taken' } };
    const save = (content: object) =>
      test.api.post('/v2/translations', { resourceType: 'workflow', resourceId: workflowId, locale: 'en_US', content });
    await save(taken);
    const request = { resourceId: workflowId, steps: [{ stepId: 'note', type: 'in_app', controlValues }] };
    const { status, body } = await test.api.post('/v2/translations/extract', request);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      steps: [
        {
          stepId: 'note',
          type: 'in_app',
          controlValues: { subject: '{{t.note.subject}}', body: '{{t.note.body2}}' },
        },
      ],
      texts: [
        { key: 'note.subject', text: 'Order {{payload.id}}', stepId: 'note' },
        { key: 'note.body2', text: 'Shipped to {{subscriber.firstName}}', stepId: 'note' },
      ],
      content: {
        note: { body: 'taken', subject: 'Order {{payload.id}}', body2: 'Shipped to {{subscriber.firstName}}' },
      },
      locale: 'en_US',
      left: [],
    });
    const [step] = body.data.steps;
    const { data: seen } = (
      await test.api.post(`/v2/workflows/${workflowId}/step/note/preview`, {
        controlValues: step.controlValues,
        previewPayload: { t: body.data.content, payload: { id: 'A-1' }, subscriber: { firstName: 'Ada' } },
      })
    ).body;
    expect(seen.result.preview).toMatchObject({ subject: 'Order A-1', body: 'Shipped to Ada' });
    await save(body.data.content);
    const extracted = [anInAppStep({ stepId: 'note', controlValues: step.controlValues })];
    await test.api.put(`/v2/workflows/${workflowId}`, { name, steps: extracted, isTranslationEnabled: true });
    const { subscriberId } = await test.api.subscriber({ firstName: 'Ada' });
    await test.api.trigger(workflowId, { to: subscriberId, payload: { id: 'A-1' } });
    await eventually(async () =>
      expect(await test.api.inbox(subscriberId)).toMatchObject([{ subject: 'Order A-1', body: 'Shipped to Ada' }]),
    );
  });

  it('TX7: of an unknown workflow are not found', async () => {
    const steps = [{ stepId: 'a', type: 'sms', controlValues: { body: 'Hi' } }];
    expect((await test.api.post('/v2/translations/extract', { resourceId: 'nobody', steps })).status).toBe(404);
    expect((await test.api.post('/v2/translations/extract', { steps: [{ ...steps[0], type: 'delay' }] })).status).toBe(
      422,
    );
  });
});

function text(locale: string) {
  return { locale, content: { a: 'A' } };
}
