import type { ApiResponse } from '../../api-client.js';
import { anEmailIntegration } from '../../builders/integration.js';
import { aLayout, layoutValues } from '../../builders/layout.js';
import { anInAppStep, aWorkflow } from '../../builders/workflow.js';
import { startTestApp, type TestApp } from '../../test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ settings: { PUBLIC_URL: 'https://notify.shop.de' } });
  await test.api.post('/v1/integrations', anEmailIntegration());
});

afterAll(() => test.close());

const email = (body: string, more: object = {}) => ({
  name: 'Mail',
  stepId: 'mail',
  type: 'email',
  controlValues: { subject: 'Hi', editorType: 'html', body, layoutId: null, ...more },
});

async function check(fields: object, request: object = {}): Promise<ApiResponse> {
  const { workflowId } = await test.api.workflow(fields);
  return test.api.post(`/v2/workflows/${workflowId}/check`, request);
}

const codes = ({ body }: ApiResponse): string[] =>
  body.data.findings.map(({ severity, code, field = '-' }: Record<string, string>) => `${severity} ${code} ${field}`);

describe('CK1: checking a workflow', () => {
  it('finds nothing where there is nothing to find, and says how large its emails are', async () => {
    const response = await check({ steps: [anInAppStep(), email('<p>Hello</p>')] });
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      findings: [],
      errors: 0,
      warnings: 0,
      sizes: [{ stepId: 'mail', bytes: expect.any(Number) }],
    });
  });

  it.each<[string, object, string[]]>([
    ['CK3: an issue of a step', { steps: [email('x', { subject: '' })] }, ['error subject_missing subject']],
    [
      'CK3: an unknown variable',
      { steps: [email('{{payload.b}}')], payloadSchema: { type: 'object', properties: { a: {} } } },
      ['error variable_unknown body'],
    ],
    ['CK3: a template that ends nowhere', { steps: [email('{{payload.b')] }, ['error template_invalid body']],
    ['CK4: a dead link', { steps: [email('<a href="#">Go</a>')] }, ['error link_dead body']],
    [
      'CK4: a placeholder',
      { steps: [email('<a href="https://example.com">Go</a>')] },
      ['warning link_placeholder body'],
    ],
    ['CK4: a variable', { steps: [email('<a href="{{payload.url}}">Go</a>')] }, ['warning link_variable body']],
    [
      'CK5: an image without a text',
      { steps: [email('<img src="https://a.de/a.png">')] },
      ['warning alternative_text_missing body'],
    ],
    ['CK6: low contrast', { steps: [email('<p style="color:#eee">Hello</p>')] }, ['warning contrast_low body']],
    [
      'CK6: low contrast by a style sheet',
      { steps: [email('<style>p{color:#eee}</style><p>Hello</p>')] },
      ['warning contrast_low body'],
    ],
    ['CK7: a large email', { steps: [email(`<p>${'x'.repeat(103 * 1024)}</p>`)] }, ['warning size_large body']],
    [
      'CK8: a subscription without a way out',
      { kind: 'subscription', tags: ['news'], steps: [email('<p>Hello</p>')] },
      ['error unsubscribe_missing body'],
    ],
    [
      'CK8: a subscription with one',
      { kind: 'subscription', tags: ['news'], steps: [email('<a href="{{unsubscribeUrl}}">Unsubscribe</a>')] },
      [],
    ],
    [
      'CK9: a channel without a provider',
      { steps: [{ name: 'SMS', type: 'sms', controlValues: { body: 'x' } }] },
      ['error channel_unavailable -'],
    ],
    ['a layout that is not there', { steps: [email('x', { layoutId: 'none' })] }, ['warning layout_missing layoutId']],
    ['two steps of one name', { steps: [anInAppStep(), anInAppStep()] }, ['warning name_repeated name']],
    [
      'data that a template cannot be rendered with',
      { steps: [email('{% for i in (1..10000000) %}x{% endfor %}')] },
      ['error rendering_failed -'],
    ],
  ])('%s', async (_what, fields, expected) => {
    expect(codes(await check(fields))).toEqual(expected);
  });

  it('CK4: finds links of blocks once, with their place', async () => {
    const content = [
      { type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] },
      { type: 'button', attrs: { text: 'Track', url: '#' } },
    ];
    const body = JSON.stringify({ type: 'doc', content });
    const response = await check({ steps: [email(body, { editorType: 'block' })] });
    expect(response.body.data.findings).toEqual([
      {
        code: 'link_dead',
        severity: 'error',
        stepId: 'mail',
        channel: 'email',
        field: 'body',
        path: 'content.1',
        message: expect.stringContaining("The link 'Track'"),
      },
    ]);
  });

  it('looks at the layout of an email, too', async () => {
    const layout = aLayout({ layoutId: 'framed' });
    await test.api.post('/v2/layouts', layout);
    const controlValues = { email: { body: '<p>{{content}}</p><a href="/help">Help</a>', editorType: 'html' } };
    await test.api.put('/v2/layouts/framed', { name: 'Framed', controlValues });
    const response = await check({ steps: [email('<p>Hello</p>', { layoutId: 'framed' })] });
    expect(codes(response)).toEqual(['error link_dead layoutId']);
    expect(response.body.data.findings[0].message).toContain("Layout 'framed'");
  });

  it.each(['the email', 'its layout'])(
    'CK8: a footer of blocks without content is that of the brand, in %s',
    async (where) => {
      const footer = JSON.stringify({ type: 'doc', content: [{ type: 'footer' }] });
      const frame = JSON.stringify({
        type: 'doc',
        content: [{ type: 'variable', attrs: { id: 'content' } }, { type: 'footer' }],
      });
      const { layoutId } = aLayout();
      await test.api.post('/v2/layouts', aLayout({ layoutId }));
      await test.api.put(`/v2/layouts/${layoutId}`, {
        name: 'Framed',
        controlValues: { email: { body: frame, editorType: 'block' } },
      });
      const step = where === 'the email' ? email(footer, { editorType: 'block' }) : email('<p>Hello</p>', { layoutId });
      const news = { kind: 'subscription', tags: ['news'], steps: [step] };
      await test.api.put('/v1/brand', { footer: { address: 'Acme' } });
      expect(codes(await check(news))).toEqual(['error unsubscribe_missing body']);
      await test.api.put('/v1/brand', { footer: { address: 'Acme', unsubscribe: 'Unsubscribe' } });
      expect(codes(await check(news))).toEqual([]);
    },
  );

  it('CK8: the brand of the environment that it is published to counts', async () => {
    const footer = JSON.stringify({ type: 'doc', content: [{ type: 'footer' }] });
    const news = { kind: 'subscription', tags: ['news'], steps: [email(footer, { editorType: 'block' })] };
    const { body: all } = await test.api.get('/v1/environments');
    const { _id: targetEnvironmentId } = all.data.find(({ name }: { name: string }) => name === 'Production');
    await test.api.put('/v1/brand', { footer: { address: 'Acme', unsubscribe: 'Unsubscribe' } });
    await test.otherApi.put('/v1/brand', { footer: { address: 'Acme' } });
    expect(codes(await check(news))).not.toContain('error unsubscribe_missing body');
    expect(codes(await check(news, { targetEnvironmentId }))).toContain('error unsubscribe_missing body');
    await test.otherApi.put('/v1/brand', { footer: { address: 'Acme', unsubscribe: 'Unsubscribe' } });
    expect(codes(await check(news, { targetEnvironmentId }))).not.toContain('error unsubscribe_missing body');
  });

  it('CK10: names the languages that lack texts', async () => {
    const workflow = await test.api.workflow({
      isTranslationEnabled: true,
      steps: [email('{{t.mail.title}} {{t.mail.end}}')],
    });
    const path = `/v2/workflows/${workflow.workflowId}/check`;
    expect(codes(await test.api.post(path, {}))).toEqual(['error translation_missing -']);
    const given = (locale: string, content: object) =>
      test.api.post('/v2/translations', { resourceType: 'workflow', resourceId: workflow.workflowId, locale, content });
    await given('en_US', { mail: { title: 'Title', end: 'End' } });
    await given('de_DE', { mail: { title: 'Titel' } });
    const { body } = await test.api.post(path, {});
    expect(body.data.findings).toEqual([
      {
        code: 'translation_missing',
        severity: 'warning',
        stepId: 'mail',
        channel: 'email',
        message: 'de_DE has no text for mail.end. Add the translation.',
      },
    ]);
  });

  it('CK10: names texts that cannot be rendered, in every language', async () => {
    const workflow = await test.api.workflow({ isTranslationEnabled: true, steps: [email('{{t.title}}')] });
    for (const [locale, title] of Object.entries({ en_US: 'Hi', de_DE: 'Hallo {{ payload.name' })) {
      const text = { resourceType: 'workflow', resourceId: workflow.workflowId, locale, content: { title } };
      expect((await test.api.post('/v2/translations', text)).status).toBe(200);
    }
    const { body } = await test.api.post(`/v2/workflows/${workflow.workflowId}/check`, {});
    expect(body.data.findings).toMatchObject([
      { code: 'template_invalid', severity: 'error', message: expect.stringContaining("'title' in de_DE") },
    ]);
  });

  it('CK10: names texts of layouts, and keys that nothing translates', async () => {
    const { layoutId } = aLayout();
    await test.api.post('/v2/layouts', aLayout({ layoutId }));
    const layout = {
      name: 'Frame',
      controlValues: layoutValues('{{content}}{{t.footer}}'),
      isTranslationEnabled: true,
    };
    await test.api.put(`/v2/layouts/${layoutId}`, layout);
    const steps = [email('<p>{{t.title}}</p>', { layoutId })];
    expect(codes(await check({ steps }))).toEqual([
      'error translation_missing -',
      'error translation_missing layoutId',
    ]);
  });

  it('CK11: names variables that have no value where it is sent', async () => {
    const { body: all } = await test.api.get('/v1/environments');
    const idOf = (wanted: string) => all.data.find(({ name }: { name: string }) => name === wanted)._id;
    const value = { _environmentId: idOf('Development'), value: 'https://shop.de' };
    const variable = { key: 'CK11_SITE', values: [value] };
    expect((await test.api.post('/v1/environment-variables', variable)).status).toBe(200);
    const steps = [email('<p>{{env.CK11_SITE}} {{env.name}} {{env.CK11_NOPE}}</p>')];
    const messages = async (request: object) =>
      (await check({ steps }, request)).body.data.findings
        .filter(({ code }: { code: string }) => code === 'variable_unknown')
        .map(({ message }: { message: string }) => message.split('.').slice(0, 2).join('.'));
    expect(await messages({})).toEqual(["This environment has no value for the variable 'env.CK11_NOPE'"]);
    expect(await messages({ targetEnvironmentId: idOf('Production') })).toEqual([
      "Production has no value for the variable 'env.CK11_SITE'",
      "Production has no value for the variable 'env.CK11_NOPE'",
    ]);
  });

  it('checks a draft, and stores nothing of it', async () => {
    const workflow = await test.api.workflow({ steps: [email('<p>Hello</p>')] });
    const path = `/v2/workflows/${workflow.workflowId}`;
    const draft = { ...aWorkflow({ steps: [email('<a href="">Go</a>')] }), preferences: {} };
    expect(codes(await test.api.post(`${path}/check`, { draft }))).toEqual(['error link_dead body']);
    expect((await test.api.get(path)).body.data).toEqual(workflow);
    const steps = [email('x'), email('y')];
    expect((await test.api.post(`${path}/check`, { draft: { ...draft, steps } })).status).toBe(400);
    expect((await test.api.post(`${path}/check`, { draft: { name: 'x' } })).status).toBe(422);
  });

  it('checks a draft of a workflow that is not stored yet', async () => {
    const draft = { ...aWorkflow({ steps: [email('<a href="">Go</a>')] }), preferences: {} };
    expect(codes(await test.api.post('/v2/workflows/nowhere/check', { draft }))).toEqual(['error link_dead body']);
    expect((await test.api.post('/v2/workflows/nowhere/check', {})).status).toBe(404);
  });

  it('CK9: with the integrations of the environment that it is published to', async () => {
    const { body: all } = await test.api.get('/v1/environments');
    const { _id: targetEnvironmentId } = all.data.find(({ name }: { name: string }) => name === 'Production');
    const response = await check({ steps: [email('<p>Hello</p>')] }, { targetEnvironmentId });
    expect(response.body.data.findings).toMatchObject([
      { code: 'channel_unavailable', channel: 'email', message: expect.stringContaining('Production has no active') },
    ]);
    expect((await check({}, { targetEnvironmentId: 'nowhere' })).status).toBe(404);
  });

  it('renders with the data that is given', async () => {
    const steps = [email('<p style="color:{{payload.color}}">Hello</p>')];
    const given = (color: string) => ({ previewPayload: { payload: { color } } });
    expect(codes(await check({ steps }, given('#111111')))).toEqual([]);
    expect(codes(await check({ steps }, given('#eeeeee')))).toEqual(['warning contrast_low body']);
  });

  it('refuses what it does not know', async () => {
    expect((await check({}, { steps: [] })).status).toBe(422);
  });
});
