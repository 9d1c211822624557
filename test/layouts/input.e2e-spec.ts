import { aLayout, layoutValues } from '../builders/layout.js';
import { startTestApp, type TestApp } from '../test-app.js';

const BODY = 'controlValues.email.body';

describe('what is sent for a layout', () => {
  let test: TestApp;
  let layoutId: string;

  beforeAll(async () => {
    test = await startTestApp();
    layoutId = (await test.api.post('/v2/layouts', aLayout())).body.data.layoutId;
  });

  afterAll(() => test.close());

  async function refused(
    method: 'POST' | 'PUT',
    url: string,
    payload: object,
    field: string,
    message: string | RegExp,
  ): Promise<void> {
    const before = await test.connection.collection('layouts').find().toArray();
    const { status, body } = await test.api.request({ method, url, payload });
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    expect(body.errors[field].messages.join('\n')).toMatch(message);
    expect(await test.connection.collection('layouts').find().toArray()).toEqual(before);
  }

  describe('create refuses', () => {
    it.each<[string, object, string, string | RegExp]>([
      ['no identifier', { layoutId: undefined }, 'layoutId', 'must be a string'],
      ['null as identifier', { layoutId: null }, 'layoutId', 'must be a string'],
      ['a number as identifier', { layoutId: 7 }, 'layoutId', 'must be a string'],
      ['an object as identifier', { layoutId: { $gt: '' } }, 'layoutId', 'must be a string'],
      ['an empty identifier', { layoutId: '' }, 'layoutId', 'should not be empty'],
      ['an identifier of 257 characters', { layoutId: 'k'.repeat(257) }, 'layoutId', 'shorter than or equal to 256'],
      [
        'an identifier like an internal id',
        { layoutId: '6925a1f0c0ffee0123456789' },
        'layoutId',
        'form of an internal',
      ],
      ['an identifier like a slug', { layoutId: 'x_lyt_0123456789ABCDEF' }, 'layoutId', 'form of an internal id'],
      ['an identifier with a line break', { layoutId: 'a\nb' }, 'layoutId', 'control characters'],
    ])('%s', (_case, fields, field, message) => refused('POST', '/v2/layouts', aLayout(fields), field, message));
  });

  const shared: [string, object, string, string | RegExp][] = [
    ['no name', { name: undefined }, 'name', 'must be a string'],
    ['null as name', { name: null }, 'name', 'must be a string'],
    ['a blank name', { name: ' ' }, 'name', 'must not be blank'],
    ['a name of 257 characters', { name: 'n'.repeat(257) }, 'name', 'shorter than or equal to 256'],
    ['null as switch', { isTranslationEnabled: null }, 'isTranslationEnabled', 'must be a boolean'],
    ['a text as switch', { isTranslationEnabled: 'true' }, 'isTranslationEnabled', 'must be a boolean'],
  ];

  describe.each(['create', 'update', 'duplicate'] as const)('%s refuses', (operation) => {
    it.each(shared)('%s', async (_case, fields, field, message) => {
      if (operation === 'create') return refused('POST', '/v2/layouts', aLayout(fields), field, message);
      const payload = { name: 'Shop frame', ...fields };
      const [method, url] =
        operation === 'update'
          ? (['PUT', `/v2/layouts/${layoutId}`] as const)
          : (['POST', `/v2/layouts/${layoutId}/duplicate`] as const);
      return refused(method, url, payload, field, message);
    });
  });

  describe('duplicate refuses', () => {
    it.each<[string, object, string, string | RegExp]>([
      ['null as identifier', { layoutId: null }, 'layoutId', 'must be a string'],
      ['an empty identifier', { layoutId: '' }, 'layoutId', 'should not be empty'],
    ])('%s', (_case, fields, field, message) =>
      refused('POST', `/v2/layouts/${layoutId}/duplicate`, { name: 'x', ...fields }, field, message),
    );
  });

  const values: [string, unknown, string, string | RegExp][] = [
    ['a text as values', 'x', 'controlValues', 'must be an object'],
    ['null as email', { email: null }, 'controlValues.email', 'must be an object'],
    ['a text as email', { email: 'x' }, 'controlValues.email', 'must be an object'],
    ['no body', { email: { editorType: 'html' } }, BODY, 'must be a string'],
    ['null as body', { email: { body: null, editorType: 'html' } }, BODY, 'must be a string'],
    ['a body of 200,001 characters', layoutValues('x'.repeat(200_001)), BODY, 'shorter than or equal to 200000'],
    ['no editor', { email: { body: '{{content}}' } }, 'controlValues.email.editorType', 'must be one of'],
    ['another editor', { email: { body: '{{content}}', editorType: 'x' } }, 'controlValues.email.editorType', /one of/],
    ['an output that does not end', layoutValues('<p>\n  {{ content'), BODY, /^line 2, column 3: output/],
    [
      'a tag that nobody knows',
      layoutValues('{{content}}{% oops %}'),
      BODY,
      /^line 1, column 12: tag "oops" not found/,
    ],
    [
      'a filter that nobody knows',
      layoutValues('{{ content | oops }}'),
      BODY,
      /^line 1, column \d+: undefined filter: oops/,
    ],
  ];

  describe.each(['update', 'preview'] as const)('%s refuses', (operation) => {
    it.each(values)('%s', (_case, controlValues, field, message) =>
      operation === 'update'
        ? refused('PUT', `/v2/layouts/${layoutId}`, { name: 'x', controlValues }, field, message)
        : refused('POST', `/v2/layouts/${layoutId}/preview`, { controlValues }, field, message),
    );
  });

  it('update refuses a body without a place for the content', async () => {
    const { status, body } = await test.api.put(`/v2/layouts/${layoutId}`, {
      name: 'x',
      controlValues: layoutValues('<p>only me</p>'),
    });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: 'controlValues.email.body must print the body of the email: {{ content }}',
    });
  });

  it.each([
    ['an empty body', ''],
    ['the older forms', '{{{ body }}}'],
    ['a place under a condition', '{% if payload.x %}{{ content }}{% endif %}'],
    [
      'BL5: a document of blocks',
      '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"variable","attrs":{"id":"content"}}]}]}',
    ],
  ])('update takes %s', async (_case, body) => {
    const answer = await test.api.put(`/v2/layouts/${layoutId}`, { name: 'x', controlValues: layoutValues(body) });
    expect(answer.status).toBe(200);
    expect(answer.body.data.controls.values.email.body).toBe(body);
  });

  describe('preview', () => {
    const preview = async (body: string | undefined, previewPayload?: object) =>
      (
        await test.api.post(`/v2/layouts/${layoutId}/preview`, {
          ...(body !== undefined && { controlValues: layoutValues(body) }),
          ...(previewPayload && { previewPayload }),
        })
      ).body;

    const CONTENT = '<p>Here is the content of the email.</p>';

    it('shows what is stored, and what is not saved yet', async () => {
      await test.api.put(`/v2/layouts/${layoutId}`, { name: 'x', controlValues: layoutValues('<i>a</i>{{content}}') });
      const { status, body } = await test.api.post(`/v2/layouts/${layoutId}/preview`, {});
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          previewPayloadExample: { subscriber: expect.objectContaining({ firstName: 'Ada' }) },
          schema: expect.objectContaining({ type: 'object' }),
          result: {
            type: 'email',
            preview: { body: `<i>a</i>${CONTENT}` },
            email: { text: expect.stringContaining('Here is the content of the email.') },
          },
        },
      });
      expect((await preview('<b>b</b>{{{body}}}')).data.result.preview.body).toBe(`<b>b</b>${CONTENT}`);
      expect((await preview('  ')).data.result.preview.body).toBe(CONTENT);
    });

    it('L1, L4: reads what delivery reads, escaped', async () => {
      const template =
        '{{subscriber.firstName}} {{subscriber.data.plan}} {{payload.x}} {{context.tenant.data.name}} {{env.name}}{{content}}';
      const { data } = await preview(template, {
        subscriber: { firstName: '<Bo>', data: { plan: 'pro' } },
        payload: { x: '&' },
        context: { tenant: { id: 'acme', data: { name: 'Acme' } } },
      });
      expect(data.result.preview.body).toBe(`&lt;Bo&gt; pro &amp; Acme Development${CONTENT}`);
      expect(data.previewPayloadExample.subscriber).toEqual({ firstName: '<Bo>', data: { plan: 'pro' } });
    });

    it('applies styles as delivery does', async () => {
      const { data } = await preview('<style>p { margin: 0 }</style>{{content}}');
      expect(data.result.preview.body).toBe('<p style="margin: 0;">Here is the content of the email.</p>');
    });

    it('L8: masks secrets', async () => {
      const { _id } = (await test.api.get('/v1/environments/me')).body.data;
      const secret = { key: 'TOKEN', isSecret: true, values: [{ _environmentId: _id, value: 'very-secret' }] };
      expect((await test.api.post('/v1/environment-variables', secret)).status).toBe(200);
      const { data } = await preview('{{env.TOKEN}}{{content}}');
      expect(data.result.preview.body).toBe(`••••••••${CONTENT}`);
    });

    it("L10: prints the reader's language", async () => {
      await test.api.put(`/v2/layouts/${layoutId}`, { name: 'x', isTranslationEnabled: true });
      const texts = { resourceType: 'layout', resourceId: layoutId, locale: 'de', content: { bye: 'Tschüss' } };
      expect((await test.api.post('/v2/translations', texts)).status).toBe(200);
      const body = async (locale: string) =>
        (await preview('{{content}}{{t.bye}}', { subscriber: { locale } })).data.result.preview.body;
      expect(await body('de_AT')).toBe(`${CONTENT}Tschüss`);
      expect(await body('fr')).toBe(`${CONTENT}bye`);
    });

    it.each<[string, object, string, string | RegExp]>([
      ['a list as payload', { previewPayload: [] }, 'previewPayload', 'must be'],
      ['null as payload', { previewPayload: null }, 'previewPayload', 'must be an object'],
      [
        'null as subscriber',
        { previewPayload: { subscriber: null } },
        'previewPayload.subscriber',
        'must be an object',
      ],
      [
        'a number as name',
        { previewPayload: { subscriber: { firstName: 7 } } },
        'previewPayload.subscriber.firstName',
        'must be a string',
      ],
      ['a text as data', { previewPayload: { subscriber: { data: 'x' } } }, 'previewPayload.subscriber.data', /object/],
      [
        'a place that is not reached',
        { controlValues: layoutValues('{% if false %}{{content}}{% endif %}') },
        BODY,
        'no place for the content',
      ],
      [
        'BL3: a document of blocks with an error, naming the node',
        { controlValues: layoutValues('{"type":"doc","content":[{"type":"text","text":"{{ content | nothing }}"}]}') },
        BODY,
        'content.0: undefined filter: nothing',
      ],
      [
        'a template that loops',
        {
          controlValues: layoutValues(
            '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}{{content}}',
          ),
        },
        BODY,
        /^line 1, column \d+: The template/,
      ],
    ])('refuses %s', (_case, payload, field, message) =>
      refused('POST', `/v2/layouts/${layoutId}/preview`, payload, field, message),
    );
  });

  describe('lists', () => {
    const listed = async (query: string) => {
      const { status, body } = await test.otherApi.get(`/v2/layouts?${query}`);
      expect(status).toBe(200);
      return {
        names: body.data.layouts.map(({ name }: { name: string }) => name),
        totalCount: body.data.totalCount,
      };
    };

    beforeAll(async () => {
      for (const [index, name] of ['beta', 'Alpha', 'gamma 100%'].entries()) {
        await test.otherApi.post('/v2/layouts', { name, layoutId: `Frame-${index}` });
      }
      await test.otherApi.put('/v2/layouts/Frame-0', { name: 'beta' });
    });

    it.each([
      ['', ['gamma 100%', 'Alpha', 'beta'], 3],
      ['orderDirection=ASC', ['beta', 'Alpha', 'gamma 100%'], 3],
      ['orderBy=name&orderDirection=ASC', ['Alpha', 'beta', 'gamma 100%'], 3],
      ['orderBy=updatedAt', ['beta', 'gamma 100%', 'Alpha'], 3],
      ['limit=1&offset=1', ['Alpha'], 3],
      ['offset=3', [], 3],
      ['query=ALP', ['Alpha'], 1],
      ['query=frame-2', ['gamma 100%'], 1],
      [`query=${encodeURIComponent('100%')}`, ['gamma 100%'], 1],
      ['query=a.p', [], 0],
    ])('%p: %j of %d', async (query, names, totalCount) => {
      expect(await listed(query)).toEqual({ names, totalCount });
    });

    it.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=x', 'limit'],
      ['offset=-1', 'offset'],
      ['orderBy=slug', 'orderBy'],
      ['orderDirection=up', 'orderDirection'],
      [`query=${'q'.repeat(257)}`, 'query'],
      ['query=%00', 'query'],
    ])('refuses %s', async (query, field) => {
      const { status, body } = await test.api.get(`/v2/layouts?${query}`);
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
    });
  });
});
